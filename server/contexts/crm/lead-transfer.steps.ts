import { leadSteps } from '@yikao/model/contexts/crm/lead.machine.ts';
import { leadTransferSteps } from '@yikao/model/contexts/crm/lead-transfer.machine.ts';
import type { MachineRow } from '@yikao/model/kernel/steps.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { defineStepServer, type StepContext } from '../../engine/steps/step-server.ts';
import { tryStep } from '../../engine/steps/take-step.ts';

type Transfer = MachineRow<typeof leadTransferSteps>;

/** The part that both sides read; why it was decided so stays with the request. */
const invalidReason = '归属审核未通过';

/** The losing leads become invalid; one that has been won, invalidated or deleted stays unchanged. */
async function decide(
  { engine, db, rows, by, now }: StepContext<Transfer>,
  loser: 'leadId' | 'holderId',
  cause: string,
) {
  await tryStep(engine, leadSteps, 'retire', {
    keys: [...new Set(rows.map(row => row[loser]))],
    given: { invalidReason },
    // Not in the manager's name: the history of a partner's lead must not name people of the house.
    by: { kind: 'step', cause },
    within: db,
  });
  const values = { auditBy: by.actor.userId, auditTime: shanghaiTime(now) };
  return new Map(rows.map(row => [row.rowKey, { values }]));
}

/** The effect of a manager's decision on the two leads (0.7, 14). */
export const leadTransferStepServer = defineStepServer(leadTransferSteps, {
  needs: {},
  effects: {
    accept: context => decide(context, 'holderId', 'leadTransfer.accept'),
    refuse: context => decide(context, 'leadId', 'leadTransfer.refuse'),
  },
});
