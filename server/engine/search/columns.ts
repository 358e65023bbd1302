import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { isSearched } from '@yikao/model/kernel/searched.ts';
import { columnName } from '../table/naming.ts';

/**
 * Search columns: each searched text has a column `{column}_search` with the folded text and its pinyin
 * ({@link searchText}). It is null in older rows and rows from a node of the previous version until `fill.ts` sets it;
 * meanwhile such rows are found by their words only.
 */
const ending = 'Search';

/** Fields of the dataset that have a search column. */
export function searchedFields(dataset: AnyDataset): string[] {
  return Object.keys(dataset.fields).filter(name => isSearched(dataset.fields[name]));
}

/** The search column of a field. */
export function searchColumn(field: string): string {
  return columnName(searchName(field));
}

/** The name under which the search column of a field travels with the fields of a row. */
function searchName(field: string): string {
  return `${field}${ending}`;
}

/** The field of a search column by the column's name; undefined for a field. */
export function searchedBy(dataset: AnyDataset, name: string): string | undefined {
  const field = name.endsWith(ending) ? name.slice(0, -ending.length) : undefined;
  return field !== undefined && isSearched(dataset.fields[field]) ? field : undefined;
}

/** Fields on their way into the table, with the search columns that change with them. */
export function withSearchColumns(dataset: AnyDataset, fields: readonly string[]): string[] {
  const also = fields.filter(name => isSearched(dataset.fields[name])).map(searchName);
  return also.length === 0 ? [...fields] : [...new Set([...fields, ...also])];
}

/** SQL of the rows that lack a search column, on the table itself; undefined for a dataset without any. */
export function unfilledSql(dataset: AnyDataset): string | undefined {
  const missing = searchedFields(dataset).map(
    name => `${columnName(name)} is not null and ${searchColumn(name)} is null`,
  );
  return missing.length === 0 ? undefined : missing.map(part => `(${part})`).join(' or ');
}
