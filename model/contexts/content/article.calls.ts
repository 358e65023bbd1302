import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { pageOf } from '../../calls/envelope.ts';
import { keyValue } from '../../calls/values.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { siteKeys } from '../system/website.calls.ts';
import { article } from './article.ts';

const text = z.string().nullable();

/** A picture of a page that could not be taken into the store; `fault` is a code of `pictureFault`. */
const faultyPicture = z.object({ url: z.string(), fault: z.int() });

/**
 * A page of an official account as fields of an article (domain L1). `content` is sanitised HTML with pictures of our
 * store, `cover` the path of one, `publishTime` in Asia/Shanghai. `sourceUrl` is the address without what varies from
 * one sharing to the next, and `known` the article that was made of it before.
 */
export const parsedPage = z.object({
  title: z.string(),
  author: text,
  sourceName: text,
  sourceUrl: z.string(),
  cover: text,
  summary: text,
  content: z.string(),
  publishTime: text,
  pictures: z.object({ taken: z.int(), faults: z.array(faultyPicture) }),
  known: z.object({ articleId: z.int(), title: z.string() }).nullable(),
});

/** See {@link parsedPage}. */
export type ParsedPage = z.infer<typeof parsedPage>;

/** The fields of an article that versions hold: its words and pictures. */
export const versionedFields = [
  'title',
  'author',
  'sourceName',
  'sourceUrl',
  'cover',
  'summary',
  'content',
] as const;

/** One of {@link versionedFields}. */
export type VersionedField = (typeof versionedFields)[number];

/** A version of an article's text, with the fields that it changed; null for the person if the product made it. */
const articleVersion = z.object({
  version: z.int(),
  time: z.string(),
  userName: text,
  step: text,
  fields: z.array(z.enum(versionedFields)),
});

/** The text of a version. */
const articleText = z.object({
  version: z.int(),
  text: z.object({
    title: text,
    author: text,
    sourceName: text,
    sourceUrl: text,
    cover: text,
    summary: text,
    content: text,
  }),
});

/** See {@link articleText}. */
export type ArticleText = z.infer<typeof articleText>;

/** See {@link articleVersion}. */
export type ArticleVersion = z.infer<typeof articleVersion>;

/** Calls of articles beside those of the dataset (spec section 7; domain L1, section 10). */
export const articleCalls = {
  list: call(`POST ${article.path}/list`, {
    of: article,
    label: label('分页查询文章(条件在请求体中)', 'Articles page by page, asked in the body'),
    may: 'base:article:list',
    reads: true,
    body: z.looseObject({}),
    data: pageOf(z.looseObject({})),
  }),
  one: call('GET /api/base/getArticle', {
    of: article,
    label: label('查询一篇文章', 'An article'),
    may: 'base:article:list',
    query: z.object({ articleId: keyValue }),
    data: z.looseObject({}),
    fails: ['notFound'],
  }),
  parse: call(`GET ${article.path}/wx/official/parse`, {
    of: article,
    label: label('读取公众号文章链接，取回图片', 'Read a page of an official account, with its pictures'),
    may: 'base:article:add',
    // It reads for the person and changes no row, but keeps pictures.
    audit: 'upload',
    query: z.object({ url: z.string().trim().min(1).max(2_000) }),
    names: { url: label('文章链接', 'Link') },
    data: parsedPage,
    limit: { name: 'article-parse', per: 'person', max: 120, windowMs: 3_600_000 },
    fails: ['notAnOfficialPage', 'outsideHost', 'outsideTooLarge', 'outsideSlow'],
  }),
  versions: call(`GET ${article.path}/versions`, {
    of: article,
    label: label('文章的版本', 'Versions of an article'),
    may: 'base:article:list',
    query: z.object({ articleId: keyValue }),
    data: z.array(articleVersion),
    fails: ['notFound'],
  }),
  version: call(`GET ${article.path}/versions/text`, {
    of: article,
    label: label('文章某个版本的全文', 'The text of a version of an article'),
    may: 'base:article:list',
    query: z.object({ articleId: keyValue, version: keyValue }),
    data: articleText,
    fails: ['notFound'],
  }),
  restore: call(`PUT ${article.path}/versions/restore`, {
    of: article,
    label: label('把文章恢复到某个版本', 'Put an article back to a version'),
    may: 'base:article:update',
    body: z.object({
      articleId: keyValue,
      /** The version that the person saw. */
      version: keyValue,
      /** The version whose text comes back. */
      to: keyValue,
    }),
    message: 'modified',
    fails: ['notFound', 'staleVersion'],
  }),
  preview: call(`POST ${article.path}/preview`, {
    of: article,
    label: label('取得文章预览的临时链接', 'A link to the preview of an article, for a short while'),
    may: 'base:article:list',
    reads: true,
    body: z.object({ articleId: keyValue, siteKey: z.enum(siteKeys) }),
    data: z.object({
      /** Path of {@link articleCalls.previewPage} with its token. */
      url: z.string(),
      /** Seconds for which it opens. */
      seconds: z.int(),
    }),
    fails: ['notFound'],
  }),
  /** Shows a draft to the people who have the link; without one it shows nothing. */
  previewPage: call(`GET ${article.path}/preview/page`, {
    of: article,
    label: label('文章预览页面(凭临时链接)', 'The preview of an article, by its link'),
    may: 'public',
    answers: 'page',
    query: z.object({ token: z.string().max(1_000) }),
    limit: { name: 'article-preview', per: 'address', max: 300, windowMs: 60_000 },
    fails: ['previewOver'],
  }),
} as const;

/** Milliseconds within which all pictures of a page are fetched; those that are not here by then are named. */
export const picturesMs = Math.min(40_000, limits.requestTimeoutMs);
