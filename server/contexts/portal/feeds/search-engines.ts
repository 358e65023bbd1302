import { pathOf } from '@yikao/model/calls/call.ts';
import { portalCalls } from '@yikao/model/contexts/portal/portal.calls.ts';
import { closedToSearch, productPage } from '@yikao/model/contexts/portal/public-pages.ts';
import { shanghaiInstant } from '@yikao/model/rules/data-year.ts';
import type { ColumnPage, MappedRow } from '../content/article-content.ts';
import { absolute } from '../pages/frame.ts';
import { type Html, html } from '../serving/html.ts';
import type { Site } from '../serving/sites.ts';

const heading = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Rules for search engines: the public pages are for them, the back-office and the calls are not. */
export function robots(site: Site): string {
  const map = absolute(site, pathOf(portalCalls.sitemap));

  return [
    'User-agent: *',
    ...closedToSearch.map(path => `Disallow: ${path}`),
    ...(map ? ['', `Sitemap: ${map}`] : []),
    '',
  ].join('\n');
}

/** The rows of a site that have a separate page. */
export interface Mapped {
  readonly articles: readonly MappedRow[];
  readonly columns: readonly MappedRow[];
  readonly chapters: readonly number[];
}

/** The map of a site: its own product, study abroad, the app, news, columns, articles and free chapters. */
export function sitemap(site: Site, { articles, columns, chapters }: Mapped): string {
  const address = (path: string, changed?: Date): Html | undefined => {
    const link = absolute(site, path);
    if (link === undefined) return undefined;
    return html`<url><loc>${link}</loc>${changed && html`<lastmod>${changed.toISOString()}</lastmod>`}</url>\n`;
  };
  const { website, yklxfw, appIndex, news, column, article, chapter } = portalCalls;
  const fixed = [website, portalCalls[productPage[site.siteKey]], yklxfw, appIndex, news];
  const body = html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${fixed.map(call => address(pathOf(call)))}${columns.map(({ id, changed }) =>
  address(pathOf(column, { id: String(id) }), changed),
)}${articles.map(({ id, changed }) => address(pathOf(article, { id: String(id) }), changed))}${chapters.map(
  id => address(pathOf(chapter, { id: String(id) })),
)}</urlset>
`;
  return heading + body.text;
}

/** The newest articles of a column as RSS 2.0, for readers of feeds. */
export function rss(site: Site, { columnId, columnName, articles }: ColumnPage): string {
  const link = (path: string) => absolute(site, path) ?? path;
  const id = { id: String(columnId) };
  const body = html`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${columnName} - ${site.name}</title>
<link>${link(pathOf(portalCalls.column, id))}</link>
<atom:link href="${link(pathOf(portalCalls.feed, id))}" rel="self" type="application/rss+xml"/>
<description>${site.name}的${columnName}</description>
<language>zh-cn</language>
${articles.map(one => {
  const path = link(pathOf(portalCalls.article, { id: String(one.articleId) }));
  return html`<item><title>${one.title}</title><link>${path}</link><guid>${path}</guid><pubDate>${shanghaiInstant(one.publishTime).toUTCString()}</pubDate>${
    one.summary && html`<description>${one.summary}</description>`
  }</item>
`;
})}</channel></rss>
`;
  // Signs that XML cannot hold, even escaped.
  return heading + body.text.replace(/(?![\t\n\r])\p{Cc}/gu, '');
}
