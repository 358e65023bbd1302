import { smsTopic } from '@yikao/model/contexts/system/sms.codes.ts';
import { z } from 'zod';
import type { Sender } from '../../../engine/outbox/sender.ts';
import type { SmsToSend } from '../../../platform/sms/types.ts';
import { type LogOwner, ownerOf } from '../../people/accounts/organisation.ts';
import { type SmsParts, sendSms } from './sms-outbox.ts';

/** The owner of a message, if its mobile number does not determine it. */
const owner: z.ZodType<LogOwner> = z.object({
  userId: z.number().nullable(),
  partnersId: z.number().nullable(),
  provinceId: z.number().nullable(),
  agentId: z.number().nullable(),
});

/** A text message in the outbox; see {@link SmsToSend}. */
const content: z.ZodType<SmsToSend & { readonly owner?: LogOwner | undefined }> = z.object({
  mobile: z.string(),
  topic: z.enum(smsTopic.items.map(({ code }) => code)),
  values: z.record(z.string(), z.string()),
  owner: owner.optional(),
});

/** Sends the text messages of the outbox. Throws when the gateway did not take one; it is then tried again. */
export function smsSender(parts: SmsParts): Sender {
  return async given => {
    const { owner: whose, ...message } = content.parse(given);
    const sent = await sendSms(
      parts,
      message,
      whose ?? (await ownerOf(parts.engine.db, { mobile: message.mobile })),
    );
    if (!sent) throw new Error('The gateway did not take the text message');
  };
}
