import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { said } from '../vendor-failure.ts';
import { askJson } from '../vendor-json.ts';
import { createTokenKeeper } from '../vendor-tokens.ts';
import { payloadOf } from './payload.ts';
import {
  type PushAccount,
  PushFailure,
  type PushGateway,
  type PushOutcome,
  type PushTarget,
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

const lost = (how: 'unsent' | 'unknown', message: string, options?: ErrorOptions) =>
  new PushFailure(how, message, options);

/**
 * Pushes through Getui's calls of version 2. Each message has a `request_id` of its own, which the vendor takes once, so
 * that a batch sent again reaches nobody twice.
 */
export function createGetui(endpoint: URL, now: () => Date): PushGateway {
  const tokens = createTokenKeeper(now);

  async function ask(account: PushAccount, path: string, body: object, token?: string) {
    const url = new URL(`/v2/${encodeURIComponent(account.vendorAppId ?? '')}${path}`, endpoint);
    const headers: Record<string, string> = token === undefined ? {} : { token };
    const { json } = await askJson({ method: 'POST', url, headers, body, ...patience }, lost);
    const read = answer.safeParse(json);
    if (!read.success) throw lost('unknown', 'The answer of the vendor is unreadable');
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
  ): Promise<PushOutcome[]> {
    for (const again of [true, false]) {
      const { code, msg, data } = await ask(account, '/push/single/batch/cid', body, await tokenOf(account));
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
        outcomes.push(...(await sendSome(account, body, some)));
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
  if (busy.includes(code)) return lost('unsent', `${code}: ${msg}`);
  return new PushFailure('refused', `${code}: ${msg}`, {
    said: said(
      `个推返回错误 ${code}，请核对应用的 AppID、AppKey 和 MasterSecret`,
      `Getui answered error ${code}: check AppID, AppKey and MasterSecret of the app`,
    ),
  });
}
