import { leadSteps } from '@yikao/model/contexts/crm/lead.machine.ts';
import { mergeUndoDays } from '@yikao/model/contexts/crm/rules/merge-leads.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { numbersOf, numbersText } from '@yikao/model/contexts/shared/rules/several-numbers.ts';
import { failure } from '@yikao/model/errors.ts';
import { compare } from '@yikao/model/rules/money.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { restoreWithin } from '../../../engine/jobs/undo/restore.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import { takeStep } from '../../../engine/steps/take-step.ts';
import { type Db, isTrue } from '../../../engine/table/sql.ts';
import { lostReferences } from '../../../engine/write/living-references.ts';
import { type LockedRow, lockRows } from '../../../engine/write/lock-rows.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { soldBy } from '../lead-orders.ts';
import { codeOf, type MergeValues, unmet } from './merge-leads.ts';
import { lockOrders, moveOrder, moveRowsBack } from './moved-rows.ts';
import {
  endMerge,
  type LeadMerge,
  leadNames,
  lockMerge,
  type OtherLead,
  undoableSince,
} from './stored-merge.ts';

const { lead } = registry;

type LeadRow = LockedRow<typeof lead>;
type LeadState = LeadRow['leadStatus'];

const won = codeOf('won');
/** Codes of the states of a lead that a salesperson follows up. */
const open: readonly number[] = [codeOf('assigned'), codeOf('following'), codeOf('interested')];

/**
 * Undoes a merge of leads: those in the trash come back with their own children, and values that nobody has changed
 * since go back; later work stays with the lead that stayed. Of several merges into one lead the latest is undone
 * first. Throws `notFound` for one whose leads are out of the actor's reach, `unmetNeeds` with the reason, and
 * `duplicate` if another lead has the number of one that would come back.
 */
export async function undoMerge(
  engine: Engine,
  actor: Actor,
  mergeId: number,
): Promise<{ readonly leadId: number; readonly count: number }> {
  return transact(engine.db, async db => {
    const now = engine.clock.now();
    const merge = await lockMerge(db, mergeId);
    if (!merge) throw failure('notFound');
    const { leadId } = merge;
    const otherIds = merge.others.map(other => other.leadId);
    await lockOrders(db, [leadId, ...otherIds]);
    await sql`
      select 1 from t_lead where lead_id = any(${[leadId, ...otherIds]}::bigint[])
      order by lead_id for update`.execute(db);
    const within = { condition: scopeCondition(lead, actor, 'd', 'write') };
    const [stays] = await lockRows(engine, db, lead, [leadId], actor, within);
    const living = await lockRows(engine, db, lead, otherIds, actor, within);
    const inTrash = await lockRows(engine, db, lead, otherIds, actor, { ...within, trashed: true });
    if (!stays || living.length + inTrash.length < otherIds.length) throw failure('notFound');
    await assertUndoable(db, merge, now);
    const versions = new Map(merge.others.map(other => [other.leadId, other.version]));
    // A lead that was restored and deleted again since was deleted for another reason.
    const lying = inTrash.filter(row => versions.get(row.rowKey) === row.version).map(({ rowKey }) => rowKey);
    if (lying.length > 0) await restoreWithin(engine, db, lead, actor, lying);
    const back = [...living.map(({ rowKey }) => rowKey), ...lying];

    for (const moved of merge.moved)
      if (back.includes(moved.leadId)) await moveRowsBack({ engine, db, actor }, moved, leadId);
    for (const order of merge.orders)
      if (back.includes(order.leadId)) await moveOrder(db, { ...order, leadId }, order.leadId);
    const names = await leadNames(db, [leadId, ...otherIds]);
    const nameOf = (key: number) => names.get(key) ?? String(key);
    const by = { kind: 'step', actor } as const;
    for (const row of await lockRows(engine, db, lead, back, actor)) {
      const other = merge.others.find(one => one.leadId === row.rowKey);
      if (!other) continue;
      const { orderAmount, endState } = await soldAgain(db, merge, other, row);
      const given = { ...valuesOf(row), orderAmount, endState, mergedLeads: nameOf(leadId) };
      await takeStep(engine, leadSteps, 'undoMerge', { keys: row.rowKey, given, by, within: db });
    }
    const given = await formerValues(engine, db, merge, stays, back);
    const mergedLeads = otherIds.map(nameOf).join('、');
    await takeStep(engine, leadSteps, 'undoMerge', {
      keys: leadId,
      given: { ...given, mergedLeads },
      by,
      within: db,
    });
    await endMerge(db, mergeId, actor, now);
    return { leadId, count: back.length };
  });
}

/** Refuses a merge that was undone, is too old, or was followed by another one into the same lead. */
async function assertUndoable(db: Db, merge: LeadMerge, now: Date): Promise<void> {
  if (merge.undoTime !== null) throw unmet('这次合并已经撤销', 'This merge has been undone already');
  if (merge.createTime < undoableSince(now))
    throw unmet(
      `合并已超过 ${mergeUndoDays} 天，不能撤销`,
      `A merge can be undone within ${mergeUndoDays} days`,
    );
  const later = sql<SqlBool>`exists (select 1 from t_lead_merge
    where lead_id = ${merge.leadId} and merge_id > ${merge.mergeId} and undo_time is null)`;
  if (await isTrue(db, later))
    throw unmet('请先撤销这条线索之后的合并', 'Undo the later merges of this lead first');
}

/** The columns of a lead that an undo may set, as they are. */
function valuesOf(row: LeadRow): MergeValues {
  const { studentName, gender, provinceId, cityId, jointCategoryId, highSchool, agentName, sourceId } = row;
  const { otherSourceIds, otherMobiles, channelId, userId, intent, saleUserId, assignTime } = row;
  const { lastFollowTime, nextFollowTime, wxAdded, tags, orderAmount, invalidReason, remark } = row;
  return {
    ...{ studentName, gender, provinceId, cityId, jointCategoryId, highSchool, agentName, sourceId },
    ...{ otherSourceIds, otherMobiles, channelId, userId, intent, saleUserId, assignTime },
    ...{ lastFollowTime, nextFollowTime, wxAdded, tags, orderAmount, invalidReason, remark },
  };
}

/** The amount and the state of a lead that comes back: by its orders, of which some may have been refunded since. */
async function soldAgain(db: Db, merge: LeadMerge, other: OtherLead, row: LeadRow) {
  const hadOrders = merge.orders.some(({ leadId }) => leadId === other.leadId);
  const orderAmount = hadOrders ? await soldBy(db, other.leadId) : other.orderAmount;
  const isSold = !hadOrders || compare(orderAmount ?? '0', '0') > 0;
  const endState =
    other.leadStatus === won && isSold && row.leadStatus !== codeOf('invalid') ? won : row.leadStatus;
  return { orderAmount, endState };
}

/** Fields that go back together, and only if nobody has changed one of them. */
const together = [['provinceId', 'cityId', 'jointCategoryId']] as const;

/** The values that the lead that stays gets back. */
async function formerValues(
  engine: Engine,
  db: Db,
  merge: LeadMerge,
  stays: LeadRow,
  back: readonly number[],
): Promise<MergeValues & { readonly endState: LeadState }> {
  const current: Readonly<Record<string, unknown>> = stays;
  // The values were stored by the fields of the same row.
  const [before, after] = ([0, 1] as const).map(side =>
    Object.fromEntries(Object.entries(merge.changes).map(([name, pair]) => [name, pair[side]])),
  ) as [LeadRow, LeadRow];
  const merged: Readonly<Record<string, unknown>> = after;
  const isUnchanged = (name: string) =>
    JSON.stringify(current[name] ?? null) === JSON.stringify(merged[name] ?? null);
  const names = Object.keys(merge.changes).filter(name => {
    const group: readonly string[] = together.find(one => one.some(field => field === name)) ?? [name];
    return group.every(isUnchanged);
  });
  const former: Readonly<Record<string, unknown>> = before;
  const values = { ...stays, ...Object.fromEntries(names.map(name => [name, former[name] ?? null])) };
  // Rows that were deleted since are not referred to again.
  for (const { name } of await lostReferences(engine, db, lead, [values], names)) {
    Object.assign(values, { [name]: current[name] });
  }
  const orderAmount = await amountOf(db, stays, before, after);
  const state = formerState(stays, { before, after, orderAmount });
  return {
    ...valuesOf(values),
    otherSourceIds: withoutAdded(stays.otherSourceIds, before.otherSourceIds, after.otherSourceIds),
    otherMobiles: await numbersLeft(db, stays, before, back),
    orderAmount,
    ...state,
    nextFollowTime: open.includes(state.endState) ? values.nextFollowTime : null,
  };
}

/** A list without the entries that a merge added to it. */
function withoutAdded(
  current: readonly number[] | null,
  before: readonly number[] | null,
  after: readonly number[] | null,
): readonly number[] | null {
  const added = (after ?? []).filter(one => !before?.includes(one));
  const left = (current ?? []).filter(one => !added.includes(one));
  return left.length === 0 ? null : left;
}

/** The further numbers of the lead that stayed, without those of the leads that came back. */
async function numbersLeft(
  db: Db,
  stays: LeadRow,
  before: LeadRow,
  back: readonly number[],
): Promise<string | null> {
  const found = await sql<{ mobile: string; otherMobiles: string | null }>`
    select mobile, other_mobiles from t_lead where lead_id = any(${[...back]}::bigint[])`.execute(db);
  const theirs = found.rows.flatMap(row => [row.mobile, ...numbersOf(row.otherMobiles)]);
  const own = numbersOf(before.otherMobiles);
  return numbersText(
    numbersOf(stays.otherMobiles),
    theirs.filter(number => !own.includes(number)),
  );
}

/** The amount for which the lead that stayed is sold without the others: by its orders, if it has some. */
async function amountOf(db: Db, stays: LeadRow, before: LeadRow, after: LeadRow): Promise<string | null> {
  const isOwn = await isTrue(db, sql`exists (select 1 from t_lead_order where lead_id = ${stays.leadId})`);
  if (isOwn || stays.orderAmount !== after.orderAmount) return soldBy(db, stays.leadId);
  return before.orderAmount;
}

/** The state of the lead that stayed, with what changes with it. */
function formerState(
  stays: LeadRow,
  {
    before,
    after,
    orderAmount,
  }: { readonly before: LeadRow; readonly after: LeadRow; readonly orderAmount: string | null },
) {
  const { leadStatus: endState, saleUserId, assignTime, invalidReason } = stays;
  const now = { endState, saleUserId, assignTime, invalidReason };
  const isSold = compare(orderAmount ?? '0', '0') > 0;
  if (endState === won && (isSold || before.leadStatus === won))
    return { ...now, ...sellerOf(stays, before, after) };
  if (endState !== after.leadStatus || saleUserId !== after.saleUserId) {
    // It was won by an order that is another lead's again.
    if (endState !== won) return now;
    return { ...now, endState: codeOf(saleUserId === null ? 'lost' : 'interested') };
  }
  return {
    endState: before.leadStatus,
    saleUserId: before.saleUserId,
    assignTime: before.assignTime,
    invalidReason: before.invalidReason,
  };
}

/** The salesperson of a lead that stays won: the former one, unless somebody has changed it. */
function sellerOf(stays: LeadRow, before: LeadRow, after: LeadRow) {
  return stays.saleUserId === after.saleUserId && before.saleUserId !== null
    ? { saleUserId: before.saleUserId, assignTime: before.assignTime }
    : {};
}
