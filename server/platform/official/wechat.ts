import { z } from 'zod';
import { askJson } from '../vendor-json.ts';
import { createTokenKeeper } from '../vendor-tokens.ts';
import {
  type OfficialCredentials,
  OfficialFailure,
  type OfficialGateway,
  type OfficialList,
  type OfficialPage,
  officialPageSize,
} from './types.ts';

/** Where the vendor answers. */
export const officialEndpoint = 'https://api.weixin.qq.com';

/** Milliseconds the vendor has to answer, and most bytes of an answer: twenty messages of eight articles with their texts. */
const patience = { answerMs: 15_000, mostBytes: 64 * 1024 * 1024 } as const;

/** The vendor's errors for a token that is no longer good (its list of return codes). */
const staleToken: readonly number[] = [40_001, 40_014, 42_001];
/** The vendor's errors for too many calls, of a minute or of the day. */
const overQuota: readonly number[] = [45_009, 45_011];
/** The vendor's errors for trouble of its own. */
const ownTrouble: readonly number[] = [-1];

const refusal = z.object({ errcode: z.number(), errmsg: z.string().default('') });
const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

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

/** Addresses of the lists: "freepublish/batchget" and "draft/batchget" of the vendor's documents. */
const listPaths: Readonly<Record<OfficialList, string>> = {
  published: '/cgi-bin/freepublish/batchget',
  draft: '/cgi-bin/draft/batchget',
};

const lost = (_: string, message: string, options?: ErrorOptions) =>
  new OfficialFailure('unreachable', 0, message, options);

/**
 * Reads official accounts by the vendor's calls. Tokens come from `cgi-bin/stable_token`, which gives every caller the
 * same token until its end, so that several nodes do not end each other's, and are kept in memory. A token that the
 * vendor no longer takes is renewed once for a call.
 */
export function createWechatOfficial(endpoint: URL, now: () => Date): OfficialGateway {
  const tokens = createTokenKeeper(now);

  async function ask(path: string, query: Readonly<Record<string, string>>, body: object): Promise<unknown> {
    const url = new URL(path, endpoint);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const { status, json } = await askJson({ method: 'POST', url, body, ...patience }, lost);
    if (status >= 400) throw new OfficialFailure('unreachable', 0, `The vendor answered ${status}`);
    const refused = refusal.safeParse(json);
    if (refused.success && refused.data.errcode !== 0) throw failureOf(refused.data);
    return json;
  }

  const tokenOf = ({ appId, appSecret }: OfficialCredentials) =>
    tokens.of(appId, async refused => {
      const answer = tokenAnswer.safeParse(
        await ask(
          '/cgi-bin/stable_token',
          {},
          // A token that was just refused must not come again.
          { grant_type: 'client_credential', appid: appId, secret: appSecret, force_refresh: refused },
        ),
      );
      if (!answer.success) throw new OfficialFailure('unreachable', 0, 'The vendor gave no token');
      return { token: answer.data.access_token, seconds: answer.data.expires_in };
    });

  async function readList(token: string, list: OfficialList, offset: number): Promise<OfficialPage> {
    const answer = listAnswer.safeParse(
      await ask(listPaths[list], { access_token: token }, { offset, count: officialPageSize, no_content: 0 }),
    );
    if (!answer.success) throw new OfficialFailure('unreachable', 0, 'The list of the vendor is unreadable');
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
        if (!(error instanceof OfficialFailure) || !staleToken.includes(error.vendorCode)) throw error;
        tokens.drop(credentials.appId);
        return readList(await tokenOf(credentials), list, offset);
      }
    },
  };
}

function failureOf({ errcode, errmsg }: z.infer<typeof refusal>): OfficialFailure {
  const reason = overQuota.includes(errcode)
    ? 'quota'
    : ownTrouble.includes(errcode)
      ? 'unreachable'
      : 'refused';
  return new OfficialFailure(reason, errcode, `${errcode}: ${errmsg}`);
}
