import { registry } from '@yikao/model/contexts/datasets.ts';
import { type AnyDataset, isStored } from '@yikao/model/kernel/dataset.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { columnName, tableName } from '../../../engine/table/naming.ts';
import { allOf, type Condition, column, type Db, readKeys, type Tx } from '../../../engine/table/sql.ts';
import { naturalKeyPart } from '../../../engine/table/tables.ts';
import { openChange } from '../../../engine/write/change.ts';
import { updateLocked } from '../../../engine/write/internal-write.ts';
import { lockRows } from '../../../engine/write/lock-rows.ts';

const { lead, leadFollow } = registry;

/** A field of a dataset that refers to leads. */
interface Reference {
  readonly dataset: AnyDataset;
  readonly field: string;
}

/** Rows that passed from one lead to another: the keys of one dataset, whose field named `leadId` before. */
export interface MovedRows {
  readonly dataset: string;
  readonly field: string;
  readonly leadId: number;
  readonly keys: readonly number[];
}

/** The transaction in which rows pass from lead to lead, and the person who lets them. */
export interface Mover {
  readonly engine: Engine;
  readonly db: Tx;
  readonly actor: Actor;
}

/**
 * Every field that refers to leads. Conversations come last: calls and texts lock their own rows before they write
 * theirs, so that all of them are seen.
 */
function referencesTo(engine: Engine): Reference[] {
  const all = engine.datasets.flatMap(dataset =>
    Object.entries(dataset.fields).flatMap(([name, field]) =>
      field.kind === 'ref' && field.to === lead.name && isStored(field) ? [{ dataset, field: name }] : [],
    ),
  );
  const isLast = ({ dataset }: Reference) => Number(dataset.name === leadFollow.name);
  return all.sort((one, other) => isLast(one) - isLast(other));
}

/**
 * The keys of the rows of a condition that can name another lead: not those that would repeat the key of another row,
 * or name one lead twice.
 */
function movable(
  engine: Engine,
  db: Db,
  { dataset, field }: Reference,
  which: (alias: string) => Condition,
  to: number,
): Promise<number[]> {
  const table = sql.table(tableName(dataset));
  const [key, otherKey] = [column('d', columnName(dataset.key)), column('x', columnName(dataset.key))];
  const twice = referencesTo(engine)
    .filter(other => other.dataset.name === dataset.name && other.field !== field)
    .map(other => sql<SqlBool>`${column('d', columnName(other.field))} is distinct from ${to}`);
  const parts = dataset.naturalKey.filter(name => name !== dataset.key && name !== field);
  const same = parts.map(name => {
    const part = (alias: string) => sql.raw(naturalKeyPart(dataset, name, `${alias}.`));
    return sql<SqlBool>`${part('x')} = ${part('d')}`;
  });
  const repeats = dataset.naturalKey.includes(field)
    ? sql<SqlBool>`exists (select 1 from ${table} as x where not x.deleted and ${allOf(same)}
        and (${column('x', columnName(field))} = ${to} or (${which('x')} and ${otherKey} < ${key})))`
    : sql<SqlBool>`false`;
  return readKeys(
    db,
    sql`select ${key} as key from ${table} as d
      where ${which('d')} and ${allOf(twice)} and not d.deleted and not ${repeats} order by 1`,
  );
}

/** Lets rows name another lead, with their history; returns them by the lead that they named. */
async function move(
  { engine, db, actor }: Mover,
  { dataset, field }: Reference,
  keys: readonly number[],
  { from, to }: { readonly from: readonly number[]; readonly to: number },
): Promise<MovedRows[]> {
  if (keys.length === 0) return [];
  const change = await openChange(engine, db, dataset, { actor, now: engine.clock.now() });
  const rows = await lockRows(engine, db, dataset, keys, actor);
  const leadOf = (row: (typeof rows)[number]) => Number(row[field]);
  const moved = rows.filter(row => from.includes(leadOf(row)));
  await updateLocked(
    engine,
    db,
    dataset,
    moved.map(row => ({ row, values: { [field]: to } })),
    { by: actor, change },
  );
  return [...Map.groupBy(moved, leadOf)].map(([leadId, some]) => ({
    dataset: dataset.name,
    field,
    leadId,
    keys: some.map(({ rowKey }) => rowKey),
  }));
}

/** Lets all rows that refer to some leads refer to another one; returns those that do now. */
export async function moveRows(mover: Mover, from: readonly number[], to: number): Promise<MovedRows[]> {
  const moved: MovedRows[] = [];
  for (const reference of referencesTo(mover.engine)) {
    const which = (alias: string) =>
      sql<SqlBool>`${column(alias, columnName(reference.field))} = any(${[...from]}::bigint[])`;
    const keys = await movable(mover.engine, mover.db, reference, which, to);
    moved.push(...(await move(mover, reference, keys, { from, to })));
  }
  return moved;
}

/** Gives rows back that passed to a lead and still refer to it. */
export async function moveRowsBack(mover: Mover, moved: MovedRows, from: number): Promise<void> {
  const reference = { dataset: mover.engine.dataset(moved.dataset), field: moved.field };
  const key = columnName(reference.dataset.key);
  const which = (alias: string) =>
    sql<SqlBool>`${column(alias, key)} = any(${[...moved.keys]}::bigint[])
      and ${column(alias, columnName(moved.field))} = ${from}`;
  const keys = await movable(mover.engine, mover.db, reference, which, moved.leadId);
  await move(mover, reference, keys, { from: [from], to: moved.leadId });
}

/** An order that counts for a lead. */
export interface LeadOrder {
  readonly bizType: number;
  readonly orderId: number;
  readonly leadId: number;
}

/**
 * Locks the orders that count for leads. It comes before the leads are locked, as a refund does it.
 */
export async function lockOrders(db: Tx, leadIds: readonly number[]): Promise<readonly LeadOrder[]> {
  const found = await sql<LeadOrder>`
    select biz_type, order_id, lead_id from t_lead_order where lead_id = any(${[...leadIds]}::bigint[])
    order by biz_type, order_id for update`.execute(db);
  return found.rows;
}

/** Lets an order count for another lead. */
export async function moveOrder(db: Db, order: LeadOrder, to: number): Promise<void> {
  await sql`
    update t_lead_order set lead_id = ${to}
    where biz_type = ${order.bizType} and order_id = ${order.orderId} and lead_id = ${order.leadId}`.execute(
    db,
  );
}
