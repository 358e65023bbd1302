import { type VendorCall, vendorCalls } from '@yikao/model/rules/vendor-calls.ts';
import { z } from 'zod';
import { douyinOutcome } from '../douyin-outcome.ts';
import { type ExchangeLog, exchange, type LostFailure } from '../vendor/exchange.ts';
import { type Said, said } from '../vendor/failure.ts';
import { createTokenKeeper } from '../vendor/tokens.ts';
import { cut, miniPageOf } from './payload.ts';
import { oneByOne } from './subscription.ts';
import {
  lostPush,
  type PushAccount,
  PushFailure,
  type PushGateway,
  type PushOutcome,
  subjectOf,
} from './types.ts';

/** Where the vendor answers. */
export const douyinPushEndpoint = 'https://open.douyin.com';

/** Codes of "状态码" for a token that is no longer good, and after which the vendor asks to repeat the call. */
const stale: readonly number[] = [28_001_003, 28_001_008];
const later: readonly number[] = [28_001_005, 28_001_006, 28_003_018, 28_006_003];
/** The person has deleted their account. */
const gone = 28_001_045;

/** Codes about one person, who does not get the message. */
const refusals: Readonly<Record<number, Said>> = {
  28001046: said('用户已被抖音封禁', 'Douyin has blocked the person'),
  28014036: said('用户拒收该消息', 'The person refuses such messages'),
  28014041: said('用户对该消息的订阅次数已用完', 'The messages to which the person subscribed are used up'),
  28014043: said('用户没有订阅该消息', 'The person has not subscribed'),
};

const tokenData = z.object({
  data: z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() }),
});

/** Sends subscription messages of mini-programs ("给用户发送订阅消息", version 2), one person at a time. */
export function createDouyinPush(endpoint: URL, now: () => Date, log: ExchangeLog): PushGateway {
  const tokens = createTokenKeeper(now);

  const ask = (
    call: VendorCall,
    body: object,
    lost: LostFailure,
    more: { readonly subject?: string; readonly headers?: Readonly<Record<string, string>> } = {},
  ) =>
    exchange(
      log,
      {
        ...{ call, url: new URL(call.action, endpoint), body, ...more },
        outcome: douyinOutcome,
      },
      lost,
    );

  const tokenOf = ({ appKey, appSecret }: PushAccount) =>
    tokens.of(appKey, async () => {
      const body = { client_key: appKey, client_secret: appSecret, grant_type: 'client_credential' };
      // No message is on its way yet.
      const answer = await ask(vendorCalls.douyin.client, body, (_, message, options) =>
        lostPush('unsent', message, options),
      );
      if (!answer.done) throw refusal(Number(answer.code), answer.message);
      const given = tokenData.safeParse(answer.json);
      if (!given.success) throw lostPush('unsent', 'The vendor gave no token');
      return { token: given.data.data.access_token, seconds: given.data.data.expires_in };
    });

  return oneByOne(
    async (account, message, openId) => {
      const page = miniPageOf(message);
      const body = {
        msg_id: account.templateId ?? '',
        open_id: openId,
        data: {
          [account.titleKey ?? 'thing1']: cut(message.title),
          [account.contentKey ?? 'thing2']: cut(message.content),
        },
        ...(page !== undefined && { page }),
      };
      const headers = { 'access-token': await tokenOf(account) };
      const answer = await ask(vendorCalls.douyin.notify, body, lostPush, {
        headers,
        subject: subjectOf(message),
      });
      if (answer.code === '') throw lostPush('unknown', 'The answer of the vendor is unreadable');
      return outcomeOf(Number(answer.code), answer.message);
    },
    ({ appKey }) => tokens.drop(appKey),
  );
}

function outcomeOf(code: number, tips: string): PushOutcome | 'stale' {
  if (code === 0) return { kind: 'sent' };
  if (stale.includes(code)) return 'stale';
  if (later.includes(code)) return { kind: 'later' };
  if (code === gone) return { kind: 'dead' };
  const reason = refusals[code];
  if (reason) return { kind: 'refused', reason };
  throw refusal(code, tips);
}

function refusal(code: number, tips: string): PushFailure {
  if (later.includes(code)) return lostPush('unsent', `${code}: ${tips}`);
  return new PushFailure('refused', `${code}: ${tips}`, {
    said: said(
      `抖音返回错误 ${code}，请核对 AppID、AppSecret 和消息模板`,
      `Douyin answered error ${code}: check AppID, AppSecret and the template`,
    ),
  });
}
