import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Derived } from '@yikao/model/kernel/derived.ts';
import type { RowValues } from '@yikao/model/kernel/validate.ts';
import { isEmpty } from '@yikao/model/kernel/validate.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Actor } from './actor.ts';
import type { Engine } from './engine.ts';
import { fieldSql } from './field-sql.ts';
import { columnName, tableName } from './naming.ts';
import { scopeCondition } from './scope.ts';
import { seenBy } from './seen.ts';
import { allOf, column, type Db } from './sql.ts';
import { whereSql } from './tables.ts';
import { canonicalColumn, fieldNamed } from './write.ts';

/** Fields of the row's own that the value of a derived field is found by. */
export function neededBy(engine: Engine, dataset: AnyDataset, derived: Derived): string[] {
  if (derived.kind !== 'lookup') return [dataset.identity.value];
  return [derived.via, ...(targetBy(engine, dataset, derived.via).identity.within ?? [])];
}

function targetBy(engine: Engine, dataset: AnyDataset, reference: string): AnyDataset {
  const field = fieldNamed(dataset, reference);
  if (field.kind !== 'ref') throw new Error(`${dataset.name}.${reference} is no reference`);
  return engine.dataset(field.to);
}

/**
 * SQL of a value that is read of other rows, of those that `reader` may see. It finds them by columns of `d` called as
 * the fields of {@link neededBy} are; each is found by an index, so that a page costs a few reads for each of its rows.
 */
export function derivedSql(
  engine: Engine,
  dataset: AnyDataset,
  derived: Derived,
  reader: Actor,
  canonical: boolean,
): RawBuilder<unknown> {
  const other = seenBy(
    derived.kind === 'lookup' ? targetBy(engine, dataset, derived.via) : engine.dataset(derived.of),
    reader,
  );
  const from = sql`from ${sql.table(tableName(other))} as x`;
  const within = sql`not x.deleted and ${scopeCondition(other, reader, 'x')}`;
  if (derived.kind === 'lookup') {
    // Hidden from the reader in its own dataset, it is hidden here.
    if (fieldNamed(other, derived.what).private) return sql`null`;
    const parts = (other.identity.within ?? []).map(
      part => sql<SqlBool>`${column('x', columnName(part))} = d.${sql.id(part)}`,
    );
    const same = sql<SqlBool>`${column('x', columnName(other.identity.value))} = d.${sql.id(derived.via)}`;
    const value = canonical
      ? sql.raw(canonicalColumn(other, derived.what, 'x'))
      : fieldSql(engine, other, derived.what, 'x');
    return sql`(select ${value} ${from} where ${allOf([same, ...parts])} and ${within} limit 1)`;
  }
  const mine = sql`${column('x', columnName(derived.by))} = d.${sql.id(dataset.identity.value)}
    and ${within}${sql.raw(whereSql({ where: derived.where ?? {} }, 'x.'))}`;
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

/** The fields of a dataset that are filled in, with the reference and what it brings. */
export function fillings(dataset: AnyDataset): { name: string; from: string; what: string }[] {
  return Object.entries(dataset.fields).flatMap(([name, { filled }]) =>
    filled ? [{ name, ...filled }] : [],
  );
}

/**
 * New rows with what their references fill in, where they give nothing themselves; one statement for each reference,
 * whatever the number of rows. What the actor may not refer to brings nothing. Answers rows in their order, those of
 * which nothing changes as they are.
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
    const target = targetBy(engine, dataset, from);
    const value = column('x', columnName(target.identity.value));
    const columns = brought.map(
      ({ name, what }) => sql`${sql.raw(canonicalColumn(target, what, 'x'))} as ${sql.id(name)}`,
    );
    const found = await sql<Record<string, unknown>>`
      select distinct on (${value}) ${value} as "filledBy", ${sql.join(columns)}
      from ${sql.table(tableName(target))} as x
      where ${value} = any(${ids}::bigint[]) and not x.deleted and ${scopeCondition(target, actor, 'x', 'choose')}
      order by ${value}`.execute(db);
    const known = new Map(found.rows.map(row => [Number(row.filledBy), row]));
    for (const index of lacking) {
      const row = filled[index];
      const bringing = known.get(Number(row?.[from]));
      if (!row || !bringing) continue;
      const missing = brought.filter(({ name }) => isEmpty(row[name]) && !isEmpty(bringing[name]));
      filled[index] = { ...row, ...Object.fromEntries(missing.map(({ name }) => [name, bringing[name]])) };
    }
  }
  return filled;
}
