import { leadStatus } from '@yikao/model/contexts/crm/crm.codes.ts';
import { leadSteps } from '@yikao/model/contexts/crm/lead.machine.ts';
import type { MergeAsk } from '@yikao/model/contexts/crm/lead-merge.calls.ts';
import {
  canKeep,
  keptFrom,
  type MergedField,
  type Merging,
  mergeCounts,
  mergedState,
  soldTogether,
} from '@yikao/model/contexts/crm/rules/merge-leads.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { numbersOf, numbersText } from '@yikao/model/contexts/shared/rules/several-numbers.ts';
import { failure } from '@yikao/model/errors.ts';
import type { GivenTo } from '@yikao/model/kernel/steps.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { limits } from '@yikao/model/limits.ts';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Changes } from '../../../engine/history/history.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { scopeCondition } from '../../../engine/scope/scope.ts';
import { takeStep } from '../../../engine/steps/take-step.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { openChange } from '../../../engine/write/change.ts';
import { type LockedRow, lockRows } from '../../../engine/write/lock-rows.ts';
import { removeRows } from '../../../engine/write/remove.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { sellersReach } from '../lead-sellers.ts';
import { lockOrders, moveOrder, moveRows } from './moved-rows.ts';
import { keepMerge, leadNames } from './stored-merge.ts';

const { lead } = registry;

type LeadRow = LockedRow<typeof lead>;

/** The columns of a lead that a merge, or its undo, sets. */
export type MergeValues = Omit<GivenTo<typeof leadSteps, 'merge'>, 'mergedLeads' | 'endState'>;

/**
 * Merges leads that are one person (domain M1): everything that belongs to the others passes to the one that stays, and
 * they go to the trash. Throws `notFound` for leads out of the actor's reach, `staleVersion` if one has changed since it
 * was seen, and `unmetNeeds` for leads of different partners and for a salesperson who could not see the result.
 */
export async function mergeLeads(
  engine: Engine,
  actor: Actor,
  { leadId, ids, choice = {}, versions = {} }: MergeAsk,
): Promise<{ readonly leadId: number; readonly mergeId: number }> {
  const otherIds = [...new Set(ids)].filter(one => one !== leadId);
  if (otherIds.length < mergeCounts.min - 1) throw wrong('ids', '请再选一条线索', 'must name another lead');
  return transact(engine.db, async db => {
    const now = engine.clock.now();
    const keys = [leadId, ...otherIds];
    // Orders, then leads, then what refers to them.
    await lockOrders(db, keys);
    const change = await openChange(engine, db, lead, { actor, now });
    const condition = scopeCondition(lead, actor, 'd', 'write');
    const leads = await lockRows(engine, db, lead, keys, actor, { condition });
    const stays = leads.find(({ rowKey }) => rowKey === leadId);
    if (!stays || leads.length < keys.length) throw failure('notFound');
    const isStale = ({ rowKey, version }: LeadRow) => (versions[rowKey] ?? version) !== version;
    if (leads.some(isStale)) throw failure('staleVersion');
    assertOnePartner(leads);
    const merging = { leads, stays, choice };
    const values = mergedValues(merging);
    const sees = await seenBySeller(db, values.saleUserId, keptFrom(merging, 'saleUserId'));
    const names = await leadNames(db, keys);
    const nameOf = (key: number) => names.get(key) ?? String(key);
    const by = { kind: 'step', actor } as const;

    await takeStep(engine, leadSteps, 'joinOther', {
      keys: otherIds,
      given: { orderAmount: null, keptLead: nameOf(leadId) },
      by: { ...by, cause: 'lead.merge' },
      within: db,
    });
    const gone = await removeRows({ engine, db, dataset: lead, actor, change }, otherIds);
    await change.settle('deleted', gone);
    const moved = await moveRows({ engine, db, actor }, otherIds, leadId);
    const orders = await lockOrders(db, otherIds);
    for (const order of orders) await moveOrder(db, order, leadId);

    const endState = codeOf(mergedState(leads));
    const mergedLeads = otherIds.map(nameOf).join('、');
    await takeStep(engine, leadSteps, 'merge', {
      keys: leadId,
      given: { ...values, mergedLeads, endState },
      by,
      within: db,
    });
    if (sees && !(await seenBySeller(db, values.saleUserId, stays)))
      throw unmet(
        '留下的销售看不到合并后的省份，请改选销售或省份',
        'The salesperson who is kept cannot see the province that is kept; choose another salesperson or province',
      );
    const changes = pairs(stays, { ...values, leadStatus: endState });
    const others = await trashed(db, leads, otherIds);
    const mergeId = await keepMerge(db, { leadId, changes, others, moved, orders }, { actor, now });
    return { leadId, mergeId };
  });
}

/** Refuses leads of different partners: which of them keeps a person is decided by a transfer (domain 0.7, 14). */
function assertOnePartner(leads: readonly LeadRow[]): void {
  if (new Set(leads.map(({ partnersId }) => partnersId ?? 0)).size > 1)
    throw unmet(
      '所选线索属于不同的合伙人，不能合并',
      'The leads belong to different partners and cannot be merged',
    );
}

/** The values of the lead that stays: of each field the kept one, of lists and amounts all together. */
function mergedValues(merging: Merging<LeadRow>): MergeValues {
  const { leads, stays } = merging;
  const of = <F extends MergedField>(field: F): LeadRow[F] | null =>
    (keptFrom(merging, field) ?? (canKeep(merging, field, stays) ? stays : undefined))?.[field] ?? null;
  const others = leads.filter(one => one !== stays);
  const sourceId = of('sourceId') ?? stays.sourceId;
  const sources = [stays, ...others].flatMap(one => [one.sourceId, ...(one.otherSourceIds ?? [])]);
  const otherSourceIds = [...new Set(sources)].filter(source => source !== sourceId);
  const numbers = [
    ...numbersOf(stays.otherMobiles),
    ...others.flatMap(one => [one.mobile, ...numbersOf(one.otherMobiles)]),
  ];
  const otherMobiles = numbersText(numbers, [stays.mobile]);
  if ((otherMobiles?.length ?? 0) > limits.otherMobiles)
    throw unmet('合并后的手机号太多', 'The merged lead would have too many mobile numbers');
  const seller = keptFrom(merging, 'saleUserId');
  const saleUserId = seller?.saleUserId ?? null;
  const times = leads.flatMap(one => one.lastFollowTime ?? []).sort();
  return {
    studentName: of('studentName'),
    gender: of('gender'),
    provinceId: of('provinceId'),
    cityId: of('cityId'),
    jointCategoryId: of('jointCategoryId'),
    highSchool: of('highSchool'),
    agentName: of('agentName'),
    sourceId,
    otherSourceIds: otherSourceIds.length === 0 ? null : otherSourceIds,
    otherMobiles,
    channelId: of('channelId'),
    userId: of('userId'),
    intent: of('intent'),
    saleUserId,
    assignTime: (saleUserId === stays.saleUserId ? stays : seller)?.assignTime ?? null,
    lastFollowTime: times.at(-1) ?? null,
    nextFollowTime: of('nextFollowTime'),
    wxAdded: of('wxAdded'),
    tags: of('tags'),
    orderAmount: soldTogether(leads.map(one => one.orderAmount)),
    invalidReason: mergedState(leads) === 'invalid' ? stays.invalidReason : null,
    remark: of('remark'),
  };
}

/** Reports whether a salesperson, if there is one, sees a lead. */
async function seenBySeller(db: Db, saleUserId: number | null, of: LeadRow | undefined): Promise<boolean> {
  if (saleUserId === null || !of) return false;
  return (await sellersReach(db, [saleUserId], [of.rowKey])).get(saleUserId)?.has(of.rowKey) === true;
}

/** The code of a state by its name. */
export function codeOf(state: ReturnType<typeof mergedState>): LeadRow['leadStatus'] {
  const found = leadStatus.items.find(item => item.name === state);
  if (!found) throw new Error(`${state} is no state of a lead`);
  return found.code;
}

/** The values that a row had and has now, by field, whether they differ or not. */
function pairs(before: LeadRow, after: MergeValues & Pick<LeadRow, 'leadStatus'>): Changes {
  const former: Readonly<Record<string, unknown>> = before;
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, [former[name] ?? null, value]]),
  );
}

/** The leads that were merged into another one, as they lie in the trash. */
async function trashed(db: Db, leads: readonly LeadRow[], keys: readonly number[]) {
  const found = await sql<Columns<typeof lead, 'leadId'> & { version: number }>`
    select lead_id, version from t_lead where lead_id = any(${[...keys]}::bigint[]) and deleted`.execute(db);
  const versions = new Map(found.rows.map(({ leadId, version }) => [leadId, version]));
  return leads.flatMap(({ rowKey, leadStatus: state, orderAmount }) => {
    const version = versions.get(rowKey);
    return version === undefined ? [] : [{ leadId: rowKey, version, leadStatus: state, orderAmount }];
  });
}

/** The failure for a condition that the leads do not meet. */
export function unmet(zh: string, en: string) {
  return failure('unmetNeeds', { params: { zh, en } });
}

function wrong(field: string, zh: string, en: string) {
  return failure('invalidFields', { issues: [issue(field, 'rule', { zh, en })], labels: () => lead.label });
}
