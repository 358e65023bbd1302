import type { registry } from '@yikao/model/contexts/datasets.ts';
import { siteKey as siteKeys } from '@yikao/model/contexts/shared/shared.codes.ts';
import type { SiteKey } from '@yikao/model/contexts/system/website.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import { codeItem } from '@yikao/model/kernel/codes.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { sanitiseHtml } from '../../../engine/write/sanitise.ts';
import { openPreviewToken } from './preview-token.ts';

type Shown = Columns<
  typeof registry.article,
  'title' | 'author' | 'sourceName' | 'content' | 'publishTime' | 'summary'
>;

/** Colour of each site's head. */
const colours: Readonly<Record<SiteKey, string>> = {
  ykzyb: '#14aaff',
  mszytb: '#7048e8',
  ykzyzn: '#0ca678',
};

/**
 * The things that the page of a preview may load: pictures and videos, and nothing that runs. Only our own pages may frame it. A
 * draft may still have pictures of other sites.
 */
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data: https: http:",
  "media-src 'self' https: http:",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups',
].join('; ');

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The name of a site as its readers see it. */
async function siteName(db: Db, key: SiteKey): Promise<string> {
  const found = await sql<Columns<typeof registry.website, 'title' | 'shortTitle'>>`
    select title, short_title from t_website where site_key = ${key} and not deleted
    order by status desc, site_id limit 1`.execute(db);
  const [site] = found.rows;
  return site?.shortTitle || site?.title || codeItem(siteKeys, key)?.label.zh || key;
}

const styles = `
  :root { color-scheme: light; }
  body { margin: 0; font: 16px/1.75 -apple-system, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif;
    color: #222; background: #fff; overflow-wrap: anywhere; }
  header { padding: 12px 16px; color: #fff; font-weight: 600; }
  .note { padding: 6px 16px; background: #fff7e6; color: #874d00; font-size: 13px; }
  main { max-width: 720px; margin: 0 auto; padding: 20px 16px 48px; }
  h1 { font-size: 22px; line-height: 1.4; margin: 0 0 8px; }
  .facts { color: #6b6b6b; font-size: 14px; margin: 0 0 20px; }
  img, video, svg { max-width: 100%; height: auto; }
  table { max-width: 100%; }`;

/** The page: the head of the site, the words of the article as its readers would see them, and that it is a preview. */
function pageOf(row: Shown, site: string, colour: string): string {
  const time = row.publishTime === null ? '' : shanghaiTime(row.publishTime).slice(0, 16);
  const facts = [row.sourceName, row.author, time].filter(fact => fact).map(fact => escaped(String(fact)));
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><title>${escaped(row.title)} - ${escaped(site)}</title>
<style>${styles}</style></head><body>
<header style="background: ${colour}">${escaped(site)}</header>
<p class="note" style="margin: 0">预览 · 内容尚未公开，请勿转发</p>
<main><h1>${escaped(row.title)}</h1><p class="facts">${facts.join(' · ')}</p>
<article>${sanitiseHtml(row.content)}</article></main></body></html>`;
}

/**
 * Answers the preview of an article by its link: the version that the link was made for, and no other, so that nobody
 * approves a text that has changed since. Throws `previewOver` without a link that still opens.
 */
export async function sendPreview(engine: Engine, reply: FastifyReply, token: string): Promise<string> {
  const what = openPreviewToken(engine, token);
  if (!what) throw failure('previewOver');
  const found = await sql<Shown>`
    select title, author, source_name, content, publish_time, summary from t_article
    where article_id = ${what.articleId} and version = ${what.version} and not deleted`.execute(engine.db);
  const [row] = found.rows;
  if (!row) throw failure('previewOver');
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('x-frame-options', 'SAMEORIGIN')
    .header('x-robots-tag', 'noindex')
    // The stores of other sites refuse pictures to pages that are not theirs.
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'private, no-store');
  return pageOf(row, await siteName(engine.db, what.siteKey), colours[what.siteKey]);
}
