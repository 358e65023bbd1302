import { z } from 'zod';
import { said } from '../vendor-failure.ts';
import { askJson } from '../vendor-json.ts';
import { createTokenKeeper } from '../vendor-tokens.ts';
import { cut, miniPageOf } from './payload.ts';
import { oneByOne } from './subscription.ts';
import { type PushAccount, PushFailure, type PushGateway, type PushOutcome } from './types.ts';

/** Where the vendor answers. */
export const douyinPushEndpoint = 'https://developer.toutiao.com';

const patience = { answerMs: 10_000, mostBytes: 64 * 1024 } as const;

/** The vendor's codes of subscription messages. */
const stale: readonly number[] = [2, 28_001_003, 28_001_008];
const busy: readonly number[] = [1_006, 1_007];
const ownTrouble: readonly number[] = [-1, 1_000];
const noSubscription = 1_003;
const unknownPerson = 1_002;

const answer = z.object({ err_no: z.number(), err_tips: z.string().default('') });
const tokenAnswer = z.object({
  err_no: z.literal(0),
  data: z.object({ access_token: z.string().min(1), expires_in: z.number().positive() }),
});

const lost = (how: 'unsent' | 'unknown', message: string, options?: ErrorOptions) =>
  new PushFailure(how, message, options);

/** Sends Douyin's subscription messages ("subscribe_notification"), one person at a time. */
export function createDouyinPush(endpoint: URL, now: () => Date): PushGateway {
  const tokens = createTokenKeeper(now);

  const tokenOf = ({ appKey, appSecret }: PushAccount) =>
    tokens.of(appKey, async () => {
      const { json } = await askJson(
        {
          method: 'POST',
          url: new URL('/api/apps/v2/token', endpoint),
          body: { appid: appKey, secret: appSecret, grant_type: 'client_credential' },
          ...patience,
        },
        // No message is on its way yet.
        (_, message, options) => lost('unsent', message, options),
      );
      const given = tokenAnswer.safeParse(json);
      if (given.success) return { token: given.data.data.access_token, seconds: given.data.data.expires_in };
      const { err_no, err_tips } = answer.parse(json);
      throw refusal(err_no, err_tips);
    });

  return oneByOne(
    async (account, message, openId) => {
      const page = miniPageOf(message);
      const { json } = await askJson(
        {
          method: 'POST',
          url: new URL('/api/apps/subscribe_notification/developer/v1/notify', endpoint),
          body: {
            access_token: await tokenOf(account),
            app_id: account.appKey,
            tpl_id: account.templateId ?? '',
            open_id: openId,
            data: {
              [account.titleKey ?? 'thing1']: cut(message.title),
              [account.contentKey ?? 'thing2']: cut(message.content),
            },
            ...(page !== undefined && { page }),
          },
          ...patience,
        },
        lost,
      );
      const read = answer.safeParse(json);
      if (!read.success) throw lost('unknown', 'The answer of the vendor is unreadable');
      return outcomeOf(read.data.err_no, read.data.err_tips);
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
  if (busy.includes(code) || ownTrouble.includes(code)) return lost('unsent', `${code}: ${tips}`);
  return new PushFailure('refused', `${code}: ${tips}`, {
    said: said(
      `抖音返回错误 ${code}，请核对 AppID、AppSecret 和消息模板`,
      `Douyin answered error ${code}: check AppID, AppSecret and the template`,
    ),
  });
}
