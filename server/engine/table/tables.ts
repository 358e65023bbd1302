import { machineOf } from '@yikao/model/contexts/machines.ts';
import {
  type AnyDataset,
  fieldOf,
  hasImportBatch,
  isStored,
  storedFields,
  type UniqueKey,
} from '@yikao/model/kernel/dataset.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import { stateNamed } from '@yikao/model/kernel/states.ts';
import type { AnyMachine } from '@yikao/model/kernel/steps.ts';
import { serverKindOf } from '../fields/index.ts';
import { searchColumn, searchedFields, unfilledSql } from '../search/columns.ts';
import { comparesFolded, isCompared } from './compared.ts';
import { columnName, tableName } from './naming.ts';

/** A column as declared. */
export interface Column {
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
}

/** A table as declared; a test compares it with the result of the migrations. */
export interface Table {
  readonly name: string;
  readonly key: string;
  readonly identity: boolean;
  readonly columns: readonly Column[];
  /** Statements that create its indexes, by index name. */
  readonly indexes: Readonly<Record<string, string>>;
}

/** A field with a default, or with a value for emptiness, is never null if it is part of every row. */
function notNull(dataset: AnyDataset, name: string, field: Field): boolean {
  if (field.when) return false;
  return (
    name === dataset.key ||
    field.required ||
    field.default !== undefined ||
    (field.kind === 'ref' && field.zero !== undefined)
  );
}

/** SQL of a text in the form in which its field compares texts; see `comparedValue`. */
export function comparedSql(field: Field | undefined, text: string): string {
  if (isCompared(field)) return `yikao_group_number(${text})`;
  return comparesFolded(field) ? `yikao_fold(${text})` : text;
}

/** SQL of a part of a unique key as its index keeps it. */
export function uniquePart(dataset: AnyDataset, name: string, prefix = ''): string {
  return comparedSql(fieldOf(dataset, name), `${prefix}${columnName(name)}`);
}

/** SQL of a natural-key part in its unique index: an empty part counts as a value (domain 2, head). */
export function naturalKeyPart(dataset: AnyDataset, name: string, prefix = ''): string {
  return comparedSql(fieldOf(dataset, name), filledKeyPart(dataset, name, prefix));
}

function filledKeyPart(dataset: AnyDataset, name: string, prefix = ''): string {
  const field = fieldOf(dataset, name);
  const column = `${prefix}${columnName(name)}`;
  if (!field || notNull(dataset, name, field)) return column;
  const type = serverKindOf(field).column(field);
  return `coalesce(${column}, ${/char|text/.test(type) ? "''" : '0'})`;
}

/** Derives a dataset's table. */
export function tableOf(dataset: AnyDataset, machine = machineOf(dataset)): Table {
  const name = tableName(dataset);
  const columns: Column[] = storedFields(dataset).map(fieldName => {
    const field = dataset.fields[fieldName] as Field;
    return {
      name: columnName(fieldName),
      type: serverKindOf(field).column(field),
      notNull: notNull(dataset, fieldName, field),
    };
  });
  for (const searched of searchedFields(dataset)) {
    columns.push({ name: searchColumn(searched), type: 'text', notNull: false });
  }
  if (hasImportBatch(dataset)) columns.push({ name: 'import_batch', type: 'varchar(64)', notNull: false });
  columns.push(
    { name: 'create_time', type: 'timestamptz(0)', notNull: true },
    { name: 'update_time', type: 'timestamptz(0)', notNull: true },
    { name: 'create_by', type: 'bigint', notNull: false },
    { name: 'update_by', type: 'bigint', notNull: false },
    { name: 'deleted', type: 'boolean', notNull: true },
    { name: 'version', type: 'integer', notNull: true },
  );
  return {
    name,
    key: columnName(dataset.key),
    identity: dataset.keyBy === 'database',
    columns,
    indexes: { ...indexesOf(dataset, name), ...dueIndexes(dataset, name, machine) },
  };
}

/** Most characters of a PostgreSQL name; longer ones would be truncated and could collide. */
const longestName = 63;

/** Name of the index that keeps a unique key. */
export function uniqueIndexName(dataset: AnyDataset, { fields, where }: UniqueKey): string {
  const parts = [...fields, ...(Object.keys(where).length > 0 ? ['in', ...Object.keys(where)] : [])];
  return `${tableName(dataset)}_uk_${parts.map(columnName).join('_')}`.slice(0, longestName);
}

/** SQL of the rows that a unique key covers, to append to a condition; `prefix` precedes its columns. */
export function whereSql({ where }: Pick<UniqueKey, 'where'>, prefix = ''): string {
  const literal = (value: unknown) =>
    typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
  return Object.entries(where)
    .map(([name, wanted]) => {
      const values = typeof wanted === 'object' ? wanted : [wanted];
      return ` and ${prefix}${columnName(name)} in (${values.map(literal).join(', ')})`;
    })
    .join('');
}

const orderColumn = (term: string): string =>
  term.startsWith('-') ? `${columnName(term.slice(1))} desc` : columnName(term);

/**
 * A dataset that is looked at province by province and year by year is read in its list's order within both, so that
 * a page of a province is a piece of an index, however many rows the province has.
 */
function provinceOrder(dataset: AnyDataset): string[] {
  const within = ['provinceId', ...(isStored(dataset.fields.dataYear) ? ['dataYear'] : [])];
  const order = dataset.list.sort.filter(term => !within.includes(term.replace(/^-/, '')));
  return [...within.map(columnName), ...order.map(orderColumn)];
}

function indexesOf(dataset: AnyDataset, table: string): Record<string, string> {
  const indexes: Record<string, string> = {};
  // Imported tables may grow to millions of rows.
  const isLarge = dataset.permissions.actions.includes('import');
  const isKey = dataset.naturalKey.length === 1 && dataset.naturalKey[0] === dataset.key;
  if (dataset.naturalKey.length > 0 && !isKey) {
    const parts = dataset.naturalKey.map(name => naturalKeyPart(dataset, name)).join(', ');
    indexes[`${table}_nk`] = `create unique index ${table}_nk on ${table} (${parts}) where not deleted`;
  }
  for (const unique of dataset.uniqueKeys) {
    const name = uniqueIndexName(dataset, unique);
    const columns = unique.fields.map(field => uniquePart(dataset, field)).join(', ');
    indexes[name] =
      `create unique index ${name} on ${table} (${columns}) where not deleted${whereSql(unique)}`;
  }
  for (const fields of dataset.indexes) {
    const columns = fields.map(columnName);
    const name = `${table}_by_${columns.join('_')}`.slice(0, longestName);
    indexes[name] = `create index ${name} on ${table} (${columns.join(', ')}) where not deleted`;
  }
  // References are used by list filters and by deletion; the index of the natural key covers its first part.
  for (const [name, field] of Object.entries(dataset.fields)) {
    if (!isStored(field)) continue;
    const column = columnName(name);
    if (field.kind === 'ref' && dataset.naturalKey[0] !== name) {
      const columns = name === 'provinceId' && isLarge ? provinceOrder(dataset) : [column];
      indexes[`${table}_${column}`] =
        `create index ${table}_${column} on ${table} (${columns.join(', ')}) where not deleted`;
    }
    if ((field.kind === 'text' || field.kind === 'mobile') && field.find) {
      // The index of the natural key finds its first part, and ranges of it.
      if (field.find !== 'prefix' && dataset.naturalKey[0] === name) continue;
      // The usual order of texts follows a language; a beginning is found by that of the characters.
      const order = field.find === 'prefix' ? `${column} varchar_pattern_ops` : column;
      const index = `${table}_find_${column}`;
      indexes[index] = `create index ${index} on ${table} (${order}) where not deleted`;
    }
    if (field.kind === 'refs') {
      indexes[`${table}_${column}`] = `create index ${table}_${column} on ${table} using gin (${column})`;
    }
  }
  if (isLarge) {
    // Its list is read in this order a page at a time.
    const order = dataset.list.sort.map(orderColumn).join(', ');
    indexes[`${table}_list`] = `create index ${table}_list on ${table} (${order}) where not deleted`;
  }
  const unfilled = unfilledSql(dataset);
  if (unfilled !== undefined) {
    indexes[`${table}_unsearched`] =
      `create index ${table}_unsearched on ${table} (${columnName(dataset.key)}) where ${unfilled}`;
  }
  if (hasImportBatch(dataset)) {
    indexes[`${table}_import_batch`] =
      `create index ${table}_import_batch on ${table} (import_batch) where import_batch is not null`;
  }
  return indexes;
}

/** An index of the rows that wait for a step of the clock, by due time. */
function dueIndexes(
  dataset: AnyDataset,
  table: string,
  machine: AnyMachine | undefined,
): Record<string, string> {
  const indexes: Record<string, string> = {};
  for (const step of Object.values(machine?.steps ?? {})) {
    if (machine === undefined || step.due === undefined || !isStored(dataset.fields[step.due])) continue;
    const due = columnName(step.due);
    const from = Object.keys(step.move).map(state => stateNamed(machine, state).code);
    const states = from.length === 0 ? '' : ` and ${columnName(machine.field)} in (${from.join(', ')})`;
    const name = `${table}_due_${columnName(step.name)}`;
    indexes[name] = `create index ${name} on ${table} (${due}) where not deleted${states}`;
  }
  return indexes;
}

/**
 * The statements that create a new dataset's table, to review and paste into a migration (`node
 * server/engine/table/print-table.ts <dataset>`). They are never run automatically.
 */
export function createTableSql(dataset: AnyDataset, machine?: AnyMachine): string {
  const table = tableOf(dataset, machine);
  const lines = table.columns.map(({ name, type, notNull }) => {
    if (name === table.key) {
      return `  ${name} ${type} ${table.identity ? 'generated by default as identity primary key' : 'primary key'}`;
    }
    const fallback: Record<string, string> = {
      create_time: ' default now()',
      update_time: ' default now()',
      deleted: ' default false',
      version: ' default 1',
    };
    return `  ${name} ${type}${notNull ? ' not null' : ''}${fallback[name] ?? ''}`;
  });
  return `create table ${table.name} (\n${lines.join(',\n')}\n);\n${Object.values(table.indexes)
    .map(sql => `${sql};\n`)
    .join('')}`;
}
