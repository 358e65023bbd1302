import { Worker } from 'node:worker_threads';
import { failure } from '@yikao/model/errors.ts';
import type { OutsidePage } from '../../../platform/outside/types.ts';
import type {
  Article,
  ListItem,
  Listing,
  PageBytes,
  ReadingOrder,
  ReadingReport,
  ReadingRules,
} from './reading.ts';

/** Milliseconds that reading one page may take, and megabytes of memory. */
const [patienceMs, mostMegabytes] = [10_000, 512];

/** Reads fetched pages in a thread of its own, one after the other. */
export interface Reader {
  /** The items of a list page or feed. @throws AppError `crawlUnreadable` for a page that takes too long. */
  list(page: OutsidePage, rules: ReadingRules, now: Date): Promise<Listing>;
  /** The parts of an item's page. @throws AppError `crawlUnreadable` for a page that takes too long. */
  article(page: OutsidePage, rules: ReadingRules, item: ListItem, now: Date): Promise<Article>;
  /** Ends the thread. */
  close(): Promise<void>;
}

/** Opens a {@link Reader}; its thread starts with the first page, and again after a page that it was ended for. */
export function openReader(): Reader {
  let worker: Worker | undefined;
  let next = 1;

  function ask(order: ReadingOrder): Promise<ReadingReport> {
    worker ??= new Worker(new URL('./reading-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    });
    const asked = worker;
    return new Promise((resolve, reject) => {
      const end = (done: () => void) => {
        clearTimeout(timer);
        asked.removeAllListeners();
        done();
      };
      const giveUp = () =>
        end(() => {
          worker = undefined;
          void asked.terminate();
          const host = URL.parse(order.page.url)?.hostname ?? '';
          reject(failure('crawlUnreadable', { params: { host, seconds: patienceMs / 1_000 } }));
        });
      const timer = setTimeout(giveUp, patienceMs);
      asked.on('message', (report: ReadingReport) => end(() => resolve(report)));
      // Out of memory, or a fault of a library: of the next page a new thread knows nothing.
      asked.on('error', giveUp);
      asked.on('exit', giveUp);
    });
  }

  const pageBytes = ({ url, charset, bytes }: OutsidePage): PageBytes => ({ url, charset, bytes });
  return {
    async list(page, rules, now) {
      const report = await ask({
        id: next++,
        kind: 'list',
        page: pageBytes(page),
        rules,
        now: now.getTime(),
      });
      if ('listing' in report) return report.listing;
      throw new Error(`A list could not be read: ${'failure' in report ? report.failure : 'wrong report'}`);
    },
    async article(page, rules, item, now) {
      const report = await ask({
        id: next++,
        ...{ kind: 'article', page: pageBytes(page), rules, item, now: now.getTime() },
      });
      if ('article' in report) return report.article;
      throw new Error(`A page could not be read: ${'failure' in report ? report.failure : 'wrong report'}`);
    },
    async close() {
      const ending = worker;
      worker = undefined;
      ending?.removeAllListeners();
      await ending?.terminate();
    },
  };
}
