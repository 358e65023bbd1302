import { type AnyDataset, fieldOf, isStored, systemFields } from '@yikao/model/kernel/dataset.ts';
import { refNameKey } from '@yikao/model/kernel/field.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Actor } from '../scope/actor.ts';
import { scopeCondition } from '../scope/scope.ts';
import { fieldSql } from '../table/field-sql.ts';
import { frozenSql, scopeKey } from '../table/frozen-sql.ts';
import { shownNameSql } from '../table/name-sql.ts';
import { columnName, tableName } from '../table/naming.ts';
import { serverSideOf } from '../table/server-side.ts';
import { type Condition, column } from '../table/sql.ts';
import { canonicalColumn } from '../write/write.ts';
import { derivedSql } from './derived.ts';
import { isStaff, staffNameSql } from './staff-names.ts';

/** A row as the database returns it: fields under their own names, and the names of references. */
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
  /** Locks the rows against changes; unlike the lock of a deletion, other rows may still refer to them. */
  readonly forUpdate?: boolean;
  /** Reads rows in the trash instead of living ones. */
  readonly trashed?: boolean;
  /** Let the database write values in their canonical form, which spares a million rows the way through Date. */
  readonly canonical?: boolean;
  /** Leaves out the names of references; the fields used to find them are still read. */
  readonly withoutNames?: boolean;
  /** Read the name of a row whose name is its content as others see it, see {@link shownNameSql}. */
  readonly briefly?: boolean;
  /** Names people by their names instead of their accounts, for lists that people read and nothing is imported from. */
  readonly peopleNames?: boolean;
  /** Reads sealed texts as they are, for an export that opens them. */
  readonly sealed?: boolean;
}

/**
 * One statement that reads rows with the names of their references. It cuts the page first and looks up names only for
 * its rows, so that references cost nothing for rows not shown.
 */
export function selectRows(engine: Engine, dataset: AnyDataset, query: RowQuery): RawBuilder<FoundRow> {
  const { head, further } = partsOf(engine, dataset, query);
  const inner = sql`
    ${head}
    where ${query.where} and ${query.trashed ? sql`d.deleted` : sql`not d.deleted`}
    ${query.orderBy ? sql`order by ${query.orderBy}` : sql``}
    ${query.limit === undefined ? sql`` : sql`limit ${query.limit}`}
    ${query.offset ? sql`offset ${query.offset}` : sql``}
    ${query.forUpdate ? sql`for no key update` : sql``}`;
  return further ? sql<FoundRow>`select d.*, ${further} from (${inner}) as d` : sql<FoundRow>`${inner}`;
}

/** The values that a statement reads from each row (`head`), and those it then looks up for it (`further`). */
function partsOf(engine: Engine, dataset: AnyDataset, query: RowQuery) {
  const { fields, stored, canonical, withoutNames, reader } = query;
  const derived = fields.flatMap(name => {
    const from = fieldOf(dataset, name)?.derived;
    return from && !stored ? [{ name, from }] : [];
  });
  const isNamed = (name: string) => !withoutNames && hasRefName(dataset, name);
  const shape = `${fields.join()} ${Number(stored === true)}${Number(canonical === true)}${Number(withoutNames === true)}${Number(query.sealed === true)}${Number(query.briefly === true)}`;
  const head = frozenSql(engine, dataset, `head ${shape}`, () => {
    const own = fields.filter(name => !fieldOf(dataset, name)?.derived);
    const columns = own.map(field => sql`${valueSql(engine, dataset, field, query)} as ${sql.id(field)}`);
    const needed = derived.length > 0 ? [dataset.identity.value] : [];
    const within = [...new Set([...withinFields(dataset, fields), ...needed])].filter(
      name => !own.includes(name),
    );
    return sql`
    select ${sql.join([...columns, ...within.map(f => sql`${column('d', columnName(f))} as ${sql.id(f)}`)])}
    from ${sql.table(tableName(dataset))} as d`;
  });
  if (derived.length === 0 && !fields.some(isNamed)) return { head, further: undefined };
  const further = frozenSql(engine, dataset, `further ${shape} ${scopeKey(reader)}`, () => {
    const names = fields
      .filter(isNamed)
      .map(field => refName(engine, dataset, field, reader, query.peopleNames));
    const values = derived.map(
      ({ name, from }) => sql`${derivedSql(engine, dataset, from, reader)} as ${sql.id(name)}`,
    );
    return sql.join([...names.flat(), ...values]);
  });
  return { head, further };
}

/** Reports whether a reference's name is read next to its id; not if the row has a text of that name. */
function hasRefName(dataset: AnyDataset, name: string): boolean {
  const kind = fieldOf(dataset, name)?.kind;
  return (kind === 'ref' || kind === 'refs') && !Object.hasOwn(dataset.fields, refNameKey(name));
}

function valueSql(engine: Engine, dataset: AnyDataset, field: string, query: RowQuery): RawBuilder<unknown> {
  const declared = fieldOf(dataset, field);
  if (query.briefly && dataset.identity.brief && field === dataset.identity.name)
    return shownNameSql(dataset, 'd');
  // Sealed values leave the database only through `openSecret` and for exports, which open them.
  if (declared?.kind === 'secret') {
    if (query.sealed) return column('d', columnName(field));
    if (query.stored || declared.head === undefined) return sql.raw(canonicalColumn(dataset, field, 'd'));
    return sql`rpad(${column('d', columnName(declared.head))}, ${sql.lit(declared.max)}, '*')`;
  }
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
 * The column with a reference's name, empty if the reader may not see it; undefined for other fields. It reads the id
 * and its limiting fields from columns of `d` named after the fields.
 */
export function refName(
  engine: Engine,
  dataset: AnyDataset,
  name: string,
  reader: Actor,
  peopleNames = false,
): RawBuilder<unknown>[] {
  const field = fieldOf(dataset, name);
  if (!hasRefName(dataset, name) || (field?.kind !== 'ref' && field?.kind !== 'refs')) return [];
  if (field === systemFields.updateBy || (peopleNames && field.kind === 'ref' && isStaff(field.to))) {
    return [sql`${staffNameSql(sql`d.${sql.id(name)}`, reader)} as ${sql.id(refNameKey(name))}`];
  }
  const target = engine.dataset(field.to);
  const table = sql.table(tableName(target));
  const targetName = shownNameSql(target, 'x');
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
  // If several rows match a value, the row's own match comes first.
  const nearest = (field.orAny ?? []).map(
    part => sql`${column('x', columnName(part))} = d.${sql.id(part)} desc`,
  );
  return [
    sql`(select ${targetName} from ${table} as x
      where ${targetValue} = d.${sql.id(name)} ${sql.join(within, sql` `)} and ${known}
      ${nearest.length > 0 ? sql`order by ${sql.join(nearest)}` : sql``} limit 1) as ${alias}`,
  ];
}
