import { z } from 'zod';
import { said } from '../vendor-failure.ts';
import { askJson } from '../vendor-json.ts';
import { createTokenKeeper } from '../vendor-tokens.ts';
import { cut, miniPageOf } from './payload.ts';
import { oneByOne } from './subscription.ts';
import { type PushAccount, PushFailure, type PushGateway, type PushOutcome } from './types.ts';

/** Where the vendor answers. */
export const wechatEndpoint = 'https://api.weixin.qq.com';

const patience = { answerMs: 10_000, mostBytes: 64 * 1024 } as const;

/** The vendor's codes (its list of return codes). */
const stale: readonly number[] = [40_001, 40_014, 42_001];
const busy: readonly number[] = [45_009, 45_011];
const ownTrouble = -1;
const noSubscription = 43_101;
const unknownPerson = 40_003;

const answer = z.object({ errcode: z.number().default(0), errmsg: z.string().default('') });
const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

const lost = (how: 'unsent' | 'unknown', message: string, options?: ErrorOptions) =>
  new PushFailure(how, message, options);

/** Sends WeChat's subscription messages ("subscribe/send"), one person at a time. */
export function createWechatPush(endpoint: URL, now: () => Date): PushGateway {
  const tokens = createTokenKeeper(now);

  const tokenOf = ({ appKey, appSecret }: PushAccount) =>
    tokens.of(appKey, async refused => {
      const { json } = await askJson(
        {
          method: 'POST',
          url: new URL('/cgi-bin/stable_token', endpoint),
          body: { grant_type: 'client_credential', appid: appKey, secret: appSecret, force_refresh: refused },
          ...patience,
        },
        // No message is on its way yet.
        (_, message, options) => lost('unsent', message, options),
      );
      const given = tokenAnswer.safeParse(json);
      if (given.success) return { token: given.data.access_token, seconds: given.data.expires_in };
      const { errcode, errmsg } = answer.parse(json);
      throw refusal(errcode, errmsg);
    });

  return oneByOne(
    async (account, message, openId) => {
      const url = new URL('/cgi-bin/message/subscribe/send', endpoint);
      url.searchParams.set('access_token', await tokenOf(account));
      const page = miniPageOf(message);
      const { json } = await askJson(
        {
          method: 'POST',
          url,
          body: {
            touser: openId,
            template_id: account.templateId ?? '',
            ...(page !== undefined && { page }),
            data: {
              [account.titleKey ?? 'thing1']: { value: cut(message.title) },
              [account.contentKey ?? 'thing2']: { value: cut(message.content) },
            },
          },
          ...patience,
        },
        lost,
      );
      const read = answer.safeParse(json);
      if (!read.success) throw lost('unknown', 'The answer of the vendor is unreadable');
      return outcomeOf(read.data.errcode, read.data.errmsg);
    },
    ({ appKey }) => tokens.drop(appKey),
  );
}

function outcomeOf(code: number, msg: string): PushOutcome | 'stale' {
  if (code === 0) return { kind: 'sent' };
  if (stale.includes(code)) return 'stale';
  if (busy.includes(code)) return { kind: 'later' };
  if (code === ownTrouble) return { kind: 'unknown' };
  if (code === unknownPerson) return { kind: 'dead' };
  if (code === noSubscription) {
    return { kind: 'refused', reason: said('用户没有订阅该消息', 'The person has not subscribed') };
  }
  throw refusal(code, msg);
}

function refusal(code: number, msg: string): PushFailure {
  if (busy.includes(code) || code === ownTrouble) return lost('unsent', `${code}: ${msg}`);
  return new PushFailure('refused', `${code}: ${msg}`, {
    said: said(
      `微信返回错误 ${code}，请核对 AppID、AppSecret、消息模板和关键词`,
      `WeChat answered error ${code}: check AppID, AppSecret, the template and its keys`,
    ),
  });
}
