import { z } from 'zod';

/** The three sites that share the back-office (spec section 1, domain A11). */
export const siteKeys = ['ykzyb', 'mszytb', 'ykzyzn'] as const;

/** One of {@link siteKeys}. */
export type SiteKey = (typeof siteKeys)[number];

/**
 * What `GET /api/base/website/current` tells anyone of the site of the request's host: branding only,
 * never the row's other columns. An unknown host gives the default site.
 */
export const currentWebsite = z.object({
  siteKey: z.enum(siteKeys),
  title: z.string(),
  shortTitle: z.string().nullable(),
  /** Paths of images; null where the built-in art is shown. */
  logo: z.string().nullable(),
  loginBg: z.string().nullable(),
  footer: z.string().nullable(),
  icpNo: z.string().nullable(),
  policeNo: z.string().nullable(),
  servicePhone: z.string().nullable(),
  qrCode: z.string().nullable(),
});

/** See {@link currentWebsite}. */
export type CurrentWebsite = z.infer<typeof currentWebsite>;
