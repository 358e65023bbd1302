import { cardCodeSteps } from '@yikao/model/contexts/codes/card-code.machine.ts';
import { codeStatus } from '@yikao/model/contexts/codes/codes.codes.ts';
import { voidCodes } from '@yikao/model/contexts/codes/codes.jobs.ts';
import type { registry } from '@yikao/model/contexts/datasets.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { sql } from 'kysely';
import { defineJobWork } from '../../engine/jobs/feature/define-job-work.ts';
import { failureOf } from '../../engine/steps/step-rows.ts';
import { tryStep } from '../../engine/steps/take-step.ts';
import { codesOf } from '../../engine/table/codes-of.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { countFrom } from '../../engine/table/sql.ts';

const codeIs = codesOf(codeStatus);

/** Codes per transaction. */
const chunkRows = 2_000;

/**
 * The codes of a voided rule that go with it: not activated, not held by a refund, which voids them itself, and of a rule
 * that was paid for only those that are still the buyer's (domain 3.4; 0.7, 33).
 */
const goesWith = sql`k.code_status in (${codeIs.unused}, ${codeIs.issued}, ${codeIs.expired})
  and k.refund_no is null and not k.deleted
  and (r.order_id is null or k.partners_id is not distinct from r.partners_id)`;

/** Voids the codes of a voided rule, see {@link goesWith}. */
export const voidCodesWork = defineJobWork(voidCodes, {
  carry: {},
  async total({ engine, params: { ruleId } }) {
    return countFrom(
      engine.db,
      sql`t_card_code as k join t_card_code_rule as r on r.rule_id = k.rule_id
        where k.rule_id = ${ruleId} and ${goesWith}`,
    );
  },
  async chunk(db, { engine, actor, params: { ruleId, reason } }, after) {
    const page = await sql<Columns<typeof registry.cardCode, 'codeId'>>`
      select k.code_id from t_card_code as k join t_card_code_rule as r on r.rule_id = k.rule_id
      where k.rule_id = ${ruleId} and k.code_id > ${after} and ${goesWith}
      order by k.code_id limit ${chunkRows}`.execute(db);
    const keys = page.rows.map(({ codeId }) => codeId);
    const { taken, refused } = await tryStep(engine, cardCodeSteps, 'void', {
      keys,
      by: { kind: 'step', actor, cause: 'cardCodeRule.cancel' },
      given: { cancelReason: reason },
      within: db,
    });
    return {
      rows: keys.length,
      next: keys.length < chunkRows ? undefined : keys.at(-1),
      updated: taken.length,
      problems: refused.map(one => {
        const why = failureOf(one);
        return {
          key: one.key,
          issues: [issue('codeId', 'rule', { zh: why.text('zh'), en: why.text('en') })],
        };
      }),
    };
  },
  message: ({ updated, failed }) =>
    failed === 0
      ? label(`已作废 ${updated} 个激活码`, `${updated} codes were voided`)
      : label(
          `已作废 ${updated} 个激活码，${failed} 个未作废`,
          `${updated} codes were voided, ${failed} were not`,
        ),
});
