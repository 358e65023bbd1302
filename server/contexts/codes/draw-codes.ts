import { codeStatus } from '@yikao/model/contexts/codes/codes.codes.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import { codeHeadLength, maskedCode } from '@yikao/model/rules/activation-code.ts';
import { type SqlBool, sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import { holds } from '../../engine/scope/access.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { scopeCondition } from '../../engine/scope/scope.ts';
import { allOf } from '../../engine/table/sql.ts';
import { transact } from '../../engine/write/transaction.ts';
import { assertUsable } from './code-guard.ts';
import { lockRule, makeCodes } from './make-codes.ts';
import { reserveSerials } from './serials.ts';

/** The kind of rule whose codes are drawn on demand, and the state of a voided one (domain G2). */
const [online, voided] = [3, 4];

/**
 * Makes codes of an online rule, issued from the beginning (domain G2). They are whole for people who may export codes.
 * Throws `notFound` for a rule out of reach, and `unmetNeeds` for one of another kind, a voided or
 * an expired one, or one of a disabled partner.
 */
export async function drawCodes(
  engine: Engine,
  actor: Actor,
  { ruleId, count }: { readonly ruleId: number; readonly count: number },
) {
  return transact(engine.db, async db => {
    const where = allOf([
      sql<SqlBool>`d.rule_id = ${ruleId}`,
      scopeCondition(registry.cardCodeRule, actor, 'd', 'write'),
    ]);
    const reached = await sql`select 1 from t_card_code_rule as d where ${where} and not d.deleted`.execute(
      db,
    );
    const rule = reached.rows.length > 0 ? await lockRule(db, ruleId) : undefined;
    if (!rule) throw failure('notFound');
    if (rule.ruleType !== online || rule.ruleStatus === voided || rule.codeExpireTime <= engine.clock.now()) {
      throw failure('unmetNeeds', {
        params: {
          zh: '只有未作废、未过期的线上规则可以按需生成',
          en: 'Only a rule of codes on demand that is neither voided nor expired gives codes',
        },
      });
    }
    await assertUsable(db, rule);
    const { startSerialNo } = await reserveSerials(db, rule.prefix ?? rule.codePrefix, rule.dataYear, count);
    const made = await makeCodes(engine, db, rule, count, { by: actor, issued: true, from: startSerialNo });
    const whole = holds(actor, 'card:code:export');
    return {
      codes: made.map(({ codeId, serialNo, code }) => ({
        codeId,
        serialNo,
        code: whole ? code : maskedCode(code.slice(0, codeHeadLength)),
        codeStatus: codeStatus.is.issued,
      })),
    };
  });
}
