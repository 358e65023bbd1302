import { z } from 'zod';
import { douyinOutcome } from '../douyin-outcome.ts';
import { type ExchangeLog, exchange, type LostFailure } from '../vendor/exchange.ts';
import { said } from '../vendor/failure.ts';
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
export const douyinPushEndpoint = 'https://developer.toutiao.com';

/** Paths of the vendor's calls. */
const paths = {
  token: '/api/apps/v2/token',
  notify: '/api/apps/subscribe_notification/developer/v1/notify',
} as const;

/** The vendor's codes of subscription messages. */
const stale: readonly number[] = [2, 28_001_003, 28_001_008];
const busy: readonly number[] = [1_006, 1_007];
const ownTrouble: readonly number[] = [-1, 1_000];
const noSubscription = 1_003;
const unknownPerson = 1_002;

const tokenData = z.object({
  data: z.object({ access_token: z.string().min(1), expires_in: z.number().positive() }),
});

/** Sends Douyin's subscription messages ("subscribe_notification"), one person at a time. */
export function createDouyinPush(endpoint: URL, now: () => Date, log: ExchangeLog): PushGateway {
  const tokens = createTokenKeeper(now);

  const ask = (path: string, body: object, subject: string | undefined, lost: LostFailure) =>
    exchange(
      log,
      {
        ...{ vendor: 'douyin', action: path, subject, url: new URL(path, endpoint), body },
        outcome: douyinOutcome,
      },
      lost,
    );

  const tokenOf = ({ appKey, appSecret }: PushAccount) =>
    tokens.of(appKey, async () => {
      const body = { appid: appKey, secret: appSecret, grant_type: 'client_credential' };
      // No message is on its way yet.
      const answer = await ask(paths.token, body, undefined, (_, message, options) =>
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
        access_token: await tokenOf(account),
        app_id: account.appKey,
        tpl_id: account.templateId ?? '',
        open_id: openId,
        data: {
          [account.titleKey ?? 'thing1']: cut(message.title),
          [account.contentKey ?? 'thing2']: cut(message.content),
        },
        ...(page !== undefined && { page }),
      };
      const answer = await ask(paths.notify, body, subjectOf(message), lostPush);
      if (answer.code === '') throw lostPush('unknown', 'The answer of the vendor is unreadable');
      return outcomeOf(Number(answer.code), answer.message);
    },
    ({ appKey }) => tokens.drop(appKey),
  );
}

function outcomeOf(code: number, tips: string): PushOutcome | 'stale' {
  if (code === 0) return { kind: 'sent' };
  if (stale.includes(code)) return 'stale';
  if (busy.includes(code)) return { kind: 'later' };
  if (ownTrouble.includes(code)) return { kind: 'unknown' };
  if (code === unknownPerson) return { kind: 'dead' };
  if (code === noSubscription) {
    return { kind: 'refused', reason: said('用户没有订阅该消息', 'The person has not subscribed') };
  }
  throw refusal(code, tips);
}

function refusal(code: number, tips: string): PushFailure {
  if (busy.includes(code) || ownTrouble.includes(code)) return lostPush('unsent', `${code}: ${tips}`);
  return new PushFailure('refused', `${code}: ${tips}`, {
    said: said(
      `抖音返回错误 ${code}，请核对 AppID、AppSecret 和消息模板`,
      `Douyin answered error ${code}: check AppID, AppSecret and the template`,
    ),
  });
}
