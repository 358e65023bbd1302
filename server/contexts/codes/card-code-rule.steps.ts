import { cardCodeRuleSteps } from '@yikao/model/contexts/codes/card-code-rule.machine.ts';
import { codeRuleType } from '@yikao/model/contexts/codes/codes.codes.ts';
import { generateCodes, voidCodes } from '@yikao/model/contexts/codes/codes.jobs.ts';
import { orderStatus } from '@yikao/model/contexts/sales/sales.codes.ts';
import type { MachineRow } from '@yikao/model/kernel/steps.ts';
import { startFeatureJob } from '../../engine/jobs/feature/start-feature-job.ts';
import { defineStepServer } from '../../engine/steps/step-server.ts';
import { applyForCancelled, purchaseOf, refundStandings } from './cancelled-rule.ts';
import { closedPartners } from './code-guard.ts';

type Rule = MachineRow<typeof cardCodeRuleSteps>;

/** The kind of rule whose codes a job makes (domain G2). */
const { batch } = codeRuleType.is;

/** State of an order whose money is on its way back (domain 0.5, `@orderStatus`). */
const { refunding } = orderStatus.is;

/** The states of a rule that can be voided, in which it stays while another person is awaited. */
const stays = { 0: 'pending', 2: 'done', 3: 'failed' } as const;

/** The effects of the steps of a rule (domain 3.4): their jobs start in the same transaction. */
export const cardCodeRuleStepServer = defineStepServer(cardCodeRuleSteps, {
  needs: {
    async owned({ db, rows }) {
      const closed = await closedPartners(
        db,
        rows.map(row => row.partnersId),
      );
      return new Set(
        rows.flatMap(row => (row.partnersId !== null && closed.has(row.partnersId) ? [row.rowKey] : [])),
      );
    },
    /** A refund that somebody else applied for comes first; that of the rule's own cancelling goes on. */
    async settled({ db, rows, by }) {
      if (by.kind === 'step') return new Set();
      const busy = new Set<number>();
      for (const row of rows) {
        const order = await purchaseOf(db, row.orderId);
        if (!order) continue;
        const open = await refundStandings(db, order.orderNo);
        if (order.status === refunding || (open.length > 0 && row.cancelAskedBy === null))
          busy.add(row.rowKey);
      }
      return busy;
    },
  },
  effects: {
    async generate({ engine, db, rows, by }) {
      for (const row of rows) {
        // The codes of other kinds are made by the call that wants them.
        if (row.ruleType !== batch || row.quantity === row.generatedNum) continue;
        await startFeatureJob(engine, generateCodes, by.actor, { ruleId: row.rowKey }, db);
      }
    },
    async cancel({ engine, db, rows, given, by }) {
      const { reason } = given;
      const outcomes = new Map<
        number,
        { to: 'pending' | 'done' | 'failed' | 'voided'; values: Partial<Rule> }
      >();
      for (const row of rows) {
        const waits =
          by.kind === 'person' &&
          row.cancelAskedBy === null &&
          (await applyForCancelled(engine, db, { orderId: row.orderId, reason, actor: by.actor }));
        if (waits) {
          const to = stays[row.ruleStatus as keyof typeof stays];
          outcomes.set(row.rowKey, { to, values: { cancelAskedBy: by.actor.userId } });
          continue;
        }
        await startFeatureJob(engine, voidCodes, by.actor, { ruleId: row.rowKey, reason }, db);
        outcomes.set(row.rowKey, { to: 'voided', values: {} });
      }
      return outcomes;
    },
    dropCancel: async ({ rows }) =>
      new Map(rows.map(row => [row.rowKey, { values: { cancelAskedBy: null } }])),
  },
});
