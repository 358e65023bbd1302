import { pathOf } from '@yikao/model/calls/call.ts';
import { portalCalls } from '@yikao/model/contexts/portal/portal.calls.ts';
import { failure } from '@yikao/model/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { handle } from '../../engine/http/handle.ts';
import type { Drawing } from '../../platform/drawing/drawing.ts';
import {
  readArticle,
  readColumn,
  readColumns,
  readMap,
  readMore,
  wasDeleted,
} from './content/article-content.ts';
import { readChapter, readChapters } from './content/reference-content.ts';
import { robots, rss, sitemap } from './feeds/search-engines.ts';
import { type Shared, sharedPage, sharePicture } from './feeds/share-picture.ts';
import { articlePage, chapterPage, columnPage, newsPage } from './pages/article-pages.ts';
import { plainText } from './serving/html.ts';
import { type Portal, showPage } from './serving/portal.ts';
import { sendKept } from './serving/send-page.ts';
import type { Site } from './serving/sites.ts';
import type { Source } from './serving/source-versions.ts';

const articleSources: readonly Source[] = ['article', 'column'];

/** The number in an address; 0, which is no row's, for anything else. */
const numberIn = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0);

/** The page of a list that an address asks for; 0 for what is no page. */
function pageIn(query: unknown): number {
  const { page } = query as { readonly page?: unknown };
  return page === undefined ? 1 : /^[1-9]\d{0,5}$/.test(String(page)) ? Number(page) : 0;
}

/** The pages of news, articles and free chapters. */
export function articleRoutes(app: FastifyInstance, portal: Portal): void {
  const { db } = portal.engine;
  handle(app, portalCalls.news, ({ request, reply }) =>
    showPage(portal, request, reply, {
      ...{ key: 'news', sources: articleSources },
      async read(site, now) {
        const { columns, until } = await readColumns(db, { siteKey: site.siteKey, now });
        return { page: newsPage(site, columns), until };
      },
    }),
  );
  handle(app, portalCalls.column, ({ request, reply, params: { id } }) => {
    const [columnId, page] = [numberIn(id), pageIn(request.query)];
    return showPage(portal, request, reply, {
      ...{ key: `column ${columnId} ${page}`, sources: articleSources },
      async read(site, now) {
        const found = page > 0 && (await readColumn(db, { siteKey: site.siteKey, now }, columnId, page));
        return found ? { page: columnPage(site, found), until: found.until } : undefined;
      },
    });
  });
  handle(app, portalCalls.article, async ({ request, reply, params: { id } }) => {
    const articleId = numberIn(id);
    const sent = await showPage(portal, request, reply, {
      ...{ key: `article ${articleId}`, sources: articleSources },
      async read(site, now) {
        const of = { siteKey: site.siteKey, now };
        const found = await readArticle(db, of, articleId);
        if (found) return { page: articlePage(site, found, await readMore(db, of, found)) };
        return (await wasDeleted(db, of, articleId)) ? 'gone' : undefined;
      },
    });
    if (request.method === 'GET' && reply.statusCode < 400) portal.counts.read(articleId);
    return sent;
  });
  handle(app, portalCalls.chapter, ({ request, reply, params: { id } }) =>
    showPage(portal, request, reply, {
      ...{ key: `chapter ${numberIn(id)}`, sources: ['guideInfo', 'province'] },
      async read(site) {
        const found = await readChapter(db, numberIn(id));
        return found && { page: chapterPage(site, found) };
      },
    }),
  );
}

/** A text for programs, kept as pages are. */
async function sendText(
  portal: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    key,
    sources,
    type,
    make,
  }: {
    readonly key: string;
    readonly sources: readonly Source[];
    readonly type: string;
    readonly make: (
      site: Site,
      now: Date,
    ) => Promise<{ readonly body: string | Buffer; readonly until?: Date | undefined }>;
  },
): Promise<FastifyReply> {
  const { sites, cache, engine } = portal;
  const site = await sites.of(request.hostname);
  const kept = await cache.get(`${site.siteId} ${key}`, ['website', 'config', ...sources], async () => ({
    ...{ status: 200, type },
    ...(await make(site, engine.clock.now())),
  }));
  return sendKept(request, reply, kept, { caching: 'public, max-age=300' });
}

/** Feeds, the map of the site and the rules for search engines. */
export function feedRoutes(app: FastifyInstance, portal: Portal): void {
  const { db } = portal.engine;
  handle(app, portalCalls.robots, ({ request, reply }) =>
    sendText(portal, request, reply, {
      ...{ key: 'robots', sources: [], type: 'text/plain; charset=utf-8' },
      make: async site => ({ body: robots(site) }),
    }),
  );
  handle(app, portalCalls.sitemap, ({ request, reply }) =>
    sendText(portal, request, reply, {
      ...{ key: 'sitemap', sources: [...articleSources, 'guideInfo', 'province'] },
      type: 'application/xml; charset=utf-8',
      async make(site, now) {
        const of = { siteKey: site.siteKey, now };
        const { articles, columns, until } = await readMap(db, of);
        const chapters = (await readChapters(db, of)).filter(({ freeFlag }) => freeFlag === 1);
        return { body: sitemap(site, { articles, columns, chapters: chapters.map(({ id }) => id) }), until };
      },
    }),
  );
  handle(app, portalCalls.feed, ({ request, reply, params: { id } }) => {
    const columnId = numberIn(id);
    return sendText(portal, request, reply, {
      ...{ key: `rss ${columnId}`, sources: articleSources, type: 'application/rss+xml; charset=utf-8' },
      async make(site, now) {
        const found = await readColumn(db, { siteKey: site.siteKey, now }, columnId, 'feed');
        if (!found) throw failure('notFound');
        return { body: rss(site, found), until: found.until };
      },
    });
  });
}

/** The pictures that are shown where an address is shared. */
export function shareRoutes(app: FastifyInstance, portal: Portal, drawing: Drawing): void {
  const { db } = portal.engine;

  async function shared(name: string, site: Site, now: Date): Promise<Shared | undefined> {
    const [, article] = /^article-(\d+)$/.exec(name) ?? [];
    if (article === undefined) return sharedPage(name, site);
    const found = await readArticle(db, { siteKey: site.siteKey, now }, numberIn(article));
    if (!found) return undefined;
    const text = found.summary || plainText(found.content, 90);
    return { title: found.title, text, path: pathOf(portalCalls.article, { id: article }) };
  }

  handle(app, portalCalls.sharePicture, ({ request, reply, params }) => {
    const name = params.name.replace(/\.png$/, '');
    return sendText(portal, request, reply, {
      ...{ key: `share ${name}`, sources: articleSources, type: 'image/png' },
      async make(site, now) {
        const page = await shared(name, site, now);
        if (!page) throw failure('notFound');
        return { body: await drawing.draw(sharePicture(site, page)) };
      },
    });
  });
}
