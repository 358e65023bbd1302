import { registry } from '@yikao/model/contexts/datasets.ts';
import type { SettleTotals } from '@yikao/model/contexts/settlement/rules/commission.ts';
import { settleStatus } from '@yikao/model/contexts/settlement/settlement.codes.ts';
import type { AnyDataset, DraftOf } from '@yikao/model/kernel/dataset.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Filled } from '../../engine/table/columns.ts';
import { type Db, readKeys, type Tx } from '../../engine/table/sql.ts';
import { openChange } from '../../engine/write/change.ts';
import { insertRows, updateLocked } from '../../engine/write/internal-write.ts';
import { type LockedRow, lockRows } from '../../engine/write/lock-rows.ts';
import { type SettleItem, type SettlePeriod, settleLines, totalsOf } from './settle-lines.ts';

const settleIs = codesOf(settleStatus);

const { partnersSettle, settleItem } = registry;

/** Values of a line that no longer applies. */
const letGo = { live: 0 } as const;

/** A settlement whose lines are written. */
export interface Settlement extends SettlePeriod {
  readonly settleId: number;
  readonly adjustAmount: string | null;
}

/** Keys of a table's rows that meet a condition. */
async function keysWhere(db: Db, key: string, table: string, condition: ReturnType<typeof sql<SqlBool>>) {
  return readKeys(
    db,
    sql`select ${sql.id(key)} as key from ${sql.table(table)} where ${condition} and not deleted`,
  );
}

/** Sets separate values of rows, in one statement with their history. */
async function set<D extends AnyDataset>(
  engine: Engine,
  db: Tx,
  dataset: D,
  keys: readonly number[],
  by: Actor,
  values: (row: NoInfer<LockedRow<D>>) => NoInfer<DraftOf<D>>,
): Promise<void> {
  if (keys.length === 0) return;
  const change = await openChange(engine, db, dataset, { actor: by, now: engine.clock.now() });
  const rows = await lockRows(engine, db, dataset, keys, by);
  await updateLocked(
    engine,
    db,
    dataset,
    rows.map(row => ({ row, values: values(row) })),
    { by, change },
  );
}

/** The key of a line: one of a kind for an order, or for an earlier settlement. */
function nameOf(line: Pick<SettleItem, 'itemKind' | 'orderId' | 'carriedFrom'>): string {
  return `${line.itemKind} ${line.orderId ?? ''} ${line.carriedFrom ?? ''}`;
}

/**
 * Updates the lines of a draft to their current values, and returns its sums. Lock the partner first. Obsolete lines
 * are no longer in force and release what they held.
 */
export async function writeLines(
  engine: Engine,
  db: Tx,
  settlement: Settlement,
  by: Actor,
): Promise<SettleTotals> {
  const { settleId } = settlement;
  const lines = await settleLines(db, settlement);
  const wanted = new Map(lines.map(line => [nameOf(line), line]));
  const keys = await keysWhere(
    db,
    'item_id',
    't_settle_item',
    sql<SqlBool>`settle_id = ${settleId} and live = 1`,
  );
  const held = new Set<string>();
  await set(engine, db, settleItem, keys, by, row => {
    const name = nameOf(row);
    held.add(name);
    const line = wanted.get(name);
    return line ? { ...line } : letGo;
  });
  const added = lines.filter(line => !held.has(nameOf(line)));
  await insertRows(
    engine,
    db,
    settleItem,
    added.map(line => ({ ...line, settleId })),
    { by },
  );
  await carry(
    engine,
    db,
    settleId,
    lines.flatMap(({ carriedFrom }) => carriedFrom ?? []),
    by,
  );
  return totalsOf(lines, settlement.adjustAmount);
}

/** Marks earlier settlements as carried by this one, and removes the mark from those it no longer carries. */
async function carry(
  engine: Engine,
  db: Tx,
  settleId: number,
  from: readonly number[],
  by: Actor,
): Promise<void> {
  const before = await keysWhere(
    db,
    'settle_id',
    't_partners_settle',
    sql<SqlBool>`carried_to = ${settleId}`,
  );
  const moved = [...new Set([...before, ...from])].filter(key => before.includes(key) !== from.includes(key));
  await set(engine, db, partnersSettle, moved, by, row => ({
    carriedTo: from.includes(row.rowKey) ? settleId : null,
  }));
}

/**
 * Releases everything a settlement holds: its orders, and the earlier settlements it carries. Lock the partner first.
 */
export async function releaseLines(engine: Engine, db: Tx, settleId: number, by: Actor): Promise<void> {
  const keys = await keysWhere(
    db,
    'item_id',
    't_settle_item',
    sql<SqlBool>`settle_id = ${settleId} and live = 1`,
  );
  await set(engine, db, settleItem, keys, by, () => letGo);
  await carry(engine, db, settleId, [], by);
}

/**
 * Recalculates the drafts that hold any of these orders. Lock the partners first, so that no draft is submitted
 * meanwhile.
 */
export async function refreshDrafts(
  engine: Engine,
  db: Tx,
  orderIds: readonly number[],
  by: Actor,
): Promise<void> {
  if (orderIds.length === 0) return;
  const drafts = await keysWhere(
    db,
    'settle_id',
    't_partners_settle',
    sql<SqlBool>`settle_status = ${settleIs.draft} and settle_id in (select settle_id from t_settle_item
      where order_id = any(${[...orderIds]}::bigint[]) and live = 1 and not deleted)`,
  );
  await redraw(engine, db, drafts, by);
}

/** The orders that settlements have or had lines of. */
export async function ordersIn(db: Db, settleIds: readonly number[]): Promise<number[]> {
  const found = await sql<Filled<typeof settleItem, 'orderId'>>`
    select distinct order_id from t_settle_item
    where settle_id = any(${[...settleIds]}::bigint[]) and order_id is not null`.execute(db);
  return found.rows.map(row => row.orderId);
}

/**
 * Updates lines and sums of drafts to their current values, even if they share orders with others. Lock the partners
 * first.
 */
export async function redraw(engine: Engine, db: Tx, keys: readonly number[], by: Actor): Promise<void> {
  for (const key of keys) {
    const change = await openChange(engine, db, partnersSettle, { actor: by, now: engine.clock.now() });
    const [row] = await lockRows(engine, db, partnersSettle, [key], by);
    if (row?.settleStatus !== settleStatus.is.draft) continue;
    const values = await writeLines(engine, db, settlementOf(row), by);
    await updateLocked(engine, db, partnersSettle, [{ row, values }], { by, change });
  }
}

/** A locked row of the settlements, as its lines look at it. */
function settlementOf(row: LockedRow<typeof partnersSettle>): Settlement {
  const { partnersId, channelId, periodStart, periodEnd, adjustAmount } = row;
  return { settleId: row.rowKey, partnersId, channelId, periodStart, periodEnd, adjustAmount };
}
