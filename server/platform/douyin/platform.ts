import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { douyinOutcome } from '../douyin-outcome.ts';
import { type ExchangeLog, exchange } from '../vendor/exchange.ts';
import { said } from '../vendor/failure.ts';
import { createTokenKeeper } from '../vendor/tokens.ts';
import { failureOf } from './errors.ts';
import { DouyinFailure, type DouyinGateway, type DouyinState, type Grant } from './types.ts';

/** Where the platform answers. */
export const douyinEndpoint = 'https://open.douyin.com';

const patience = { answerMs: 10_000, mostBytes: 1024 * 1024 } as const;

/** Paths of the platform's calls; the form of each is the platform's. */
const paths = {
  connect: '/platform/oauth/connect/',
  token: '/oauth/access_token/',
  renew: '/oauth/refresh_token/',
  client: '/oauth/client_token/',
  person: '/oauth/userinfo/',
  classes: '/api/apps/v1/course/class/list',
  course: '/api/apps/v1/course/submit',
  courseState: '/api/apps/v1/course/query',
  mount: '/api/apps/v1/video_mount/submit',
  mountState: '/api/apps/v1/video_mount/query',
  endMount: '/api/apps/v1/video_mount/unbind',
} as const;

/** The rights that an account is asked to grant. */
const scopes = 'user_info,ma.self_mount_video.apply,video.data';

const answer = z.object({ data: z.looseObject({}).nullish() });
const grantData = z.object({
  open_id: z.string().min(1),
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  scope: z.string().default(''),
  expires_in: z.number().positive(),
  refresh_expires_in: z.number().positive(),
});
const clientData = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
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
const noticeBody = z.object({
  event: z.string(),
  event_id: z.string().min(1).max(64),
  content: z.union([z.string(), z.looseObject({})]),
});
const noticeContent = z.object({ out_id: z.string(), status: z.number(), reason: z.string().default('') });

/** The platform's states of a review. */
const stateNames: Readonly<Record<number, DouyinState['state']>> = {
  1: 'waiting',
  2: 'approved',
  3: 'rejected',
  4: 'mounted',
};

const lost = (_: string, message: string, options?: ErrorOptions) =>
  new DouyinFailure('unreachable', message, said('抖音暂时无法访问', 'Douyin cannot be reached'), options);

const unreadable = () => lost('unknown', 'The answer of the platform is unreadable');

/** The credentials of our application. */
export interface DouyinApp {
  readonly key: string;
  readonly secret: string;
}

/** A person's grant; its tokens run out the told seconds from now. */
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
    ...{ state: stateNames[status] ?? ('waiting' as const), reason },
    ...{ viewNum: view_num, clickNum: click_num, dealNum: deal_num },
  };
}

/** The address at which a person grants us access to their account. */
function authUrl(url: URL, app: DouyinApp, state: string, backUrl: string): string {
  const query = { client_key: app.key, response_type: 'code', scope: scopes, redirect_uri: backUrl, state };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** A notice with the platform's signature; undefined for another one. */
function verifiedNotice(
  app: DouyinApp,
  { headers, body }: Parameters<DouyinGateway['verifyNotice']>[0],
): ReturnType<DouyinGateway['verifyNotice']> {
  const expected = createHash('sha1').update(app.secret).update(body).digest();
  const given = Buffer.from(String(headers['x-douyin-signature'] ?? ''), 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return readNotice(body);
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
    path: string,
    body: object | URLSearchParams,
    schema: z.ZodType<T>,
    { accessToken, subject }: { readonly accessToken?: string; readonly subject?: string } = {},
  ): Promise<T> {
    const told = await exchange(
      log,
      {
        ...{ vendor: 'douyin', action: path, subject, url: new URL(path, endpoint), body, ...patience },
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
    path: string,
    body: object,
    schema: z.ZodType<T>,
    about: { readonly subject?: string } = {},
  ): Promise<T> {
    for (const again of [true, false]) {
      const token = await tokens.of(app.key, async () => {
        const given = await ask(
          paths.client,
          new URLSearchParams({
            client_key: app.key,
            client_secret: app.secret,
            grant_type: 'client_credential',
          }),
          clientData,
        );
        return { token: given.access_token, seconds: given.expires_in };
      });
      try {
        return await ask(path, body, schema, { accessToken: token, ...about });
      } catch (error) {
        if (!(error instanceof DouyinFailure) || error.reason !== 'expired' || !again) throw error;
        tokens.drop(app.key);
      }
    }
    throw unreadable();
  }

  return {
    askAfter: 60,
    authUrl: (state, backUrl) => authUrl(new URL(paths.connect, endpoint), app, state, backUrl),
    exchange: async code =>
      grantOf(
        now,
        await ask(
          paths.token,
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
          paths.renew,
          new URLSearchParams({
            client_key: app.key,
            grant_type: 'refresh_token',
            refresh_token: refreshToken,
          }),
          grantData,
        ),
      ),
    async person(accessToken, openId) {
      const body = new URLSearchParams({ access_token: accessToken, open_id: openId });
      const given = await ask(paths.person, body, personData);
      return { nickName: given.nickname, avatar: given.avatar, douyinNo: given.unique_id };
    },
    classes: async () =>
      (await asApp(paths.classes, {}, classData)).list.map(({ class_id, name }) => ({
        classId: class_id,
        name,
      })),
    async submitCourse({ outId, title, classId, price, images, refundable }) {
      const body = { out_id: outId, title, class_id: classId, price, images, refundable };
      return (await asApp(paths.course, body, submitted, { subject: outId })).id;
    },
    courseState: async id => stateOf(await asApp(paths.courseState, { id }, stateData)),
    async submitMount({ outId, openId, accessToken, itemId, path, title }) {
      const body = { out_id: outId, open_id: openId, item_id: itemId ?? '', path, anchor_title: title };
      return (await ask(paths.mount, body, submitted, { accessToken, subject: outId })).id;
    },
    mountState: async id => stateOf(await asApp(paths.mountState, { id }, stateData)),
    async endMount(id) {
      await asApp(paths.endMount, { id }, z.looseObject({}));
    },
    verifyNotice: notice => verifiedNotice(app, notice),
  };
}

/** Reads a notice; one that says nothing to us is about something else. */
function readNotice(body: Buffer): ReturnType<DouyinGateway['verifyNotice']> {
  const other = { eventId: 'other', about: 'other', outId: '', state: 'waiting', reason: '' } as const;
  try {
    const { event, event_id, content } = noticeBody.parse(JSON.parse(body.toString('utf8')));
    const about = ({ course_audit: 'course', mount_audit: 'mount' } as const)[event];
    if (!about) return other;
    const { out_id, status, reason } = noticeContent.parse(
      typeof content === 'string' ? JSON.parse(content) : content,
    );
    return { eventId: event_id, about, outId: out_id, state: stateNames[status] ?? 'waiting', reason };
  } catch {
    return other;
  }
}
