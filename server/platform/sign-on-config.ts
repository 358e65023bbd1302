import { z } from 'zod';

/** Reports whether an issuer may be spoken to without TLS: only on this machine. */
function isLoopback(url: URL): boolean {
  return url.hostname === 'localhost' || url.hostname === '127.0.0.1' || url.hostname === '[::1]';
}

const issuer = z
  .string()
  .max(255)
  .refine(
    text => {
      if (!URL.canParse(text)) return false;
      const url = new URL(text);
      return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
    },
    { error: 'issuer must be an https:// address' },
  );

const signOnProvider = z.strictObject({
  /** Part of the address that the provider sends people back to. */
  key: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, { error: 'key must be of a-z, 0-9 and -' }),
  issuer,
  clientId: z.string().min(1),
  /** Left out for a public client. */
  clientSecret: z.string().min(1).optional(),
  /** The way the secret is sent. */
  clientAuth: z.enum(['basic', 'post']).default('basic'),
  scope: z.string().default('openid profile email'),
  labelZh: z.string().min(1).max(32),
  labelEn: z.string().min(1).max(32),
  /**
   * Field that matches an identity to its account the first time; `none`: people link it themselves in the personal
   * centre.
   */
  match: z.enum(['email', 'userName', 'none']).default('email'),
  /** Creates an account for an identity without one. */
  create: z
    .strictObject({
      userType: z.number().int().min(1).max(9).default(2),
      roleCodes: z.array(z.string()).default([]),
    })
    .optional(),
  /** The party that requires the second factor: this product, as for any login, or the provider. */
  secondFactor: z.enum(['here', 'provider']).default('here'),
});

/** An OpenID Connect provider for logging in. */
export type SignOnProvider = z.infer<typeof signOnProvider>;

/** The variable `SIGN_ON`: a JSON array of providers with distinct keys. */
export const signOnProviders = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a JSON array' });
      return z.NEVER;
    }
  })
  .pipe(
    z
      .array(signOnProvider, { error: 'must be a JSON array' })
      .refine(list => new Set(list.map(({ key }) => key)).size === list.length, {
        error: 'two providers have the same key',
      }),
  );
