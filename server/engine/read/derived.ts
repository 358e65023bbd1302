import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Derived } from '@yikao/model/kernel/derived.ts';
import type { RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { isEmpty } from '@yikao/model/kernel/validate/validate.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Actor } from '../scope/actor.ts';
import { scopeCondition } from '../scope/scope.ts';
import { seenBy } from '../scope/seen.ts';
import { columnName, tableName } from '../table/naming.ts';
import { column, type Db } from '../table/sql.ts';
import { whereSql } from '../table/tables.ts';
import { canonicalColumn, fieldNamed } from '../write/write.ts';

function targetBy(engine: Engine, dataset: AnyDataset, reference: string): AnyDataset {
  const field = fieldNamed(dataset, reference);
  if (field.kind !== 'ref') throw new Error(`${dataset.name}.${reference} is no reference`);
  return engine.dataset(field.to);
}

/**
 * SQL of a value read from other rows, limited to those `reader` may see. It refers to the row's identity as a column
 * of `d`; the other dataset's reference has an index, so that a page costs a few reads per row.
 */
export function derivedSql(
  engine: Engine,
  dataset: AnyDataset,
  derived: Derived,
  reader: Actor,
): RawBuilder<unknown> {
  const other = seenBy(engine.dataset(derived.of), reader);
  const from = sql`from ${sql.table(tableName(other))} as x`;
  const mine = sql`${column('x', columnName(derived.by))} = d.${sql.id(dataset.identity.value)}
    and not x.deleted and ${scopeCondition(other, reader, 'x')}${sql.raw(whereSql({ where: derived.where ?? {} }, 'x.'))}`;
  if (derived.kind === 'count') return sql`(select count(*)::integer ${from} where ${mine})`;
  const amount = column('x', columnName(derived.what));
  return sql`(select coalesce(sum(${amount}), 0)::numeric(18,2)::text ${from} where ${mine})`;
}

/** Fields of a dataset that a reference to it fills in elsewhere, which a look-up therefore answers. */
export function carriedFields(engine: Engine, dataset: AnyDataset): string[] {
  const names = engine.datasets.flatMap(other =>
    fillings(other)
      .filter(({ from }) => targetBy(engine, other, from).name === dataset.name)
      .map(({ what }) => what),
  );
  return [...new Set(names)];
}

/** The filled-in fields of a dataset, with their reference and source. */
export function fillings(dataset: AnyDataset): { name: string; from: string; what: string }[] {
  return Object.entries(dataset.fields).flatMap(([name, { filled }]) =>
    filled ? [{ name, ...filled }] : [],
  );
}

/**
 * Selects the rows a reference value means: within its limiting fields, and for `orAny` a row's own match before the
 * general one.
 */
function meantBy(
  found: readonly Readonly<Record<string, unknown>>[],
  row: Readonly<RowValues>,
  { orAny = [] }: { readonly orAny?: readonly string[] },
  { identity }: AnyDataset,
): readonly Readonly<Record<string, unknown>>[] {
  const isSame = (one: Readonly<Record<string, unknown>>, name: string) =>
    Number(one[`at ${name}`]) === Number(row[name]);
  const here = found.filter(one => (identity.within ?? []).every(name => isSame(one, name)));
  const open = orAny.filter(name => Number(row[name] ?? 0) !== 0);
  const own = here.filter(one => open.every(name => isSame(one, name)));
  return own.length > 0
    ? own
    : here.filter(one => open.every(name => isSame(one, name) || Number(one[`at ${name}`]) === 0));
}

/**
 * Fills in new rows from their references where they give no value; one statement per reference, whatever the number of
 * rows. A reference the actor may not use fills in nothing. Returns the rows in order, unchanged ones as they are.
 */
export async function filledIn<R extends Readonly<RowValues>>(
  engine: Engine,
  db: Db,
  dataset: AnyDataset,
  actor: Actor,
  rows: readonly R[],
): Promise<R[]> {
  const filled = [...rows];
  const bySource = Map.groupBy(fillings(dataset), ({ from }) => from);
  for (const [from, brought] of bySource) {
    const lacking = filled.flatMap((row, index) =>
      !isEmpty(row[from]) && brought.some(({ name }) => isEmpty(row[name])) ? [index] : [],
    );
    const ids = [...new Set(lacking.map(index => Number(filled[index]?.[from])))].filter(
      Number.isSafeInteger,
    );
    if (ids.length === 0) continue;
    const reference = fieldNamed(dataset, from);
    if (reference.kind !== 'ref') continue;
    const target = targetBy(engine, dataset, from);
    const value = column('x', columnName(target.identity.value));
    const places = [...new Set([...(target.identity.within ?? []), ...(reference.orAny ?? [])])];
    const columns = [
      ...places.map(name => sql`${column('x', columnName(name))} as ${sql.id(`at ${name}`)}`),
      ...brought.map(
        ({ name, what }) => sql`${sql.raw(canonicalColumn(target, what, 'x'))} as ${sql.id(name)}`,
      ),
    ];
    const found = await sql<Record<string, unknown>>`
      select distinct ${value} as filled_by, ${sql.join(columns)}
      from ${sql.table(tableName(target))} as x
      where ${value} = any(${ids}::bigint[]) and not x.deleted and ${scopeCondition(target, actor, 'x', 'choose')}`.execute(
      db,
    );
    const known = Map.groupBy(found.rows, row => Number(row.filledBy));
    for (const index of lacking) {
      const row = filled[index];
      if (!row) continue;
      const meant = meantBy(known.get(Number(row[from])) ?? [], row, reference, target);
      const values = brought.flatMap(({ name }) => {
        const said = new Set(meant.map(one => one[name]).filter(one => !isEmpty(one)));
        // Rows that disagree fill in nothing.
        return isEmpty(row[name]) && said.size === 1 ? [[name, [...said][0]] as const] : [];
      });
      if (values.length > 0) filled[index] = { ...row, ...Object.fromEntries(values) };
    }
  }
  return filled;
}
