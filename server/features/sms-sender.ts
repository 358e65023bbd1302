import { z } from 'zod';
import { ownerOf } from '../accounts/organisation.ts';
import type { Sender } from '../engine/outbox/sender.ts';
import type { SmsToSend } from '../platform/sms/types.ts';
import { type SmsParts, sendSms } from './sms-outbox.ts';

/** What the outbox holds of a text message; see {@link SmsToSend}. */
const content: z.ZodType<SmsToSend> = z.object({
  mobile: z.string(),
  topic: z.enum(['code', 'approved', 'refused']),
  values: z.record(z.string(), z.string()),
});

/** Sends the text messages of the outbox. Throws when the gateway did not take one; it is then tried again. */
export function smsSender(parts: SmsParts): Sender {
  return async given => {
    const message = content.parse(given);
    const sent = await sendSms(parts, message, await ownerOf(parts.db, { mobile: message.mobile }));
    if (!sent) throw new Error('The gateway did not take the text message');
  };
}
