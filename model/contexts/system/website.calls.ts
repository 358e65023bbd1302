import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { label } from '../../kernel/label.ts';
import { website } from './website.ts';

/** The three sites that share the back-office (spec section 1, domain A11). */
export const siteKeys = ['ykzyb', 'mszytb', 'ykzyzn'] as const;

/** One of {@link siteKeys}. */
export type SiteKey = (typeof siteKeys)[number];

/**
 * Public branding of the website for the request's host, without the row's other columns. An unknown host gets the
 * default website.
 */
export const currentWebsite = z.object({
  siteKey: z.enum(siteKeys),
  title: z.string(),
  shortTitle: z.string().nullable(),
  /** Paths of images; null for the built-in art. */
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

/** Branding of the sites, for login pages. */
export const websiteCalls = {
  current: call(`GET ${website.path}/current`, {
    of: website,
    label: label('当前域名的站点信息', 'Branding of the host'),
    may: 'public',
    data: currentWebsite,
  }),
  preview: call(`GET ${website.path}/preview`, {
    of: website,
    label: label('某域名的登录页会显示的站点信息', 'What the login page would show on a host'),
    may: 'base:website:list',
    query: z.object({
      /** A host as typed: with a port, within an address, or bare. */
      host: z
        .string()
        .trim()
        .max(255)
        .transform(host => host.replace(/^https?:\/\//i, '').replace(/[:/?#].*$/, '')),
    }),
    data: currentWebsite,
  }),
} as const;
