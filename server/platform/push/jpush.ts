import { z } from 'zod';
import {
  type ExchangeLog,
  exchange,
  textAt,
  type VendorAnswer,
  type VendorOutcome,
} from '../vendor/exchange.ts';
import { said } from '../vendor/failure.ts';
import { payloadOf } from './payload.ts';
import { lostPush, type PushAccount, PushFailure, type PushGateway, subjectOf } from './types.ts';

/** Where the vendor answers. */
export const jpushEndpoint = 'https://api.jpush.cn';

const patience = { answerMs: 15_000, mostBytes: 256 * 1024 } as const;

/** The vendor's codes: no device of the audience is reachable, limits of calls, trouble of its own. */
const nobody = 1_011;
const busy: readonly number[] = [2_002, 2_003, 2_008];
const ownTrouble: readonly number[] = [1_000, 1_030];

const refusalAnswer = z.object({ error: z.object({ code: z.number(), message: z.string().default('') }) });
const sentAnswer = z.object({ msg_id: z.union([z.string(), z.number()]) });
const keysAnswer = z.object({ cidlist: z.array(z.string().min(1)).min(1) });

const outcome = ({ json, status }: VendorAnswer): VendorOutcome => ({
  done: status < 400 && textAt(json, 'error', 'code') === '',
  code: textAt(json, 'error', 'code') || String(status),
  message: textAt(json, 'error', 'message'),
  logNo: textAt(json, 'msg_id'),
});

/**
 * Pushes through JPush's calls of version 3. A batch carries a `cid` of the vendor's, which counts once for a day. The
 * vendor names no single device that it does not know; a batch of which it knows none is answered as a whole.
 */
export function createJpush(endpoint: URL, log: ExchangeLog): PushGateway {
  async function ask(
    account: PushAccount,
    method: 'GET' | 'POST',
    path: string,
    more: { readonly body?: object; readonly subject?: string } = {},
  ) {
    const basic = Buffer.from(`${account.appKey}:${account.appSecret}`).toString('base64');
    const { status, json } = await exchange(
      log,
      {
        ...{ vendor: 'jpush', action: path.replace(/\?.*/, ''), method, url: new URL(path, endpoint) },
        ...{ headers: { authorization: `Basic ${basic}` }, ...patience, ...more, outcome },
      },
      lostPush,
    );
    const refused = refusalAnswer.safeParse(json);
    if (!refused.success && status >= 400) throw lostPush('unknown', `The vendor answered ${status}`);
    return { json, error: refused.success ? refused.data.error : undefined };
  }

  return {
    batch: 500,
    // The vendor's day, without the last hours of it.
    knownHours: 20,
    async newKey(account) {
      const { json, error } = await ask(account, 'GET', '/v3/push/cid?count=1');
      if (error) throw failureOf(error);
      const read = keysAnswer.safeParse(json);
      const [key] = read.success ? read.data.cidlist : [];
      if (key === undefined) throw lostPush('unsent', 'The vendor gave no number for the push');
      return key;
    },
    async send(account, message, targets, key) {
      const extras = payloadOf(message);
      const body = {
        cid: key,
        platform: 'all',
        audience: { registration_id: targets.map(({ token }) => token) },
        notification: {
          alert: message.content,
          android: { alert: message.content, title: message.title, extras },
          ios: { alert: { title: message.title, body: message.content }, extras },
        },
        options: { time_to_live: 86_400, apns_production: true },
      };
      const subject = subjectOf(message);
      const { json, error } = await ask(account, 'POST', '/v3/push', { body, subject });
      if (error?.code === nobody) return targets.map(() => ({ kind: 'dead' }));
      if (error) throw failureOf(error);
      if (!sentAnswer.safeParse(json).success)
        throw lostPush('unknown', 'The answer of the vendor is unreadable');
      return targets.map(() => ({ kind: 'sent' }));
    },
  };
}

function failureOf({ code, message }: { readonly code: number; readonly message: string }): PushFailure {
  if (busy.includes(code)) return lostPush('unsent', `${code}: ${message}`);
  if (ownTrouble.includes(code)) return lostPush('unknown', `${code}: ${message}`);
  return new PushFailure('refused', `${code}: ${message}`, {
    said: said(
      `极光返回错误 ${code}，请核对应用的 AppKey 和 MasterSecret`,
      `JPush answered error ${code}: check AppKey and MasterSecret of the app`,
    ),
  });
}
