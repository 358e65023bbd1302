import { registry } from '@yikao/model/contexts/datasets.ts';
import { templateAudit } from '@yikao/model/contexts/reach/reach.codes.ts';
import { smsTemplateSteps } from '@yikao/model/contexts/reach/sms-template.machine.ts';
import { failure } from '@yikao/model/errors.ts';
import { limits } from '@yikao/model/limits.ts';
import type { Engine } from '../../../engine/engine.ts';
import { findRow } from '../../../engine/read/info.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { takeStep } from '../../../engine/steps/take-step.ts';
import { type SmsGateway, SmsRefused } from '../../../platform/sms/types.ts';

const { smsTemplate } = registry;

/** Without blanks, in which the same text may differ at the vendor. */
const bare = (text: string) => text.replace(/\s+/g, '');

/**
 * Asks the vendor how its review of a submitted template ended and takes that over. A text that differs at the vendor
 * is not approved, since people would get another one than they see here. Throws `notFound`, `notAllowedNow` for one
 * that is not submitted, and `textVendorAway`.
 */
export async function checkTemplate(
  engine: Engine,
  gateway: SmsGateway,
  actor: Actor,
  templateId: number,
): Promise<{ readonly auditStatus: number; readonly remark: string | null }> {
  const row = await findRow(engine, engine.db, smsTemplate, actor, templateId, { forUpdate: true });
  if (!row) throw failure('notFound');
  if (row.auditStatus !== templateAudit.is.submitted) throw failure('notAllowedNow');
  const by = { kind: 'vendor', cause: gateway.name } as const;
  const reject = async (remark: string) => {
    const auditRemark = remark.slice(0, limits.address) || '短信平台未说明原因';
    await takeStep(engine, smsTemplateSteps, 'reject', { keys: templateId, by, given: { auditRemark } });
    return { auditStatus: templateAudit.is.rejected, remark: auditRemark };
  };
  try {
    const { state, reason, content } = await gateway.checkTemplate(row.templateCode);
    if (state === 'pending') return { auditStatus: templateAudit.is.submitted, remark: null };
    if (state === 'rejected') return await reject(reason);
    if (content !== '' && bare(content) !== bare(row.content)) {
      return await reject(`与短信平台上的内容不一致：${content}`);
    }
    await takeStep(engine, smsTemplateSteps, 'approve', {
      keys: templateId,
      by,
      given: { auditRemark: null },
    });
    return { auditStatus: templateAudit.is.approved, remark: null };
  } catch (error) {
    if (!(error instanceof SmsRefused)) throw error;
    if (error.certainty === 'refused') return reject(error.message);
    throw failure('textVendorAway', { cause: error });
  }
}
