import { vendorCalls } from '@yikao/model/rules/vendor-calls.ts';
import {
  type ExchangeLog,
  exchange,
  textAt,
  type VendorAnswer,
  type VendorOutcome,
} from '../vendor/exchange.ts';
import { said } from '../vendor/failure.ts';
import { createWechatTokens, wechatCodes, wechatOutcome } from '../wechat-api.ts';
import { cut, miniPageOf } from './payload.ts';
import { oneByOne } from './subscription.ts';
import { lostPush, PushFailure, type PushGateway, type PushOutcome, subjectOf } from './types.ts';

const { stale, busy, usedUp, ownTrouble } = wechatCodes;
/** Codes of "发送订阅消息": the person takes no such message; the id is no person's of this mini-program. */
const noSubscription = 43_101;
const unknownPerson = 40_003;

/** The outcome of a sending, which names its code in any case: an answer without one confirms nothing. */
const sentOutcome = (answer: VendorAnswer): VendorOutcome => {
  const told = wechatOutcome(answer);
  return textAt(answer.json, 'errcode') === '' ? { ...told, done: false, code: String(ownTrouble) } : told;
};

/** Sends WeChat's subscription messages ("subscribe/send"), one person at a time. */
export function createWechatPush(endpoint: URL, now: () => Date, log: ExchangeLog): PushGateway {
  const tokens = createWechatTokens({
    ...{ endpoint, log, now, refused: refusal },
    // No message is on its way yet.
    lost: (_, message, options) => lostPush('unsent', message, options),
  });
  return oneByOne(
    async (account, message, openId) => {
      const url = new URL('/cgi-bin/message/subscribe/send', endpoint);
      url.searchParams.set('access_token', await tokens.of(account.appKey, account.appSecret));
      const page = miniPageOf(message);
      const { code, message: words } = await exchange(
        log,
        {
          call: vendorCalls.wechat.send,
          subject: subjectOf(message),
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
          outcome: sentOutcome,
        },
        lostPush,
      );
      return outcomeOf(Number(code), words);
    },
    ({ appKey }) => tokens.drop(appKey),
  );
}

function outcomeOf(code: number, message: string): PushOutcome | 'stale' {
  if (code === 0) return { kind: 'sent' };
  if (stale.includes(code)) return 'stale';
  if (busy.includes(code)) return { kind: 'later' };
  if (code === ownTrouble) return { kind: 'unknown' };
  if (code === unknownPerson) return { kind: 'dead' };
  if (code === noSubscription) {
    return { kind: 'refused', reason: said('用户没有订阅该消息', 'The person has not subscribed') };
  }
  throw refusal(code, message);
}

function refusal(code: number, message: string): PushFailure {
  if (busy.includes(code) || code === ownTrouble) return lostPush('unsent', `${code}: ${message}`);
  if (code === usedUp) {
    return new PushFailure('refused', `${code}: ${message}`, {
      said: said(
        '微信今天的调用次数已用完，请明天继续分发',
        'The calls of today at WeChat are used up: go on with it tomorrow',
      ),
    });
  }
  return new PushFailure('refused', `${code}: ${message}`, {
    said: said(
      `微信返回错误 ${code}，请核对 AppID、AppSecret、消息模板和关键词`,
      `WeChat answered error ${code}: check AppID, AppSecret, the template and its keys`,
    ),
  });
}
