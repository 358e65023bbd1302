import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { keyValue, wallTime } from '../../calls/values.ts';
import { label } from '../../kernel/label.ts';
import { ordered } from '../shared/ordered-rows.ts';
import { siteKeys } from '../system/website.calls.ts';
import { appMenu } from './app-menu.ts';
import { carousel } from './carousel.ts';
import { carouselPosition, platform } from './display.codes.ts';

const codeOf = (set: { readonly items: readonly { readonly code: number }[] }) =>
  z.coerce.number().refine(code => set.items.some(item => item.code === code));
const provinceId = keyValue.optional();

/** A picture of a carousel as an app shows it; `image` is a public path, `linkValue` null without a link. */
const appPicture = z.object({
  carouselId: z.int(),
  title: z.string(),
  image: z.string(),
  linkType: z.int(),
  linkValue: z.string().nullable(),
});

/** See {@link appPicture}. */
export type AppPicture = z.infer<typeof appPicture>;

const entry = {
  menuId: z.int(),
  menuName: z.string(),
  icon: z.string(),
  linkType: z.int(),
  linkValue: z.string(),
  loginFlag: z.int(),
};

/** An entry of an app's menu, with those beneath it; `icon` is a public path. */
const appEntry = z.object({ ...entry, children: z.array(z.object(entry)) });

/** See {@link appEntry}. */
export type AppEntry = z.infer<typeof appEntry>;

const position = codeOf(carouselPosition);
const onPlatform = codeOf(platform);
const perAddress = { per: 'address', max: 1_200, windowMs: 60_000 } as const;

/** Calls of the carousels beside those of the dataset (domain L5, section 10). */
export const carouselCalls = {
  /** The site follows from the host; without a province only pictures for all provinces are given. */
  app: call(`GET ${carousel.path}/app`, {
    of: carousel,
    label: label('某页面当前展示的轮播图(供前台)', 'What an app shows in a carousel now'),
    may: 'public',
    query: z.object({ position, provinceId }),
    data: z.array(appPicture),
    limit: { name: 'carousel-app', ...perAddress },
  }),
  preview: call(`GET ${carousel.path}/preview`, {
    of: carousel,
    label: label('预览某站点、省份和时间的轮播图', 'What a site shows in a province at a time'),
    may: 'base:carousel:list',
    query: z.object({ position, siteKey: z.enum(siteKeys), provinceId, at: wallTime.optional() }),
    data: z.array(appPicture),
  }),
  order: call(`PUT ${carousel.path}/order`, {
    of: carousel,
    label: label('保存一个位置的轮播图顺序', 'Put the pictures of a position in order'),
    may: 'base:carousel:update',
    body: z.object({ position, rows: ordered }),
    message: 'modified',
    fails: ['staleVersion'],
  }),
} as const;

/** Calls of the app menu beside those of the dataset (domain L7, section 10). */
export const appMenuCalls = {
  app: call(`GET ${appMenu.path}/app`, {
    of: appMenu,
    label: label('某端的菜单(供前台)', 'The menu of an app'),
    may: 'public',
    query: z.object({ platform: onPlatform, provinceId }),
    data: z.array(appEntry),
    limit: { name: 'menu-app', ...perAddress },
  }),
  order: call(`PUT ${appMenu.path}/order`, {
    of: appMenu,
    label: label('保存同一级菜单的顺序', 'Put the entries of a level in order'),
    may: 'base:menu:update',
    body: z.object({
      platform: onPlatform,
      /** The entry above them; 0 for the first level. */
      parentId: z.coerce.number().int().min(0),
      rows: ordered,
    }),
    message: 'modified',
    fails: ['staleVersion'],
  }),
} as const;
