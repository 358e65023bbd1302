import { sql } from 'kysely';
import type { Engine } from '../../engine.ts';
import { columnName, tableName } from '../../naming.ts';
import { serverSideOf } from '../../server-side.ts';
import { column, type Db } from '../../sql.ts';
import type { ReadRow } from '../sheet/row-reader.ts';
import {
  type InsertSource,
  insertSource,
  type UpdateSource,
  updateSource,
  type WriteContext,
} from '../write/apply.ts';
import { preferIndexes } from '../write/query-planner.ts';
import { type Existing, findExisting, type MatchRules } from './match.ts';
import { type Plan, type Planner, planChunk, planRows, withFillings } from './plan.ts';

/** The plan of a chunk before its turn has come: its work, by the rows it met, ready to be sent. */
export interface Prepared {
  readonly plan: Plan;
  /** Whether the rows were looked up, and not supposed to be new. */
  readonly looked: boolean;
  readonly existing: ReadonlyMap<number, Existing>;
  /** Undefined where rules of the dataset may still change the values. */
  readonly inserts: InsertSource | undefined;
  readonly updates: UpdateSource | undefined;
}

/**
 * Looks a chunk's rows up and plans it on a connection of its own while the chunks before it are being written. Rows
 * of one file never meet each other, so nothing that those chunks write is missed; what others write meanwhile is
 * noticed by {@link settledPlan}. Locks nothing. Rows that are `supposedNew`, and could all be added, are not looked
 * up: should the table have one of them, its unique index refuses the chunk, which is then to be done without having
 * been prepared.
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
    ? planRows(engine, planner, await withFillings(engine, engine.db, planner, rows, none), none)
    : undefined;
  // What a new row would be refused for may be right for one that the table has.
  const holds = supposed?.refused.length === 0;
  const existing = holds
    ? none
    : await engine.db.transaction().execute(async db => {
        await preferIndexes(db);
        return findExisting(db, planner.rules, rows, planner.lookUp, 'look');
      });
  const plan = holds
    ? supposed
    : planRows(engine, planner, await withFillings(engine, engine.db, planner, rows, existing), existing);
  const { beforeInsert, before } = serverSideOf(engine.servers, dataset);
  return {
    plan,
    looked: !holds,
    existing,
    inserts: beforeInsert || before ? undefined : insertSource(dataset, plan.inserts),
    updates: before ? undefined : updateSource(write, plan.updates),
  };
}

/**
 * The plan of a chunk in the transaction that carries it out, with the rows it sets locked: the prepared one where
 * every row it met still stands as it was met, otherwise one made anew. Steers the transaction where it looks at rows.
 */
export async function settledPlan(
  engine: Engine,
  db: Db,
  planner: Planner,
  rows: readonly ReadRow[],
  prepared: Prepared | undefined,
): Promise<Plan> {
  // A chunk of new rows alone has nothing to look at.
  if (prepared?.existing.size === 0) return prepared.plan;
  await preferIndexes(db);
  return prepared && (await stillStand(db, planner.rules, prepared.existing))
    ? prepared.plan
    : planChunk(engine, db, planner, rows);
}

/** Locks rows of the table and tells whether all of them still are what they were when they were looked up. */
async function stillStand(
  db: Db,
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
      for update of d
    ) as standing`.execute(db);
  return locked.rows[0]?.count === met.length;
}
