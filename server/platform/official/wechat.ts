import { vendorCalls } from '@yikao/model/rules/vendor-calls.ts';
import { z } from 'zod';
import { type ExchangeLog, exchange, type LostFailure } from '../vendor/exchange.ts';
import { createWechatTokens, wechatCodes, wechatOutcome } from '../wechat-api.ts';
import {
  type OfficialCredentials,
  OfficialFailure,
  type OfficialGateway,
  type OfficialList,
  type OfficialPage,
  officialPageSize,
} from './types.ts';

/** Milliseconds the vendor has to answer, and most bytes of an answer: twenty messages of eight articles with their texts. */
const patience = { answerMs: 15_000, mostBytes: 64 * 1024 * 1024 } as const;

const text = z
  .string()
  .nullish()
  .transform(value => value ?? '');
const newsItem = z.object({
  title: text,
  author: text,
  digest: text,
  content: text,
  url: text,
  thumb_url: text,
  is_deleted: z.boolean().nullish(),
});
const listAnswer = z.object({
  total_count: z.number().int().min(0),
  item_count: z.number().int().min(0),
  item: z
    .array(
      z.object({
        article_id: z.string().optional(),
        media_id: z.string().optional(),
        update_time: z.number().optional(),
        content: z.object({
          news_item: z.array(newsItem),
          create_time: z.number().optional(),
          update_time: z.number().optional(),
        }),
      }),
    )
    .default([]),
});

const lost: LostFailure = (_, message, options) => new OfficialFailure('unreachable', 0, message, options);

/** Reads official accounts by the vendor's calls. A token that the vendor no longer takes is renewed once for a call. */
export function createWechatOfficial(endpoint: URL, now: () => Date, log: ExchangeLog): OfficialGateway {
  const tokens = createWechatTokens({ endpoint, log, now, lost, refused: failureOf });
  const tokenOf = ({ appId, appSecret }: OfficialCredentials) => tokens.of(appId, appSecret);

  async function readList(token: string, list: OfficialList, offset: number): Promise<OfficialPage> {
    const url = new URL(vendorCalls.wechat[list].action, endpoint);
    url.searchParams.set('access_token', token);
    const body = { offset, count: officialPageSize, no_content: 0 };
    const told = await exchange(
      log,
      { call: vendorCalls.wechat[list], url, body, ...patience, outcome: wechatOutcome },
      lost,
    );
    if (!told.done) throw failureOf(Number(told.code), told.message);
    const answer = listAnswer.safeParse(told.json);
    if (told.status >= 400 || !answer.success)
      throw new OfficialFailure('unreachable', 0, 'The list of the vendor is unreadable');
    const { total_count: total, item: messages } = answer.data;
    return {
      total,
      messages: messages.length,
      items: messages.flatMap(message => {
        const number = message.article_id ?? message.media_id;
        if (number === undefined) return [];
        const seconds =
          message.update_time ?? message.content.update_time ?? message.content.create_time ?? 0;
        return message.content.news_item.flatMap((news, place) =>
          news.is_deleted === true || news.title === ''
            ? []
            : [
                {
                  sourceNo: `${number}#${place}`,
                  title: news.title,
                  author: news.author,
                  summary: news.digest,
                  content: news.content,
                  url: news.url,
                  cover: news.thumb_url,
                  time: new Date(seconds * 1_000),
                },
              ],
        );
      }),
    };
  }

  return {
    local: false,
    async read(credentials, list, offset) {
      if (!credentials) throw new OfficialFailure('refused', 0, 'The account has no credentials');
      try {
        return await readList(await tokenOf(credentials), list, offset);
      } catch (error) {
        if (!(error instanceof OfficialFailure) || !wechatCodes.stale.includes(error.vendorCode)) throw error;
        tokens.drop(credentials.appId);
        return readList(await tokenOf(credentials), list, offset);
      }
    },
  };
}

function failureOf(code: number, message: string): OfficialFailure {
  const { busy, usedUp, ownTrouble } = wechatCodes;
  const reason =
    busy.includes(code) || code === usedUp ? 'quota' : code === ownTrouble ? 'unreachable' : 'refused';
  return new OfficialFailure(reason, code, `${code}: ${message}`);
}
