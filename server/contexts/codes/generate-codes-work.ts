import { cardCodeRuleSteps } from '@yikao/model/contexts/codes/card-code-rule.machine.ts';
import type { cardCodeRule } from '@yikao/model/contexts/codes/card-code-rule.ts';
import { codeRuleStatus } from '@yikao/model/contexts/codes/codes.codes.ts';
import { generateCodes } from '@yikao/model/contexts/codes/codes.jobs.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { sql } from 'kysely';
import { defineJobWork } from '../../engine/jobs/feature/define-job-work.ts';
import { JobFailure } from '../../engine/jobs/lifecycle/failure.ts';
import { rowsByTime } from '../../engine/jobs/lifecycle/give-way.ts';
import { readParameter } from '../../engine/read/parameter.ts';
import { tryStep } from '../../engine/steps/take-step.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { finishRule, lockRule, makeCodes } from './make-codes.ts';

/** State of a rule whose codes are being made (domain G2). */
const { generating } = codeRuleStatus.is;

/** Codes of the first chunk, and the fewest of any other: their size then follows from the time that they take. */
const [firstSize, least] = [500, 100];

/**
 * Makes the codes of a rule, up to `code.batchSize` at a time (domain 4.12) and so many that others are not kept waiting. Each chunk continues after the codes that the
 * rule has, so a job that is taken up again, or two at once, make none twice.
 */
export const generateCodesWork = defineJobWork(generateCodes, {
  carry: { size: firstSize },
  told: 'serialNo',
  async total({ engine, params: { ruleId } }) {
    const found = await sql<Columns<typeof cardCodeRule, 'quantity' | 'generatedNum'>>`
      select quantity, generated_num from t_card_code_rule where rule_id = ${ruleId}`.execute(engine.db);
    const [rule] = found.rows;
    return rule ? rule.quantity - rule.generatedNum : 0;
  },
  async chunk(db, { engine, actor, params: { ruleId }, jobId }, after, carry) {
    const rule = await lockRule(db, ruleId);
    if (rule?.ruleStatus !== generating) {
      throw new JobFailure(
        label(
          '该规则已作废或已由另一个任务生成完成',
          'The rule was voided, or another job has made its codes',
        ),
      );
    }
    const most = await readParameter(db, 'code.batchSize');
    const size = Math.min(most, carry.size);
    const count = Math.min(size, rule.quantity - rule.generatedNum);
    const began = performance.now();
    if (count > 0)
      await makeCodes(engine, db, rule, count, { by: actor, jobId, issued: rule.orderId !== null });
    const next = rowsByTime(Math.max(1, count), performance.now() - began, { least, most });
    const over = rule.generatedNum + count >= rule.quantity;
    if (over) await finishRule(engine, db, ruleId, 'cardCode.generate');
    return { rows: count, next: over ? undefined : after + 1, inserted: count, carry: { size: next } };
  },
  async stopped(db, { engine, params: { ruleId } }) {
    await tryStep(engine, cardCodeRuleSteps, 'fail', {
      keys: ruleId,
      by: { kind: 'step', cause: 'cardCode.generate' },
      within: db,
    });
  },
  message: ({ inserted }) => label(`已生成 ${inserted} 个激活码`, `${inserted} codes were made`),
});
