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

/** A page that is being read. */
interface Waiting {
  readonly url: string;
  readonly resolve: (report: ReadingReport) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** Opens a {@link Reader}; its thread starts with the first page, and again after a page that it was ended for. */
export function openReader(): Reader {
  let worker: Worker | undefined;
  let waiting: Waiting | undefined;
  let next = 1;

  /** Ends the thread, which is stuck or gone, and gives up its page; the next one starts another thread. */
  function giveUp(): void {
    const [ending, given] = [worker, waiting];
    worker = waiting = undefined;
    void ending?.terminate();
    if (!given) return;
    clearTimeout(given.timer);
    const host = URL.parse(given.url)?.hostname ?? '';
    given.reject(failure('crawlUnreadable', { params: { host, seconds: patienceMs / 1_000 } }));
  }

  function start(): Worker {
    const started = new Worker(new URL('./reading-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    });
    started.on('message', (report: ReadingReport) => {
      if (worker !== started || !waiting) return;
      clearTimeout(waiting.timer);
      const { resolve } = waiting;
      waiting = undefined;
      resolve(report);
    });
    // Out of memory, or a fault of a library.
    for (const event of ['error', 'exit']) started.on(event, () => worker === started && giveUp());
    return started;
  }

  function ask(order: ReadingOrder): Promise<ReadingReport> {
    worker ??= start();
    const asked = worker;
    return new Promise((resolve, reject) => {
      waiting = { url: order.page.url, resolve, reject, timer: setTimeout(giveUp, patienceMs) };
      asked.postMessage(order);
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
      await ending?.terminate();
    },
  };
}
