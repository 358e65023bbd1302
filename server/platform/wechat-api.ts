import { vendorCalls } from '@yikao/model/rules/vendor-calls.ts';
import { z } from 'zod';
import {
  type ExchangeLog,
  exchange,
  type LostFailure,
  textAt,
  type VendorAnswer,
  type VendorOutcome,
} from './vendor/exchange.ts';
import type { VendorFailure } from './vendor/failure.ts';
import { createTokenKeeper } from './vendor/tokens.ts';

/** Where WeChat's calls of accounts and mini-programs are answered. */
export const wechatEndpoint = 'https://api.weixin.qq.com';

/**
 * Codes of WeChat's "全局返回码": a token that is no longer good, too many calls in a minute, the calls of a day used up, and
 * trouble at the vendor.
 */
export const wechatCodes = {
  stale: [40_001, 40_014, 42_001] as readonly number[],
  busy: [45_011] as readonly number[],
  usedUp: 45_009,
  ownTrouble: -1,
};

/** The outcome of a call; WeChat writes the number of its log into the message of a refusal. */
export function wechatOutcome({ json }: VendorAnswer): VendorOutcome {
  const named = json !== null && typeof json === 'object';
  // An answer of another form is trouble of WeChat's own.
  const code = named ? textAt(json, 'errcode') || '0' : String(wechatCodes.ownTrouble);
  const message = textAt(json, 'errmsg');
  return {
    done: code === '0',
    code,
    message,
    logNo: textAt(json, 'msgid') || (/\brid: ?([\w-]+)/.exec(message)?.[1] ?? ''),
  };
}

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** The parts of {@link createWechatTokens}. */
export interface WechatTokenParts {
  readonly endpoint: URL;
  readonly log: ExchangeLog;
  readonly now: () => Date;
  readonly lost: LostFailure;
  /** Makes the failure of a refused call. */
  readonly refused: (code: number, message: string) => VendorFailure;
}

/** Access tokens of accounts, kept in memory. */
export interface WechatTokens {
  of(appId: string, appSecret: string): Promise<string>;
  /** Forgets a token that WeChat has refused; the next one is a new one. */
  drop(appId: string): void;
}

/**
 * Access tokens from `cgi-bin/stable_token`, which gives every caller the same token until its end, so that several nodes
 * do not end each other's.
 */
export function createWechatTokens({ endpoint, log, now, lost, refused }: WechatTokenParts): WechatTokens {
  const tokens = createTokenKeeper(now);
  return {
    of: (appId, appSecret) =>
      tokens.of(appId, async stale => {
        const answer = await exchange(
          log,
          {
            call: vendorCalls.wechat.token,
            url: new URL('/cgi-bin/stable_token', endpoint),
            // A token that was just refused must not come again.
            body: {
              grant_type: 'client_credential',
              appid: appId,
              secret: appSecret,
              force_refresh: stale,
            },
            outcome: wechatOutcome,
          },
          lost,
        );
        if (!answer.done) throw refused(Number(answer.code), answer.message);
        const given = tokenAnswer.safeParse(answer.json);
        if (!given.success) throw lost('unknown', 'The vendor gave no token');
        return { token: given.data.access_token, seconds: given.data.expires_in };
      }),
    drop: appId => tokens.drop(appId),
  };
}
