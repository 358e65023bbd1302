import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  type ExchangeLog,
  exchange,
  textAt,
  type VendorAnswer,
  type VendorOutcome,
} from '../vendor/exchange.ts';
import { said } from '../vendor/failure.ts';
import { createTokenKeeper } from '../vendor/tokens.ts';
import { payloadOf } from './payload.ts';
import {
  lostPush,
  type PushAccount,
  PushFailure,
  type PushGateway,
  type PushOutcome,
  type PushTarget,
  subjectOf,
} from './types.ts';

/** Where the vendor answers. */
export const getuiEndpoint = 'https://restapi.getui.com';

/** Most messages of one call (the vendor's "single/batch/cid"). */
const perCall = 200;

const patience = { answerMs: 15_000, mostBytes: 1024 * 1024 } as const;

/** The vendor's codes: a token that is no longer good, and limits of calls. */
const staleToken = 10_001;
const busy: readonly number[] = [10_009, 10_010, 301];

const answer = z.object({ code: z.number(), msg: z.string().default(''), data: z.unknown().optional() });
const tokenData = z.object({ token: z.string().min(1), expire_time: z.coerce.number() });
/** Status of each client, by the task that the vendor made of the message. */
const sentData = z.record(z.string(), z.record(z.string(), z.string()));
const sentAnswer = z.object({ data: sentData });

/** The outcome of a call; the vendor's numbers of the messages stand as names in the data of a push. */
const outcome = ({ json }: VendorAnswer): VendorOutcome => {
  const pushed = sentAnswer.safeParse(json);
  return {
    done: textAt(json, 'code') === '0',
    code: textAt(json, 'code'),
    message: textAt(json, 'msg'),
    logNo: pushed.success ? Object.keys(pushed.data.data).slice(0, 1).join('') : '',
  };
};

/**
 * Pushes through Getui's calls of version 2. Each message has a `request_id` of its own, which the vendor takes once, so
 * that a batch sent again reaches nobody twice.
 */
export function createGetui(endpoint: URL, now: () => Date, log: ExchangeLog): PushGateway {
  const tokens = createTokenKeeper(now);

  async function ask(
    account: PushAccount,
    action: string,
    body: object,
    more: { readonly token?: string; readonly subject?: string } = {},
  ) {
    const url = new URL(`/v2/${encodeURIComponent(account.vendorAppId ?? '')}${action}`, endpoint);
    const headers: Record<string, string> = more.token === undefined ? {} : { token: more.token };
    const { json } = await exchange(
      log,
      { vendor: 'getui', action, subject: more.subject, url, headers, body, ...patience, outcome },
      lostPush,
    );
    const read = answer.safeParse(json);
    if (!read.success) throw lostPush('unknown', 'The answer of the vendor is unreadable');
    return read.data;
  }

  const tokenOf = (account: PushAccount) =>
    tokens.of(account.appKey, async () => {
      const timestamp = String(now().getTime());
      const sign = createHash('sha256')
        .update(account.appKey + timestamp + account.appSecret)
        .digest('hex');
      const { code, msg, data } = await ask(account, '/auth', { sign, timestamp, appkey: account.appKey });
      const given = tokenData.safeParse(data);
      if (code !== 0 || !given.success) throw refusal(code, msg);
      return { token: given.data.token, seconds: (given.data.expire_time - now().getTime()) / 1_000 };
    });

  async function sendSome(
    account: PushAccount,
    body: object,
    targets: readonly PushTarget[],
    subject: string,
  ): Promise<PushOutcome[]> {
    for (const again of [true, false]) {
      const { code, msg, data } = await ask(account, '/push/single/batch/cid', body, {
        token: await tokenOf(account),
        subject,
      });
      if (code === staleToken && again) {
        tokens.drop(account.appKey);
        continue;
      }
      if (code !== 0) throw refusal(code, msg);
      const read = sentData.safeParse(data);
      const states = new Map(read.success ? Object.values(read.data).flatMap(Object.entries) : []);
      return targets.map(({ token }) => outcomeOf(states.get(token)));
    }
    throw refusal(staleToken, 'The token is refused');
  }

  return {
    batch: 500,
    knownHours: 24,
    newKey: async () => randomUUID(),
    async send(account, message, targets) {
      const outcomes: PushOutcome[] = [];
      for (let at = 0; at < targets.length; at += perCall) {
        const some = targets.slice(at, at + perCall);
        const body = {
          is_async: false,
          msg_list: some.map(({ key, token }) => ({
            request_id: key,
            settings: { ttl: 86_400_000 },
            audience: { cid: [token] },
            push_message: {
              notification: {
                title: message.title,
                body: message.content,
                click_type: 'payload',
                payload: JSON.stringify(payloadOf(message)),
              },
            },
          })),
        };
        outcomes.push(...(await sendSome(account, body, some, subjectOf(message))));
      }
      return outcomes;
    },
  };
}

/** A client without a status was sent to earlier, with the same `request_id`. */
function outcomeOf(state: string | undefined): PushOutcome {
  if (state === undefined || state.startsWith('successed')) return { kind: 'sent' };
  if (/invalid|not_?exist|unknown_?cid|error_?cid/i.test(state)) return { kind: 'dead' };
  return { kind: 'refused', reason: said(`个推：${state}`, `Getui: ${state}`) };
}

function refusal(code: number, msg: string): PushFailure {
  if (busy.includes(code)) return lostPush('unsent', `${code}: ${msg}`);
  return new PushFailure('refused', `${code}: ${msg}`, {
    said: said(
      `个推返回错误 ${code}，请核对应用的 AppID、AppKey 和 MasterSecret`,
      `Getui answered error ${code}: check AppID, AppKey and MasterSecret of the app`,
    ),
  });
}
