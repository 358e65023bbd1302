import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import type { RowValues } from '@yikao/model/kernel/validate.ts';
import { type RawBuilder, sql } from 'kysely';
import { serverKindOf } from './fields/index.ts';
import { columnName } from './naming.ts';

/** A column of rows on their way to the database that is no field: a key, a row number. */
export interface PlainColumn {
  readonly name: string;
  readonly type: 'bigint' | 'integer' | 'text';
  readonly values: readonly (number | string | null)[];
}

function fieldNamed(dataset: AnyDataset, name: string): Field {
  const field = fieldOf(dataset, name);
  if (!field) throw new Error(`${dataset.name} has no field ${name}`);
  return field;
}

/**
 * Rows as a FROM item named `r`: one array parameter per column, which is what both databases take in quickest.
 * A single save and a chunk of an import take the same road. Read its columns by {@link sourceColumn}.
 */
export function rowSource(
  dataset: AnyDataset,
  fields: readonly string[],
  rows: readonly Readonly<RowValues>[],
  plain: readonly PlainColumn[] = [],
): RawBuilder<unknown> {
  const arrays: RawBuilder<unknown>[] = plain.map(
    ({ type, values }) => sql`${arrayLiteral(values)}::${sql.raw(type)}[]`,
  );
  for (const name of fields) {
    const field = fieldNamed(dataset, name);
    const kind = serverKindOf(field);
    const type = kind.bulkType ?? kind.column(field).replace(/\(.*\)/, '');
    let text = '{';
    for (let i = 0; i < rows.length; i++) {
      const value = rows[i]?.[name];
      // `value` is what the field's own schema has made, which is what its kind takes.
      const element = value === null || value === undefined ? 'NULL' : kind.literal(value as never);
      text += i === 0 ? element : `,${element}`;
    }
    arrays.push(sql`${`${text}}`}::${sql.raw(type)}[]`);
  }
  const names = [...plain.map(({ name }) => name), ...fields.map(columnName)];
  return sql`unnest(${sql.join(arrays)}) as r(${sql.join(names.map(name => sql.id(name)))})`;
}

function arrayLiteral(values: readonly (number | string | null)[]): string {
  const elements = values.map(value =>
    value === null
      ? 'NULL'
      : typeof value === 'number'
        ? String(value)
        : `"${value.replace(/[\\"]/g, '\\$&')}"`,
  );
  return `{${elements.join(',')}}`;
}

/** A field's value of the rows of {@link rowSource}, as SQL of the column's own type. */
export function sourceColumn(dataset: AnyDataset, name: string): RawBuilder<unknown> {
  const field = fieldNamed(dataset, name);
  const kind = serverKindOf(field);
  const value = sql.ref(`r.${columnName(name)}`);
  return kind.bulkType ? sql`${value}::${sql.raw(kind.column(field))}` : value;
}

/** The columns of fields, as a list. */
export function columnList(fields: readonly string[]): RawBuilder<unknown> {
  return sql.join(fields.map(name => sql.id(columnName(name))));
}

/** SQL of a field's canonical value on the table aliased as `alias`, as JSON would carry it. */
export function canonicalColumn(dataset: AnyDataset, name: string, alias: string): string {
  const kind = serverKindOf(fieldNamed(dataset, name));
  const column = `${alias}.${columnName(name)}`;
  return kind.canonicalSql?.(column) ?? column;
}

/** Canonical values of a row that the database gave. */
export function canonicalRow(dataset: AnyDataset, row: Readonly<Record<string, unknown>>): RowValues {
  const values: RowValues = {};
  for (const [name, field] of Object.entries(dataset.fields)) {
    if (!Object.hasOwn(row, name)) continue;
    const value = row[name];
    values[name] = value === null || value === undefined ? null : serverKindOf(field).fromColumn(value);
  }
  return values;
}
