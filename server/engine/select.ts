import { type AnyDataset, fieldOf, isStored } from '@yikao/model/kernel/dataset.ts';
import { refNameKey } from '@yikao/model/kernel/field.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from './actor.ts';
import { derivedSql, neededBy } from './derived.ts';
import type { Engine } from './engine.ts';
import { fieldSql } from './field-sql.ts';
import { frozenSql, scopeKey } from './frozen-sql.ts';
import { columnName, tableName } from './naming.ts';
import { scopeCondition } from './scope.ts';
import { serverSideOf } from './server-side.ts';
import { type Condition, column } from './sql.ts';
import { canonicalColumn } from './write.ts';

/** A row as the database gives it: fields under their own names, and the names of its references. */
export type FoundRow = Record<string, unknown>;

/** The question that is put to a dataset, see {@link selectRows}. */
export interface RowQuery {
  /** Who reads: gets no names of other organisations' rows that the rows refer to. */
  readonly reader: Actor;
  readonly fields: readonly string[];
  readonly where: Condition;
  readonly orderBy?: RawBuilder<unknown>;
  readonly limit?: number;
  readonly offset?: number;
  /** Read the stored columns as they are, without the server side's expressions: for forms and history. */
  readonly stored?: boolean;
  readonly forUpdate?: boolean;
  /** Read rows that are in the trash, and only those. */
  readonly trashed?: boolean;
  /** Let the database write values in their canonical form, which spares a million rows the way through Date. */
  readonly canonical?: boolean;
  /** Leave out the names of what the rows refer to; what finds them is read all the same. */
  readonly withoutNames?: boolean;
}

/**
 * One statement that reads rows with the names of what they refer to. The page is cut first and the names
 * are looked up for its rows only, so a reference costs nothing on rows that are not shown.
 */
export function selectRows(engine: Engine, dataset: AnyDataset, query: RowQuery): RawBuilder<FoundRow> {
  const { head, further } = partsOf(engine, dataset, query);
  const inner = sql`
    ${head}
    where ${query.where} and ${query.trashed ? sql`d.deleted` : sql`not d.deleted`}
    ${query.orderBy ? sql`order by ${query.orderBy}` : sql``}
    ${query.limit === undefined ? sql`` : sql`limit ${query.limit}`}
    ${query.offset ? sql`offset ${query.offset}` : sql``}
    ${query.forUpdate ? sql`for update` : sql``}`;
  return further ? sql<FoundRow>`select d.*, ${further} from (${inner}) as d` : sql<FoundRow>`${inner}`;
}

/** The values that a statement reads of each row (`head`), and those that it looks up for it, if any (`further`). */
function partsOf(engine: Engine, dataset: AnyDataset, query: RowQuery) {
  const { fields, stored, canonical, withoutNames, reader } = query;
  const derived = fields.flatMap(name => {
    const from = fieldOf(dataset, name)?.derived;
    return from && !stored ? [{ name, from }] : [];
  });
  const isNamed = (name: string) => !withoutNames && hasRefName(dataset, name);
  const shape = `${fields.join()} ${Number(stored === true)}${Number(canonical === true)}${Number(withoutNames === true)}`;
  const head = frozenSql(engine, dataset, `head ${shape}`, () => {
    const own = fields.filter(name => !fieldOf(dataset, name)?.derived);
    const columns = own.map(field => sql`${valueSql(engine, dataset, field, query)} as ${sql.id(field)}`);
    const needed = derived.flatMap(({ from }) => neededBy(engine, dataset, from));
    const within = [...new Set([...withinFields(dataset, fields), ...needed])].filter(
      name => !own.includes(name),
    );
    return sql`
    select ${sql.join([...columns, ...within.map(f => sql`${column('d', columnName(f))} as ${sql.id(f)}`)])}
    from ${sql.table(tableName(dataset))} as d`;
  });
  if (derived.length === 0 && !fields.some(isNamed)) return { head, further: undefined };
  const further = frozenSql(engine, dataset, `further ${shape} ${scopeKey(reader)}`, () => {
    const names = fields.filter(isNamed).map(field => refName(engine, dataset, field, reader));
    const values = derived.map(
      ({ name, from }) =>
        sql`${derivedSql(engine, dataset, from, reader, canonical === true)} as ${sql.id(name)}`,
    );
    return sql.join([...names.flat(), ...values]);
  });
  return { head, further };
}

/** Whether a reference's name is read beside its id: unless the row has a text of its own under that name. */
function hasRefName(dataset: AnyDataset, name: string): boolean {
  const kind = fieldOf(dataset, name)?.kind;
  return (kind === 'ref' || kind === 'refs') && !Object.hasOwn(dataset.fields, refNameKey(name));
}

function valueSql(engine: Engine, dataset: AnyDataset, field: string, query: RowQuery): RawBuilder<unknown> {
  const declared = fieldOf(dataset, field);
  // What is sealed does not leave the database but through `openSecret`.
  if (declared?.kind === 'secret') return sql.raw(canonicalColumn(dataset, field, 'd'));
  if (query.stored && isStored(declared)) return column('d', columnName(field));
  const expression = serverSideOf(engine.servers, dataset).expressions?.[field];
  return query.canonical && declared && !expression
    ? sql.raw(canonicalColumn(dataset, field, 'd'))
    : fieldSql(engine, dataset, field, 'd');
}

/** Fields that a reference among `fields` needs to find its row and that are not selected anyway. */
function withinFields(dataset: AnyDataset, fields: readonly string[]): string[] {
  const needed = new Set<string>();
  for (const name of fields) {
    const field = dataset.fields[name];
    if (field?.kind !== 'ref') continue;
    for (const part of [...(field.within ?? []), ...(field.orAny ?? [])]) needed.add(part);
  }
  return [...needed].filter(name => !fields.includes(name));
}

/**
 * The column that gives a reference's name beside its id, empty where the reader may not know it; none for other
 * fields. It reads the id, and what that lies within, from columns of `d` called as the fields are.
 */
export function refName(
  engine: Engine,
  dataset: AnyDataset,
  name: string,
  reader: Actor,
): RawBuilder<unknown>[] {
  const field = fieldOf(dataset, name);
  if (!hasRefName(dataset, name) || (field?.kind !== 'ref' && field?.kind !== 'refs')) return [];
  const target = engine.dataset(field.to);
  const table = sql.table(tableName(target));
  const targetName = column('x', columnName(target.identity.name));
  const targetValue = column('x', columnName(target.identity.value));
  const alias = sql.id(refNameKey(name));
  const known = sql`not x.deleted and ${scopeCondition(target, reader, 'x', 'name')}`;
  if (field.kind === 'refs') {
    return [
      sql`(select string_agg(${targetName}, ',' order by u.place)
        from unnest(d.${sql.id(name)}) with ordinality as u(id, place)
        join ${table} as x on ${targetValue} = u.id and ${known}) as ${alias}`,
    ];
  }
  const within = (target.identity.within ?? []).map(
    part => sql`and ${column('x', columnName(part))} = d.${sql.id(part)}`,
  );
  // Of several rows of one value the one that is of this row's own goes first.
  const nearest = (field.orAny ?? []).map(
    part => sql`${column('x', columnName(part))} = d.${sql.id(part)} desc`,
  );
  return [
    sql`(select ${targetName} from ${table} as x
      where ${targetValue} = d.${sql.id(name)} ${sql.join(within, sql` `)} and ${known}
      ${nearest.length > 0 ? sql`order by ${sql.join(nearest)}` : sql``} limit 1) as ${alias}`,
  ];
}
