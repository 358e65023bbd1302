import { type VendorCall, vendorCalls } from '@yikao/model/rules/vendor-calls.ts';
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

/**
 * Codes of "推送 API", "调用返回": none of the audience was found; too many calls in a minute; trouble of the vendor's own.
 * After the latter a batch may have been sent.
 */
const codes = {
  nobody: 1_011,
  later: [2_002] as readonly number[],
  ownTrouble: [1_000, 1_030] as readonly number[],
} as const;

/** Codes that a person has to mend, in words; the rest is reported in the vendor's words. */
const words: Readonly<Record<number, readonly [zh: string, en: string]>> = {
  1003: ['设备标识或消息格式不对', 'a device or the message has a wrong form'],
  1004: ['请核对应用的 AppKey 和 MasterSecret', 'check AppKey and MasterSecret of the app'],
  1005: ['消息太长，请缩短标题和内容', 'the message is too long: shorten it'],
  1008: ['请核对应用的 AppKey', 'check the AppKey of the app'],
  2003: ['应用已被限制调用，请联系极光', 'the app is barred from calls: ask JPush'],
  2004: ['服务器 IP 不在应用的白名单中', 'our address is not on the list of the app'],
  2005: ['发送量超出合理范围，请联系极光', 'too much was sent: ask JPush'],
  2006: ['应用没有开通 VIP', 'the app has no VIP plan'],
  2007: ['应用没有开通此接口', 'the app has no right to this call'],
};

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
    call: VendorCall,
    more: { readonly body?: object; readonly subject?: string } = {},
  ) {
    const basic = Buffer.from(`${account.appKey}:${account.appSecret}`).toString('base64');
    const { status, json } = await exchange(
      log,
      {
        ...{ call, method, url: new URL(call.action, endpoint) },
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
      const { json, error } = await ask(account, 'GET', vendorCalls.jpush.key);
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
          ios: { alert: { title: message.title, body: message.content }, sound: 'default', extras },
        },
        options: { time_to_live: 86_400, apns_production: true },
      };
      const subject = subjectOf(message);
      const { json, error } = await ask(account, 'POST', vendorCalls.jpush.send, { body, subject });
      // It names no device: the batch may be of devices that are gone, or the AppKey that of another app.
      if (error?.code === codes.nobody) return targets.map(() => ({ kind: 'unreached' }));
      if (error) throw failureOf(error);
      if (!sentAnswer.safeParse(json).success)
        throw lostPush('unknown', 'The answer of the vendor is unreadable');
      return targets.map(() => ({ kind: 'sent' }));
    },
  };
}

function failureOf({ code, message }: { readonly code: number; readonly message: string }): PushFailure {
  if (codes.later.includes(code)) return lostPush('unsent', `${code}: ${message}`);
  if (codes.ownTrouble.includes(code)) return lostPush('unknown', `${code}: ${message}`);
  const [zh, en] = words[code] ?? [message || '请联系极光', message || 'ask JPush'];
  return new PushFailure('refused', `${code}: ${message}`, {
    said: said(`极光返回错误 ${code}：${zh}`, `JPush answered error ${code}: ${en}`),
  });
}
