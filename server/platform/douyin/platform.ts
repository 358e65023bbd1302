import { type VendorCall, vendorCalls } from '@yikao/model/rules/vendor-calls.ts';
import { z } from 'zod';
import { douyinOutcome } from '../douyin-outcome.ts';
import { type ExchangeLog, exchange } from '../vendor/exchange.ts';
import { said } from '../vendor/failure.ts';
import { createTokenKeeper } from '../vendor/tokens.ts';
import { failureOf } from './errors.ts';
import { readNotice, reviewStates } from './notice.ts';
import { DouyinFailure, type DouyinGateway, type Grant } from './types.ts';

/** Where the platform answers. */
export const douyinEndpoint = 'https://open.douyin.com';

const patience = { answerMs: 10_000, mostBytes: 1024 * 1024 } as const;

/** The platform's calls; the action of each is its path. */
const calls = vendorCalls.douyin;

/** The rights that an account is asked to grant. */
const scopes = 'user_info,ma.self_mount_video.apply,video.data';

const answer = z.object({ data: z.looseObject({}).nullish() });
/** A number of seconds; the published examples have it as a number and as a text. */
const seconds = z.coerce.number().positive();
const grantData = z.object({
  open_id: z.string().min(1),
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  scope: z.string().default(''),
  expires_in: seconds,
  refresh_expires_in: seconds,
});
const extendedData = z.object({ refresh_token: z.string().min(1), expires_in: seconds });
const clientData = z.object({ access_token: z.string().min(1), expires_in: seconds });
const personData = z.object({
  nickname: z.string().default(''),
  avatar: z.string().default(''),
  unique_id: z.string().default(''),
});
const classData = z.object({ list: z.array(z.object({ class_id: z.coerce.string(), name: z.string() })) });
const submitted = z.object({ id: z.coerce.string().min(1) });
const figure = z.number().int().min(0).default(0);
const stateData = z.object({
  status: z.number(),
  reason: z.string().default(''),
  view_num: figure,
  click_num: figure,
  deal_num: figure,
});
const lost = (_: string, message: string, options?: ErrorOptions) =>
  new DouyinFailure('unreachable', message, said('抖音暂时无法访问', 'Douyin cannot be reached'), options);

const unreadable = () => lost('unknown', 'The answer of the platform is unreadable');

/** The credentials of our application. */
export interface DouyinApp {
  readonly key: string;
  readonly secret: string;
}

/** A person's grant; its tokens expire the given number of seconds from now. */
function grantOf(
  now: () => Date,
  { expires_in, refresh_expires_in, ...given }: z.infer<typeof grantData>,
): Grant {
  return {
    ...{ openId: given.open_id, accessToken: given.access_token, refreshToken: given.refresh_token },
    scopes: given.scope,
    expires: new Date(now().getTime() + expires_in * 1_000),
    refreshUntil: new Date(now().getTime() + refresh_expires_in * 1_000),
  };
}

/** The state of a course or a mount, with its numbers. */
function stateOf({ status, reason, view_num, click_num, deal_num }: z.infer<typeof stateData>) {
  return {
    ...{ state: reviewStates[status] ?? ('waiting' as const), reason },
    ...{ viewNum: view_num, clickNum: click_num, dealNum: deal_num },
  };
}

/** The address at which a person grants us access to their account. */
function authUrl(url: URL, app: DouyinApp, state: string, backUrl: string): string {
  const query = { client_key: app.key, response_type: 'code', scope: scopes, redirect_uri: backUrl, state };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** The open platform, by its HTTPS calls. */
export function createDouyin(
  endpoint: URL,
  app: DouyinApp,
  now: () => Date,
  log: ExchangeLog,
): DouyinGateway {
  const tokens = createTokenKeeper(now);

  async function ask<T>(
    call: VendorCall,
    body: object | URLSearchParams,
    schema: z.ZodType<T>,
    { accessToken, subject }: { readonly accessToken?: string; readonly subject?: string } = {},
  ): Promise<T> {
    const told = await exchange(
      log,
      {
        ...{ call, subject, url: new URL(call.action, endpoint), body, ...patience },
        headers: accessToken === undefined ? {} : { 'access-token': accessToken },
        outcome: douyinOutcome,
      },
      lost,
    );
    if (told.code === '') throw unreadable();
    if (!told.done) throw failureOf(Number(told.code), told.message);
    const read = answer.safeParse(told.json);
    const value = read.success ? schema.safeParse(read.data.data ?? {}) : undefined;
    if (!value?.success) throw unreadable();
    return value.data;
  }

  /** A call in the name of our application; its token is renewed once if the platform does not take it. */
  async function asApp<T>(
    call: VendorCall,
    body: object,
    schema: z.ZodType<T>,
    about: { readonly subject?: string } = {},
  ): Promise<T> {
    for (const again of [true, false]) {
      const token = await tokens.of(app.key, async () => {
        const given = await ask(
          calls.client,
          // Form and JSON differ by call; this one takes JSON.
          { client_key: app.key, client_secret: app.secret, grant_type: 'client_credential' },
          clientData,
        );
        return { token: given.access_token, seconds: given.expires_in };
      });
      try {
        return await ask(call, body, schema, { accessToken: token, ...about });
      } catch (error) {
        if (!(error instanceof DouyinFailure) || error.reason !== 'expired' || !again) throw error;
        tokens.drop(app.key);
      }
    }
    throw unreadable();
  }

  return {
    askAfter: 60,
    authUrl: (state, backUrl) => authUrl(new URL(calls.connect.action, endpoint), app, state, backUrl),
    exchange: async code =>
      grantOf(
        now,
        await ask(
          calls.token,
          new URLSearchParams({
            ...{ client_key: app.key, client_secret: app.secret, code, grant_type: 'authorization_code' },
          }),
          grantData,
        ),
      ),
    renew: async refreshToken =>
      grantOf(
        now,
        await ask(
          calls.renew,
          new URLSearchParams({
            client_key: app.key,
            grant_type: 'refresh_token',
            refresh_token: refreshToken,
          }),
          grantData,
        ),
      ),
    async extend(refreshToken) {
      const body = new URLSearchParams({ client_key: app.key, refresh_token: refreshToken });
      const given = await ask(calls.extend, body, extendedData);
      return {
        refreshToken: given.refresh_token,
        refreshUntil: new Date(now().getTime() + given.expires_in * 1_000),
      };
    },
    async person(accessToken, openId) {
      const body = new URLSearchParams({ access_token: accessToken, open_id: openId });
      const given = await ask(calls.person, body, personData);
      return { nickName: given.nickname, avatar: given.avatar, douyinNo: given.unique_id };
    },
    classes: async () =>
      (await asApp(calls.classes, {}, classData)).list.map(({ class_id, name }) => ({
        classId: class_id,
        name,
      })),
    async submitCourse({ outId, title, classId, price, images, refundable }) {
      const body = { out_id: outId, title, class_id: classId, price, images, refundable };
      return (await asApp(calls.course, body, submitted, { subject: outId })).id;
    },
    courseState: async id => stateOf(await asApp(calls.courseState, { id }, stateData)),
    async submitMount({ outId, openId, accessToken, itemId, path, title }) {
      const body = { out_id: outId, open_id: openId, item_id: itemId ?? '', path, anchor_title: title };
      return (await ask(calls.mount, body, submitted, { accessToken, subject: outId })).id;
    },
    mountState: async id => stateOf(await asApp(calls.mountState, { id }, stateData)),
    async endMount(id) {
      await asApp(calls.endMount, { id }, z.looseObject({}));
    },
    verifyNotice: notice => readNotice(app.secret, notice),
  };
}
