import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { DouyinNotice, DouyinState, RawNotice } from './types.ts';

/** The platform's states of a review. */
export const reviewStates: Readonly<Record<number, DouyinState['state']>> = {
  1: 'waiting',
  2: 'approved',
  3: 'rejected',
  4: 'mounted',
};

/** Events that the product reads. Their names and contents are not confirmed by the platform's documents. */
const read: Readonly<Record<string, 'course' | 'mount'>> = { course_audit: 'course', mount_audit: 'mount' };

/** The published form of a notice ("Webhooks 概述"): the content is an object, or its JSON. */
const envelope = z.object({
  event: z.string(),
  content: z.union([z.string(), z.looseObject({})]).optional(),
  log_id: z.string().optional(),
});
const review = z.object({ out_id: z.string(), status: z.number(), reason: z.string().default('') });
const question = z.object({ challenge: z.union([z.int(), z.string().max(128)]) });

/** Characters that the database does not store. */
const control = /\p{Cc}/gu;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reports whether a body has the platform's signature: SHA-1 over the application's secret and the body, in hex. */
function isSigned(secret: string, { headers, body }: RawNotice): boolean {
  const expected = createHash('sha1').update(secret).update(body).digest();
  const given = Buffer.from(String(headers['x-douyin-signature'] ?? ''), 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * Reads a notice as "Webhooks 概述" publishes it. The header `Msg-Id` names the event, and a repeated notice has the same;
 * without it the content does. Undefined for one that is not signed; the question about an address is read in any case,
 * as its answer says nothing that the sender does not know.
 */
export function readNotice(secret: string, notice: RawNotice): DouyinNotice | undefined {
  const told = envelope.safeParse(parsed(notice.body.toString('utf8')));
  const content =
    typeof told.data?.content === 'string' ? parsed(told.data.content) : (told.data?.content ?? undefined);
  if (told.data?.event === 'verify_webhook') {
    const asked = question.safeParse(content);
    if (asked.success) return { about: 'verify', challenge: asked.data.challenge };
  }
  if (!isSigned(secret, notice)) return undefined;
  const given = notice.headers['msg-id'];
  const digest = createHash('sha256').update(notice.body).digest('hex').slice(0, 32);
  const eventId = typeof given === 'string' && /^[\x21-\x7e]{1,64}$/.test(given) ? given : digest;
  const about = told.data && read[told.data.event];
  const state = about ? review.safeParse(content) : undefined;
  if (about && state?.success) {
    const { out_id: outId, status, reason } = state.data;
    return { about, eventId, outId, state: reviewStates[status] ?? 'waiting', reason };
  }
  return {
    about: 'unknown',
    event: (told.data?.event ?? '').replace(control, ''),
    eventId,
    logNo: (told.data?.log_id ?? '').replace(control, ''),
  };
}
