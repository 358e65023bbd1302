import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { counted, keysBody } from '../../calls/values.ts';
import { label } from '../../kernel/label.ts';
import { loginOutcome } from './login.calls.ts';

const shownLabel = z.object({ zh: z.string(), en: z.string() });

/** An identity provider as the login page offers it. */
const signOnProvider = z.object({ key: z.string(), label: shownLabel });

/** The providers there are. */
const signOnProviders = z.array(signOnProvider);

/** Query that the browser sends to a provider. */
const signOnQuery = z.object({
  /** Path of ours to return to. */
  back: z.string().max(1_024).default('').catch(''),
  remember: z.enum(['0', '1']).default('0').catch('0'),
});

/** Confirms that an identity was linked to the caller's account. */
export const linked = z.object({ linked: z.literal(true) });

/** The caller's linked identities, and the available providers. */
const identities = z.object({
  identities: z.array(
    z.object({
      identityId: z.number().int(),
      provider: z.string(),
      label: shownLabel,
      /** The person's account name at the provider. */
      account: z.string(),
      /** Times as `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai. */
      createTime: z.string(),
      lastLoginTime: z.string().nullable(),
    }),
  ),
  providers: signOnProviders,
});

/** See {@link signOnProviders}. */
export type SignOnProviders = z.infer<typeof signOnProviders>;
/** See {@link identities}. */
export type Identities = z.infer<typeof identities>;

/** Root of the single sign-on calls: the browser's identifying cookie is sent only here. */
export const signOnRoot = '/api/admin/signOn';

/** Sign-ons that one address may begin and end; an office behind one address still gets in. */
const limit = { name: 'sign-on-address', per: 'address', max: 300, windowMs: 15 * 60_000 } as const;

/** Single sign-on by OpenID Connect, with the providers of the configuration (domain 2.A). */
export const signOnCalls = {
  providers: call(`GET ${signOnRoot}/providers`, {
    of: 'auth',
    label: label('单点登录的身份提供方', 'Providers of single sign-on'),
    may: 'public',
    data: signOnProviders,
  }),
  /** Navigated to by the browser itself. */
  start: call(`GET ${signOnRoot}/:provider/start`, {
    of: 'auth',
    label: label('前往身份提供方（浏览器跳转）', 'Go to the provider, by a redirect of the browser'),
    may: 'public',
    query: signOnQuery,
    answers: 'redirect',
    limit,
  }),
  callback: call(`GET ${signOnRoot}/:provider/callback`, {
    of: 'auth',
    label: label('身份提供方返回的地址', 'Where the provider sends the browser back to'),
    may: 'public',
    answers: 'redirect',
    limit,
  }),
  finish: call(`POST ${signOnRoot}/finish`, {
    of: 'auth',
    label: label('完成单点登录或关联', 'Finish a single sign-on, or a link'),
    may: 'public',
    data: z.union([loginOutcome, linked]),
    audit: 'login',
    limit,
  }),
  link: call(`POST ${signOnRoot}/link`, {
    of: 'auth',
    label: label('关联身份到本人账号', "Link an identity to one's own account"),
    may: 'person',
    sessionOnly: true,
    body: z.object({ provider: z.string().max(32) }),
    // The browser's next address.
    data: z.object({ url: z.string() }),
    limit,
  }),
  identities: call(`GET ${signOnRoot}/identity`, {
    of: 'auth',
    label: label('本人关联的身份', "Identities linked to one's own account"),
    may: 'person',
    sessionOnly: true,
    data: identities,
  }),
  unlink: call(`DELETE ${signOnRoot}/identity`, {
    of: 'auth',
    label: label('解除本人的关联', "Unlink identities of one's own"),
    may: 'person',
    sessionOnly: true,
    body: keysBody(20),
    data: counted,
    fails: ['notAllowedNow'],
  }),
} as const;
