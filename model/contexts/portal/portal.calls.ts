import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { plainMobile } from '../../fields/mobile.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { abroadItem } from '../abroad/abroad-item.ts';
import { lead } from '../crm/lead.ts';
import { smsCodeDigits } from '../system/sms-code.ts';
import { publicContent } from './public-content.ts';
import { type PublicPageName, publicPageNames } from './public-pages.ts';

const id = z.coerce.number().int().positive();
const text = (max: number) => z.string().trim().max(max);
const pageName = z.enum(publicPageNames as [PublicPageName, ...PublicPageName[]]);
/** The code of the channel that a visitor came by. */
const channelCode = z.string().trim().max(limits.shortName);

/** The person and the question, in JSON and in the form alike. */
const words = {
  name: text(limits.shortName).min(1),
  mobile: z
    .string()
    .trim()
    .max(32)
    .overwrite(plainMobile)
    .regex(/^1[3-9]\d{9}$/),
  /** The programme that the person asks about. */
  itemId: id.nullish(),
  remark: text(limits.consultation).default(''),
};

/** A consultation (domain A11): the text code proves that the number is the person's own. */
export const consultBody = z.object({
  ...words,
  smsCode: text(16).regex(new RegExp(`^\\d{${smsCodeDigits}}$`)),
  agreed: z.literal(true),
  /** The page on which it was written; study abroad if an app does not name it. */
  page: pageName.default('yklxfw'),
  channel: channelCode.optional(),
});

/** See {@link consultBody}. */
export type Consultation = z.output<typeof consultBody>;

/** Names of the fields of a consultation. */
export const consultNames = {
  name: label('姓名', 'Name'),
  mobile: lead.fields.mobile.label,
  smsCode: label('短信验证码', 'Text code'),
  itemId: abroadItem.label,
  remark: label('想了解什么', 'What you want to know'),
  agreed: label('隐私说明', 'Privacy notice'),
} as const;

/** The query of public pages: the code of a channel, as posters and links carry it. Filters are read by the page. */
const visit = z.looseObject({ c: channelCode.optional(), channel: channelCode.optional() });

/** The number of an article, a column or a chapter in an address; an odd one is an address of nothing. */
const numbered = z.object({ id: z.string().max(32) });

/** The field that people do not see and programs fill in. */
export const trapField = 'homepage';

/** Every field of the form without scripts, as texts; a step reads those that it needs. */
export const consultForm = z.looseObject({
  step: z.enum(['begin', 'code', 'send']).catch('begin'),
  page: pageName.catch('website'),
  itemId: z.string().max(32).catch(''),
  name: z.string().max(400).catch(''),
  mobile: z.string().max(64).catch(''),
  remark: z.string().max(4_000).catch(''),
  agreed: z.string().max(8).catch(''),
  uuid: z.string().max(64).catch(''),
  patchca: z.string().max(16).catch(''),
  smsCode: z.string().max(16).catch(''),
  token: z.string().max(256).catch(''),
  [trapField]: z.string().max(400).catch(''),
});

/** See {@link consultForm}. */
export type ConsultForm = z.output<typeof consultForm>;

const shown = (page: PublicPageName, zh: string, en: string) =>
  call(`GET /${page}`, { of: 'website', label: label(zh, en), may: 'public', query: visit, answers: 'page' });

/** The public pages and their calls (domain section 5, A11). */
export const portalCalls = {
  page: call('GET /api/base/website/page', {
    of: 'website',
    label: label('公开页面的内容', 'What a public page shows'),
    may: 'public',
    query: z.object({ page: pageName }),
    data: publicContent,
    limit: { name: 'website-page', per: 'address', max: 1_200, windowMs: 3_600_000 },
  }),
  /** The same answer for every number, known or unknown. */
  consult: call('POST /api/base/website/consult', {
    once: true,
    of: 'website',
    label: label('咨询，凭短信验证码，成为线索', 'Ask for advice, with a text code; makes a lead'),
    may: 'public',
    body: consultBody,
    names: consultNames,
    limit: { name: 'consult-address', per: 'address', max: 30, windowMs: 3_600_000 },
    fails: ['wrongSmsCode'],
  }),
  website: shown('website', '官网首页', 'The front page of a site'),
  ykzyb: shown('ykzyb', '艺考志愿宝的介绍页', 'The page of Art-exam Wish'),
  mszytb: shown('mszytb', '美术志愿填报的介绍页', 'The page of Fine-art Wish'),
  ykzyzn: shown('ykzyzn', '艺考志愿指南的介绍页', 'The page of Art-exam Guide'),
  yklxfw: shown('yklxfw', '艺考留学服务中心', 'The centre of study abroad'),
  appIndex: shown('appIndex', 'App 下载页', 'The page that leads to the apps'),
  news: call('GET /news', {
    of: 'website',
    label: label('资讯首页，按栏目', 'News by column'),
    may: 'public',
    query: visit,
    answers: 'page',
  }),
  column: call('GET /news/:id', {
    of: 'website',
    label: label('一个栏目的文章', 'The articles of a column'),
    may: 'public',
    params: numbered,
    query: visit,
    answers: 'page',
  }),
  article: call('GET /article/:id', {
    of: 'website',
    label: label('文章', 'An article'),
    may: 'public',
    params: numbered,
    query: visit,
    answers: 'page',
  }),
  chapter: call('GET /guide/:id', {
    of: 'website',
    label: label('免费试读的指南章节', 'A free chapter of the guide'),
    may: 'public',
    params: numbered,
    query: visit,
    answers: 'page',
  }),
  consultPage: call('GET /consult', {
    of: 'website',
    label: label('咨询表单', 'The form of a consultation'),
    may: 'public',
    query: visit,
    answers: 'page',
  }),
  /** Works without scripts, step by step: the person, the captcha, the text code. */
  consultStep: call('POST /consult', {
    of: 'website',
    label: label('提交咨询表单', 'Send the form of a consultation'),
    may: 'public',
    body: consultForm,
    tolerant: true,
    answers: 'page',
    limit: { name: 'consult-form', per: 'address', max: 60, windowMs: 3_600_000 },
  }),
  consultDone: call('GET /consult/done', {
    of: 'website',
    label: label('咨询已提交', 'A consultation has been sent'),
    may: 'public',
    query: visit,
    answers: 'page',
  }),
  feed: call('GET /news/:id/rss.xml', {
    of: 'website',
    label: label('栏目的 RSS', 'A column as RSS'),
    may: 'public',
    params: numbered,
    answers: 'text',
  }),
  sitemap: call('GET /sitemap.xml', {
    of: 'website',
    label: label('站点地图', 'The map of a site for search engines'),
    may: 'public',
    answers: 'text',
  }),
  robots: call('GET /robots.txt', {
    of: 'website',
    label: label('搜索引擎的规则', 'Rules for search engines'),
    may: 'public',
    answers: 'text',
  }),
  sharePicture: call('GET /share/:name', {
    of: 'website',
    label: label('分享时的图片', 'The picture of a shared address'),
    may: 'public',
    params: z.object({ name: z.string().regex(/^[\w-]{1,48}\.png$/) }),
    answers: 'file',
    fails: ['notFound'],
  }),
  styles: call('GET /portal/:file', {
    of: 'website',
    label: label('公开页面的样式', 'The styles of the public pages'),
    may: 'public',
    params: z.object({ file: z.string().max(64) }),
    answers: 'text',
    fails: ['notFound'],
  }),
} as const;
