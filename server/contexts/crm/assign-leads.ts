import { leadSteps } from '@yikao/model/contexts/crm/lead.machine.ts';
import type { AssignAsk, LeadsAssigned, LeadsTaken } from '@yikao/model/contexts/crm/leads.calls.ts';
import { assignLeads, assignModes } from '@yikao/model/contexts/crm/rules/assign-leads.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import { type Label, label } from '@yikao/model/kernel/label.ts';
import { startsFrom } from '@yikao/model/kernel/states.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import { failureOf, type StepResult } from '../../engine/steps/step-rows.ts';
import { tryStep } from '../../engine/steps/take-step.ts';
import { lockRows } from '../../engine/write/lock-rows.ts';
import { transact } from '../../engine/write/transaction.ts';
import { inThePool } from '../shared/in-the-pool.ts';
import { claimMax, lockSellers, sellersWithin } from './lead-sellers.ts';

const { lead } = registry;

const noRoom = label('所选销售都已达上限', 'None of the chosen salespeople has room left');
const gone = label('已被领取，或不在您的公海中', 'It was claimed, or is not in your pool');

/**
 * Distributes leads among salespeople (domain M1, 4.15). Leads are locked first, then people, so that parallel
 * distributions never exceed `crm.claimMax`. Returns the leads it could not assign with their reasons. Throws
 * `invalidFields` for a salesperson who is out of reach or disabled, and if the second mode names several.
 */
export async function assign(
  engine: Engine,
  actor: Actor,
  { leadIds, saleUserIds, mode }: AssignAsk,
): Promise<LeadsAssigned> {
  const wanted = [...new Set(saleUserIds)];
  if (mode === assignModes.one && wanted.length > 1)
    throw wrongSeller('指定分配只能选一位销售', 'choose one salesperson to give all to');
  return transact(engine.db, async db => {
    const condition = scopeCondition(lead, actor, 'd', 'write');
    const rows = await lockRows(engine, db, lead, leadIds, actor, { condition });
    await lockSellers(db, wanted);
    const sellers = await sellersWithin(db, actor, wanted);
    if (sellers.length < wanted.length)
      throw wrongSeller(
        '有销售已停用，或不在您的数据范围内',
        'includes somebody who is disabled or not within your reach',
      );
    const refused: { id: number; reason: string }[] = [];
    const refuse = (id: number, reason: Label) => refused.push({ id, reason: reason[actor.language] });
    const step = leadSteps.steps.assign;
    if (!step) throw new Error('Leads are assigned by a step');
    const found = new Map(rows.map(row => [row.rowKey, row]));
    const open = [...new Set(leadIds)].filter(id => {
      const row = found.get(id);
      if (row && startsFrom(leadSteps, step, row)) return true;
      const said = failure(row ? 'notAllowedNow' : 'notFound');
      refuse(id, { zh: said.text('zh'), en: said.text('en') });
      return false;
    });
    const { byUser, unassigned } = assignLeads(open, sellers, mode, await claimMax(db));
    for (const id of unassigned) refuse(id, noRoom);
    const done: Record<string, number[]> = {};
    for (const [saleUserId, keys] of byUser) {
      const by = { kind: 'person', actor } as const;
      const given = { saleUserId };
      const { taken, refused: left } = await tryStep(engine, leadSteps, 'assign', {
        keys,
        given,
        by,
        within: db,
      });
      const got = new Set(taken.map(({ key }) => key));
      // In the order in which they were named.
      if (got.size > 0) done[saleUserId] = keys.filter(key => got.has(key));
      for (const one of left) refused.push({ id: one.key, reason: failureOf(one).text(actor.language) });
    }
    return { ...done, unassigned: [...unassigned], refused };
  });
}

function wrongSeller(zh: string, en: string) {
  return failure('invalidFields', {
    issues: [issue('saleUserIds', 'rule', { zh, en })],
    labels: () => lead.fields.saleUserId.label,
  });
}

/**
 * Claims leads from the pool (domain 3.8): of several simultaneous claims one succeeds. Leads that are owned, belong to
 * another partner or do not exist get the same message.
 */
export async function claim(engine: Engine, actor: Actor, leadIds: readonly number[]): Promise<LeadsTaken> {
  const by = { kind: 'person', actor: inThePool(actor) } as const;
  const { taken, refused } = await tryStep(engine, leadSteps, 'claim', { keys: [...new Set(leadIds)], by });
  return {
    count: taken.length,
    refused: refused.map(one => ({
      id: one.key,
      reason:
        one.code === 'notFound' || one.code === 'notAllowedNow'
          ? gone[actor.language]
          : failureOf(one).text(actor.language),
    })),
  };
}

/** Returns leads to the pool (domain 3.8). */
export async function recycle(
  engine: Engine,
  actor: Actor,
  leadIds: readonly number[],
  reason: string,
): Promise<LeadsTaken> {
  const by = { kind: 'person', actor } as const;
  const keys = [...new Set(leadIds)];
  return told(actor, await tryStep(engine, leadSteps, 'recycle', { keys, given: { reason }, by }));
}

function told(actor: Actor, { taken, refused }: StepResult): LeadsTaken {
  return {
    count: taken.length,
    refused: refused.map(one => ({ id: one.key, reason: failureOf(one).text(actor.language) })),
  };
}
