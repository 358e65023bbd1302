import { cardCodeRuleSteps } from '@yikao/model/contexts/codes/card-code-rule.machine.ts';
import { generateCodes, voidCodes } from '@yikao/model/contexts/codes/codes.jobs.ts';
import { startFeatureJob } from '../../engine/jobs/feature/start-feature-job.ts';
import { defineStepServer } from '../../engine/steps/step-server.ts';

/** The kind of rule whose codes a job makes (domain G2). */
const batch = 1;

/** The effects of the steps of a rule (domain 3.4): their jobs start in the same transaction. */
export const cardCodeRuleStepServer = defineStepServer(cardCodeRuleSteps, {
  needs: {},
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
      for (const row of rows)
        await startFeatureJob(engine, voidCodes, by.actor, { ruleId: row.rowKey, reason }, db);
    },
  },
});
