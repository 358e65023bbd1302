import { createHash, randomUUID } from 'node:crypto';
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
import { createTokenKeeper } from '../vendor/tokens.ts';
import { clipped, payloadOf } from './payload.ts';
import {
  lostPush,
  type PushAccount,
  PushFailure,
  type PushGateway,
  type PushMessage,
  type PushOutcome,
  type PushTarget,
  subjectOf,
} from './types.ts';

/** Where the vendor answers. */
export const getuiEndpoint = 'https://restapi.getui.com';

/** Most messages of one call ("执行cid批量单推"). */
const perCall = 200;

const patience = { answerMs: 15_000, mostBytes: 1024 * 1024 } as const;

/** Codes of "返回码说明" that mean: fetch another token; ask later, as the service starts or a limit of a minute is reached. */
const codes = {
  staleToken: 10_001,
  later: [2, 10_003, 10_005] as readonly number[],
  parameter: 20_001,
} as const;

/** The message of code 20001 that names the client: unknown, or not of this app. */
const unknownClient = /target user is invalid/i;

/** Codes of "返回码说明" that a person has to mend, in words; the rest is reported in the vendor's words. */
const words: Readonly<Record<number, readonly [zh: string, en: string]>> = {
  301: [
    '接口域名与应用所在机房不一致，请核对',
    'the address of the calls is not that of the app’s data centre',
  ],
  10001: ['请核对应用的 AppKey 和 MasterSecret', 'check AppKey and MasterSecret of the app'],
  10002: ['AppID 或服务器 IP 被列入黑名单，请联系个推', 'the app or our address is blocked: ask Getui'],
  20001: [
    '请核对 AppID、AppKey、MasterSecret 和消息内容',
    'check AppID, AppKey, MasterSecret and the message',
  ],
};

const answer = z.object({ code: z.number(), msg: z.string().default(''), data: z.unknown().optional() });
const tokenData = z.object({ token: z.string().min(1), expire_time: z.coerce.number() });
/** Status of each client, by the task that the vendor made of the message. */
const sentData = z.record(z.string(), z.record(z.string(), z.string()));
const sentAnswer = z.object({ data: sentData });

/** The outcome of a call; the vendor's numbers of the messages are the names in the data of a push. */
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
 * A message to one client, as "公共参数" has it: through the vendor's own connection while the app runs, and otherwise
 * through APNs, the services of the makers of Android telephones and HarmonyOS (`push_channel`), which cut at 50 and 256
 * characters. An iPhone shows messages of APNs alone, so these are tried first there (`ios: 4`).
 */
function messageFor(message: PushMessage, { key, token }: PushTarget) {
  const title = clipped(message.title, 50);
  const body = clipped(message.content, 256);
  const payload = JSON.stringify(payloadOf(message));
  const notification = { title, body, click_type: 'payload', payload };
  return {
    request_id: key,
    settings: { ttl: 86_400_000, strategy: { default: 1, ios: 4 } },
    audience: { cid: [token] },
    push_message: { notification },
    push_channel: {
      android: { ups: { notification } },
      ios: {
        type: 'notify',
        payload,
        aps: { alert: { title, body }, 'content-available': 0, sound: 'default' },
      },
      harmony: { notification: { ...notification, category: 'MARKETING' } },
    },
  };
}

/**
 * Pushes through Getui's calls of version 2. Each message has a separate `request_id`, which the vendor takes once, so
 * that a batch sent again reaches nobody twice.
 */
export function createGetui(endpoint: URL, now: () => Date, log: ExchangeLog): PushGateway {
  const tokens = createTokenKeeper(now);

  async function ask(
    account: PushAccount,
    call: VendorCall,
    body: object,
    more: { readonly token?: string; readonly subject?: string } = {},
  ) {
    const url = new URL(`/v2/${encodeURIComponent(account.vendorAppId ?? '')}${call.action}`, endpoint);
    const headers: Record<string, string> = more.token === undefined ? {} : { token: more.token };
    const { json } = await exchange(
      log,
      { call, subject: more.subject, url, headers, body, ...patience, outcome },
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
      const { code, msg, data } = await ask(account, vendorCalls.getui.auth, {
        sign,
        timestamp,
        appkey: account.appKey,
      });
      const given = tokenData.safeParse(data);
      if (code !== 0 || !given.success) throw refusal(code, msg);
      return { token: given.data.token, seconds: (given.data.expire_time - now().getTime()) / 1_000 };
    });

  async function sendSome(
    account: PushAccount,
    message: PushMessage,
    targets: readonly PushTarget[],
  ): Promise<PushOutcome[]> {
    const body = { is_async: false, msg_list: targets.map(target => messageFor(message, target)) };
    for (const again of [true, false]) {
      const { code, msg, data } = await ask(account, vendorCalls.getui.send, body, {
        token: await tokenOf(account),
        subject: subjectOf(message),
      });
      if (code === codes.staleToken && again) {
        tokens.drop(account.appKey);
        continue;
      }
      if (code === codes.parameter && unknownClient.test(msg))
        return withoutUnknown(account, message, targets);
      if (code !== 0) throw refusal(code, msg);
      const read = sentData.safeParse(data);
      const states = new Map(read.success ? Object.values(read.data).flatMap(Object.entries) : []);
      return targets.map(({ token }) => outcomeOf(states.get(token)));
    }
    throw refusal(codes.staleToken, 'The token is refused');
  }

  /** Sends a batch in halves until only the client is left that the vendor does not know: its refusal names none. */
  async function withoutUnknown(
    account: PushAccount,
    message: PushMessage,
    targets: readonly PushTarget[],
  ): Promise<PushOutcome[]> {
    if (targets.length === 1) return [{ kind: 'dead' }];
    const half = Math.ceil(targets.length / 2);
    return [
      ...(await sendSome(account, message, targets.slice(0, half))),
      ...(await sendSome(account, message, targets.slice(half))),
    ];
  }

  return {
    batch: 500,
    knownHours: 24,
    newKey: async () => randomUUID(),
    async send(account, message, targets) {
      const outcomes: PushOutcome[] = [];
      for (let at = 0; at < targets.length; at += perCall)
        outcomes.push(...(await sendSome(account, message, targets.slice(at, at + perCall))));
      return outcomes;
    },
  };
}

/**
 * The outcome for a client by its published status: `successed_online` and `successed_offline` were sent,
 * `successed_ignore` was not. One without a status may have been sent earlier, with the same `request_id`.
 */
function outcomeOf(state: string | undefined): PushOutcome {
  if (state === 'successed_online' || state === 'successed_offline') return { kind: 'sent' };
  if (state === 'successed_ignore') {
    return {
      kind: 'refused',
      reason: said(
        '设备 90 天内没有活跃，个推未下发',
        'The device was not active for 90 days: Getui did not send it',
      ),
    };
  }
  if (state === undefined) return { kind: 'unknown' };
  return { kind: 'refused', reason: said(`个推：${state}`, `Getui: ${state}`) };
}

function refusal(code: number, msg: string): PushFailure {
  if (codes.later.includes(code)) return lostPush('unsent', `${code}: ${msg}`);
  const [zh, en] = words[code] ?? [msg || '请联系个推', msg || 'ask Getui'];
  return new PushFailure('refused', `${code}: ${msg}`, {
    said: said(`个推返回错误 ${code}：${zh}`, `Getui answered error ${code}: ${en}`),
  });
}
