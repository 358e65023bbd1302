import { sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import { type ReadyRows, readyRows } from '../../store/added.ts';
import { type UpdateSource, updateSource, type WriteContext } from '../../store/compared.ts';
import { columnName, tableName } from '../../table/naming.ts';
import { serverSideOf } from '../../table/server-side.ts';
import { column, type Tx } from '../../table/sql.ts';
import { transact } from '../../write/transaction.ts';
import type { ReadRow } from '../sheet/row-reader.ts';
import { preferIndexes } from '../write/query-planner.ts';
import { type Existing, findExisting, type MatchRules } from './match.ts';
import { type Plan, type Planner, planChunk, planRows, withFillings } from './plan.ts';

/** A chunk planned before its turn: its changes and matched rows, ready to send. */
export interface Prepared {
  readonly plan: Plan;
  /** True if the rows were looked up, and not supposed to be new. */
  readonly looked: boolean;
  readonly existing: ReadonlyMap<number, Existing>;
  /** Undefined if rules of the dataset may still change the values. */
  readonly inserts: ReadyRows | undefined;
  readonly updates: UpdateSource | undefined;
}

/**
 * Looks up and plans a chunk on a separate connection while earlier chunks are being written. Rows of one file never
 * match each other, so nothing those chunks write is missed; {@link settledPlan} detects changes by others. Locks
 * nothing. Rows that are `supposedNew`, and could all be added, are not looked up: if the table has one of them, its
 * unique index refuses the chunk, which must then be planned again.
 */
export async function prepareChunk(
  write: WriteContext,
  planner: Planner,
  rows: readonly ReadRow[],
  supposedNew = false,
): Promise<Prepared> {
  const { engine, dataset } = write;
  const none: ReadonlyMap<number, Existing> = new Map();
  const supposed = supposedNew
    ? planRows(planner, await withFillings(engine, engine.db, planner, rows, none), none)
    : undefined;
  // A value refused in a new row may be valid in an existing one.
  const holds = supposed?.refused.length === 0;
  const existing = holds
    ? none
    : await transact(engine.db, async db => {
        await preferIndexes(db);
        return findExisting(db, planner.rules, rows, planner.lookUp, 'look');
      });
  const plan = holds
    ? supposed
    : planRows(planner, await withFillings(engine, engine.db, planner, rows, existing), existing);
  const { before } = serverSideOf(engine.servers, dataset);
  return {
    plan,
    looked: !holds,
    existing,
    inserts: before
      ? undefined
      : readyRows(
          engine,
          dataset,
          plan.inserts.map(({ values }) => values),
        ),
    updates: before ? undefined : updateSource(write, plan.updates),
  };
}

/**
 * The plan of a chunk within the transaction that applies it, with the rows to update locked: the prepared plan if
 * every matched row is unchanged, otherwise a new one. Adjusts the planner settings of the transaction when it queries
 * rows.
 */
export async function settledPlan(
  engine: Engine,
  db: Tx,
  planner: Planner,
  rows: readonly ReadRow[],
  prepared: Prepared | undefined,
): Promise<Plan> {
  // A chunk of only new rows has nothing to compare.
  if (prepared?.existing.size === 0) return prepared.plan;
  await preferIndexes(db);
  return prepared && (await stillStand(db, planner.rules, prepared.existing))
    ? prepared.plan
    : planChunk(engine, db, planner, rows);
}

/** Locks rows of the table and returns whether all of them are unchanged since the look-up. */
async function stillStand(
  db: Tx,
  { dataset }: MatchRules,
  existing: ReadonlyMap<number, Existing>,
): Promise<boolean> {
  const met = [...existing.values()];
  const locked = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select 1 from unnest(${met.map(({ key }) => key)}::bigint[], ${met.map(({ version }) => version)}::integer[])
        as r(row_key, version)
      join ${sql.table(tableName(dataset))} as d on ${column('d', columnName(dataset.key))} = r.row_key
      where d.version = r.version and not d.deleted
      for no key update of d
    ) as standing`.execute(db);
  return locked.rows[0]?.count === met.length;
}
