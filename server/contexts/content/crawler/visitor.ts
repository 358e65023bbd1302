import { setTimeout as wait } from 'node:timers/promises';
import { failure } from '@yikao/model/errors.ts';
import { limits } from '@yikao/model/limits.ts';
import robotsParser from 'robots-parser';
import type { FetchOutside, OutsidePage } from '../../../platform/outside/types.ts';
import { OutsideFailure } from '../../../platform/outside/types.ts';

/** Seconds that a site may have us wait before the next page; beyond that a run ends. */
const longestWaitSeconds = 60;

/** Seconds to wait where a site that is busy does not say how long. */
const busySeconds = 10;

/** Most bytes of a robots.txt that count (RFC 9309: at least 500 KiB). */
const robotsBytes = 512 * 1024;

/** Media types of pages and feeds. */
const pageTypes = [
  'text/',
  ...['application/xhtml+xml', 'application/xml', 'application/rss+xml', 'application/atom+xml'],
  ...['application/rdf+xml', 'application/json', 'application/feed+json'],
];

/** Visits the pages of sites as a guest should. */
export interface Visitor {
  /**
   * Fetches a page: as far as `robots.txt` allows it, not sooner after the last one of its site than interval and
   * crawl-delay ask, and once more where a busy site says when.
   * @throws AppError `crawlForbidden`, `crawlTooSlow`, or an `OutsideFailure`.
   */
  visit(url: string): Promise<OutsidePage>;
}

/** The settings of {@link createVisitor}. */
export interface VisitorSettings {
  readonly fetchOutside: FetchOutside;
  readonly intervalMs: number;
  readonly signal?: AbortSignal;
}

/** The package exports its function as the module, which its types say in another way. */
const parseRobots = robotsParser as unknown as (typeof robotsParser)['default'];

interface Site {
  readonly isAllowed: (url: string) => boolean;
  readonly delayMs: number;
  /** Time of the last visit, of `performance.now()`. */
  last: number;
}

/** Creates a {@link Visitor} for one run; it remembers what each site allows as long as the run lasts. */
export function createVisitor({ fetchOutside, intervalMs, signal }: VisitorSettings): Visitor {
  const sites = new Map<string, Promise<Site>>();
  // The name of a robot is that of its agent without the version (RFC 9309).
  const robot = fetchOutside.agent.split('/')[0] ?? fetchOutside.agent;
  const halt = signal ? { signal } : {};

  async function readSite(origin: string): Promise<Site> {
    const url = `${origin}/robots.txt`;
    const text = await fetchOutside(url, { maxBytes: robotsBytes, timeoutMs: 10_000, accept: 'any', ...halt })
      .then(({ bytes }) => bytes.toString('utf8'))
      .catch((error: unknown) => {
        if (!(error instanceof OutsideFailure)) throw error;
        // A site without the file allows all; of one that is in trouble nobody knows (RFC 9309, 2.3.1).
        if (error.answered !== undefined && error.answered < 500) return '';
        if (error.code === 'outsideTooLarge') return '';
        throw error;
      });
    const rules = parseRobots(url, text);
    return {
      isAllowed: page => rules.isAllowed(page, robot) !== false,
      delayMs: Math.max(intervalMs, (rules.getCrawlDelay(robot) ?? 0) * 1_000),
      last: Number.NEGATIVE_INFINITY,
    };
  }

  async function siteOf(url: string): Promise<Site> {
    const { origin } = new URL(url);
    const known = sites.get(origin) ?? readSite(origin);
    sites.set(origin, known);
    // A site that did not answer is asked again with the next page.
    known.catch(() => sites.delete(origin));
    return known;
  }

  const pause = async (ms: number, host: string) => {
    const seconds = Math.ceil(ms / 1_000);
    if (seconds > longestWaitSeconds) throw failure('crawlTooSlow', { params: { host, seconds } });
    if (ms > 0) await wait(ms, undefined, halt);
  };

  return {
    async visit(text) {
      const url = URL.parse(text);
      if (!url || !/^https?:$/.test(url.protocol)) throw new OutsideFailure('outsideAddress');
      const host = url.hostname;
      const site = await siteOf(url.href);
      if (!site.isAllowed(url.href)) throw failure('crawlForbidden', { params: { host } });
      for (let tries = 1; ; tries += 1) {
        await pause(site.last + site.delayMs - performance.now(), host);
        try {
          return await fetchOutside(url.href, {
            maxBytes: limits.crawlPageBytes,
            timeoutMs: limits.crawlPageSeconds * 1_000,
            accept: pageTypes,
            ...halt,
          });
        } catch (error) {
          const isBusy = error instanceof OutsideFailure && [429, 503].includes(error.answered ?? 0);
          if (!isBusy) throw error;
          const seconds = error.waitSeconds ?? busySeconds;
          if (tries > 1) throw failure('crawlTooSlow', { params: { host, seconds } });
          await pause(seconds * 1_000, host);
        } finally {
          site.last = performance.now();
        }
      }
    },
  };
}
