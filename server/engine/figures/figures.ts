import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../table/sql.ts';

/**
 * A figure that is computed once and published, printed or paid later: a result, a ticket. It keeps a digest of the data
 * that it was computed from (`t_figure_basis`), which is compared in the transaction that uses it.
 * See `docs/architecture/figures.md`.
 */
export interface Figure {
  /** Its name in the table; never renamed. */
  readonly name: string;
  /**
   * The query of the present data of rows, in one statement. Columns: `row_id`, `whole_id` (the row that the figure is
   * used with, such as the exam of a result), `basis` (`md5` of all that the figure depends on). A row that has gone has
   * no line.
   */
  basisOf(keys: readonly number[]): RawBuilder<unknown>;
}

/** Records the data from which the figures of these rows were computed just now. */
export async function recordFigures(
  db: Db,
  { name, basisOf }: Figure,
  keys: readonly number[],
  now: Date,
): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    insert into t_figure_basis as f (figure, row_id, whole_id, basis, made_time)
    select ${name}, row_id, whole_id, basis, ${now}::timestamptz from (${basisOf(keys)}) as made order by row_id
    on conflict (figure, row_id) do update set whole_id = excluded.whole_id, basis = excluded.basis,
      made_time = excluded.made_time, outdated_time = null`.execute(db);
}

/**
 * Returns the rows whose figure was computed from other data than the present, or was never recorded. Call it under the
 * lock that every change of the data takes, in the transaction that uses the figure.
 */
export async function outdatedFigures(
  db: Db,
  { name, basisOf }: Figure,
  keys: readonly number[],
): Promise<Set<number>> {
  if (keys.length === 0) return new Set();
  const found = await sql<{ rowId: number }>`
    select k.id as row_id from unnest(${[...keys]}::bigint[]) as k(id)
      left join (${basisOf(keys)}) as present on present.row_id = k.id
      left join t_figure_basis as f on f.figure = ${name} and f.row_id = k.id
    where present.basis is distinct from f.basis or f.basis is null`.execute(db);
  return new Set(found.rows.map(({ rowId }) => rowId));
}

/** Records that figures are used as they are now: `used` is a query with the columns `row_id` and `used` (JSON). */
export async function recordUse(
  db: Db,
  { name }: Figure,
  used: RawBuilder<unknown>,
  now: Date,
): Promise<void> {
  await sql`
    update t_figure_basis as f set used = u.used, used_time = ${now} from (${used}) as u
    where f.figure = ${name} and f.row_id = u.row_id`.execute(db);
}

/**
 * Compares the figures in use of these wholes with the present data, and stores which are outdated since when. Returns
 * the number of outdated figures of each whole that has newly outdated ones.
 */
export async function refreshOutdated(
  db: Db,
  { name, basisOf }: Figure,
  wholes: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  const recorded = await sql<{ rowId: number }>`
    select row_id from t_figure_basis
    where figure = ${name} and whole_id = any(${[...wholes]}::bigint[])`.execute(db);
  const keys = recorded.rows.map(({ rowId }) => rowId);
  if (keys.length === 0) return new Map();
  const moved = await sql<{ wholeId: number; outdated: boolean }>`
    update t_figure_basis as f
    set outdated_time = case when present.basis is distinct from f.basis then ${now}::timestamptz end
    from unnest(${keys}::bigint[]) as k(id) left join (${basisOf(keys)}) as present on present.row_id = k.id
    where f.figure = ${name} and f.row_id = k.id
      and (f.outdated_time is null) <> (present.basis is not distinct from f.basis)
    returning f.whole_id, f.outdated_time is not null as outdated`.execute(db);
  const newly = new Map<number, number>();
  for (const { wholeId, outdated } of moved.rows)
    if (outdated) newly.set(wholeId, (newly.get(wholeId) ?? 0) + 1);
  return newly;
}

/** The number of outdated figures of the whole with this key, as an expression. */
export function outdatedCount({ name }: Figure, key: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select count(*)::integer from t_figure_basis as f
    where f.figure = ${sql.lit(name)} and f.whole_id = ${key} and f.outdated_time is not null)`;
}
