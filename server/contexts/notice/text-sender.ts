import { noticeEvent } from '@yikao/model/contexts/notice/notice.codes.ts';
import { failure } from '@yikao/model/errors.ts';
import { maskMobile } from '@yikao/model/rules/mask.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Engine } from '../../engine/engine.ts';
import { type Sender, Undeliverable } from '../../engine/outbox/sender.ts';
import { elevated } from '../../engine/scope/actor.ts';
import { transact } from '../../engine/write/transaction.ts';
import { lockSending, partsOfHouseLeft } from '../reach/texts/budget.ts';
import { compose, readyTemplate } from '../reach/texts/compose.ts';
import { planFor, queueTexts } from '../reach/texts/queue-texts.ts';
import { accountsToTell, accountWith } from './people.ts';

const id = z.number().nullable();

/** A text of a notice by an operator's template. */
const content = z.object({
  mobile: z.string(),
  templateId: z.int(),
  event: z.enum(noticeEvent.items.map(({ code }) => code)),
  values: z.record(z.string(), z.string()),
  owner: z.object({ userId: id, partnersId: id, provinceId: id, agentId: id }),
});

/**
 * Queues the texts of notices among the other texts, so that they share templates, opt-outs, quiet hours, the day's budget
 * and reports with these. The number of the message is that of its sending: one that is taken again finds its text.
 */
export function noticeTextSender(engine: Engine): Sender {
  return async (given, { outboxId }) => {
    const { mobile, templateId, event, values, owner } = content.parse(given);
    const batchNo = `notice-${outboxId}`;
    await transact(engine.db, async db => {
      await lockSending(db);
      const queued = await sql`select 1 from t_sms_record where batch_no = ${batchNo}`.execute(db);
      if (queued.rows.length > 0) return;
      // A person may have left, or lost a right, since the text was posted.
      if (owner.userId !== null && (await accountsToTell(db, event, accountWith(owner.userId))).length === 0)
        throw new Undeliverable('收件人已停用，或已无权查看该事项');
      const template = await readyTemplate(db, templateId).catch(() => {
        throw new Undeliverable('短信模板已停用或未通过审核');
      });
      const receiver = { mobile, leadId: null, of: maskMobile(mobile), values };
      const now = engine.clock.now();
      const { texts, refused, missing } = await compose(db, template, [receiver], {}, now, {
        mayRepeat: true,
      });
      const [lacks] = missing;
      if (lacks) throw new Undeliverable(`短信模板的变量没有值：${lacks.names.join('、')}`);
      const [text] = texts;
      if (!text) throw new Undeliverable(refused[0]?.reason.zh ?? failure('nobodyToText').text('zh'));
      const plan = await planFor(db, template, null, now);
      const left = await partsOfHouseLeft(db, plan);
      if (text.billNum > left) throw new Undeliverable('当天的短信额度已用完');
      await queueTexts(engine, db, texts, { actor: elevated(), owner, template, batchNo, plan });
    });
  };
}
