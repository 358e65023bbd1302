import { z } from 'zod';

const label = z.object({ zh: z.string(), en: z.string() });

/** An identity provider as the login page offers it. */
const signOnProvider = z.object({ key: z.string(), label });

/** Data of `GET /api/admin/signOn/providers`. */
export const signOnProviders = z.array(signOnProvider);

/** Query of `GET /api/admin/signOn/:provider/start`, to which the browser goes itself. */
export const signOnQuery = z.object({
  /** Path of ours to return to. */
  back: z.string().max(1_024).catch(''),
  remember: z.enum(['0', '1']).catch('0'),
});

/** Body of `POST /api/admin/signOn/link`. */
export const linkBody = z.object({ provider: z.string().max(32) });

/** Data of `POST /api/admin/signOn/link`: where the browser goes from here. */
export const linkAnswer = z.object({ url: z.string() });

/** Data of `POST /api/admin/signOn/finish` after an identity was linked to the own account. */
export const linked = z.object({ linked: z.literal(true) });

/** Data of `GET /api/admin/signOn/identity`: whom one is elsewhere, and where one could be. */
export const identities = z.object({
  identities: z.array(
    z.object({
      identityId: z.number().int(),
      provider: z.string(),
      label,
      /** How the provider calls the person. */
      account: z.string(),
      /** Times as `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai. */
      createTime: z.string(),
      lastLoginTime: z.string().nullable(),
    }),
  ),
  providers: signOnProviders,
});

/** Body of `DELETE /api/admin/signOn/identity`. */
export const unlinkBody = z.object({ ids: z.array(z.number().int().positive()).min(1).max(20) });

/** See {@link signOnProviders}. */
export type SignOnProviders = z.infer<typeof signOnProviders>;
/** See {@link identities}. */
export type Identities = z.infer<typeof identities>;
