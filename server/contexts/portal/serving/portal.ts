import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Engine } from '../../../engine/engine.ts';
import type { Logger } from '../../../platform/logger.ts';
import { createKnownAbroad, type KnownAbroad } from '../content/abroad-content.ts';
import { failedPage, gonePage, lostPage } from '../pages/article-pages.ts';
import { framed, type Page } from '../pages/frame.ts';
import { codeInAddress, keepCode } from '../visits/channels.ts';
import { createVisitCounts, type VisitCounts } from '../visits/counts.ts';
import { createPageCache, type Made, type PageCache } from './page-cache.ts';
import { pageHeaders, sendKept } from './send-page.ts';
import { createSites, type Site, type Sites } from './sites.ts';
import { createSourceVersions, type Source } from './source-versions.ts';

/** Bytes of pages that a node keeps, with their compressed forms. */
const keptBytes = { pages: 64 * 1024 * 1024, chosen: 16 * 1024 * 1024 } as const;

/** The type of a page. */
const pageType = 'text/html; charset=utf-8';

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers an unknown address with a page of the public site; `false` leaves it to be answered as a call. */
    answerLost?: (request: FastifyRequest, reply: FastifyReply) => boolean;
  }
}

/** A page made of rows, and the instant at which it changes though no row does. */
export interface PageRead {
  readonly page: Page;
  readonly until?: Date | undefined;
}

/** A kept page: its own key within the site, its sources, and how it is read; undefined if there is no such page, `gone` if there was one. */
export interface KeptPage {
  readonly key: string;
  readonly sources: readonly Source[];
  readonly read: (site: Site, now: Date) => Promise<PageRead | 'gone' | undefined>;
  /** A header by which the page differs, beside the host. */
  readonly vary?: string | undefined;
  /** One of many forms of a page, by what visitors choose: kept apart, so that they cannot drive out other pages. */
  readonly chosen?: boolean;
}

/** The node's part of the public pages. */
export interface Portal {
  readonly engine: Engine;
  readonly sites: Sites;
  readonly cache: PageCache;
  /** Pages that are {@link KeptPage.chosen}. */
  readonly chosenCache: PageCache;
  /** The numbers of study abroad that addresses may name. */
  readonly knownAbroad: () => Promise<KnownAbroad>;
  readonly counts: VisitCounts;
}

/** Creates the {@link Portal} of a node. */
export function createPortal(engine: Engine, logger: Logger): Portal {
  const versions = createSourceVersions(engine);
  return {
    engine,
    sites: createSites(engine, versions),
    cache: createPageCache(engine.clock, versions, keptBytes.pages),
    chosenCache: createPageCache(engine.clock, versions, keptBytes.chosen),
    knownAbroad: createKnownAbroad(engine.db, versions),
    counts: createVisitCounts(engine, logger),
  };
}

/** Every page shows the brand of its site. */
const brandSources: readonly Source[] = ['website', 'config'];

/** The address of a request without its query. */
const pathOfRequest = (request: FastifyRequest): string => request.url.split('?')[0] ?? '/';

/**
 * Keeps the channel by which the visitor came, and counts the visit. An answer with the cookie is for this visitor
 * alone; the page itself is the same for all.
 */
function arrive(
  { counts }: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
): { readonly caching: string } | undefined {
  const channel = codeInAddress(request.query as { c?: string; channel?: string });
  if (channel === undefined) return undefined;
  keepCode(request, reply, channel);
  if (request.method === 'GET') counts.came(channel);
  return { caching: 'private, no-store' };
}

/**
 * Answers with a page, from the cache of the node where it is there. The key names the site and not the host, so that
 * made-up hosts fill no memory and every host of no site is given the default one.
 */
export async function showPage(
  portal: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, sources, read, vary, chosen = false }: KeptPage,
): Promise<FastifyReply> {
  const { sites, cache, chosenCache, engine } = portal;
  const site = await sites.of(request.hostname);
  const kept = await (chosen ? chosenCache : cache).get(
    `${site.siteId} ${key}`,
    [...brandSources, ...sources],
    async () => {
      const found = await read(site, engine.clock.now());
      const path = pathOfRequest(request);
      if (found === 'gone') return { status: 410, type: pageType, body: framed(gonePage(site, path)) };
      return {
        status: found ? 200 : 404,
        type: pageType,
        body: framed(found?.page ?? lostPage(site, path)),
        until: found?.until,
      } satisfies Made;
    },
  );
  const arriving = arrive(portal, request, reply);
  return sendKept(request, reply, kept, { ...arriving, vary });
}

/** Sends a page that is made for one visitor and kept nowhere. */
export function sendOwn(reply: FastifyReply, status: number, page: Page): FastifyReply {
  return pageHeaders(reply)
    .status(status)
    .type(pageType)
    .header('cache-control', 'private, no-store')
    .send(framed(page));
}

/** Sends the page of a failure, with a sentence for people. */
export async function sendFailure(
  { sites }: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  message: string,
): Promise<FastifyReply> {
  const site = await sites.of(request.hostname);
  return sendOwn(reply, status, failedPage(site, pathOfRequest(request), message));
}

/** Sends the page of an unknown address, which is kept nowhere: any number of them can be made up. */
export async function sendLost(
  { sites }: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const site = await sites.of(request.hostname);
  return sendOwn(reply, 404, lostPage(site, pathOfRequest(request)));
}
