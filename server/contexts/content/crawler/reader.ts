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

/** Bounds of reading one page. */
export interface ReadingBounds {
  /** Milliseconds of processor time of the thread: a page is not to blame for a node that is busy with other work. */
  readonly workMs: number;
  /** Milliseconds on the clock after which a page is given up that the node found no time for. */
  readonly waitMs: number;
  /** Milliseconds between two looks at the time used. */
  readonly lookMs: number;
}

const usualBounds: ReadingBounds = { workMs: 10_000, waitMs: 180_000, lookMs: 500 };

/** Megabytes of memory of the thread. */
const mostMegabytes = 512;

/** Reads fetched pages in a separate thread, one after the other. */
export interface Reader {
  /**
   * The items of a list page or feed. @throws AppError `crawlUnreadable` for a page that takes too much work,
   * `crawlNodeBusy` if the node has no time for it.
   */
  list(page: OutsidePage, rules: ReadingRules, now: Date): Promise<Listing>;
  /** The parts of an item's page. Throws as {@link Reader.list} does. */
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

/** Milliseconds of processor time that a thread has used; 0 for one that is starting or gone. */
async function workOf(worker: Worker): Promise<number> {
  const used = await worker.cpuUsage().catch(() => undefined);
  return used ? (used.user + used.system) / 1_000 : 0;
}

/** Opens a {@link Reader}; its thread starts with the first page, and again after a page that it was ended for. */
export function openReader(bounds: ReadingBounds = usualBounds): Reader {
  let worker: Worker | undefined;
  let waiting: Waiting | undefined;
  let next = 1;

  /** Ends the thread, which is stuck or gone, and gives up its page; the next one starts another thread. */
  function giveUp(because: 'crawlUnreadable' | 'crawlNodeBusy'): void {
    const [ending, given] = [worker, waiting];
    worker = waiting = undefined;
    void ending?.terminate();
    if (!given) return;
    clearInterval(given.timer);
    const host = URL.parse(given.url)?.hostname ?? '';
    const ms = because === 'crawlUnreadable' ? bounds.workMs : bounds.waitMs;
    given.reject(failure(because, { params: { host, seconds: ms / 1_000 } }));
  }

  function start(): Worker {
    const started = new Worker(new URL('./reading-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    });
    started.on('message', (report: ReadingReport) => {
      if (worker !== started || !waiting) return;
      clearInterval(waiting.timer);
      const { resolve } = waiting;
      waiting = undefined;
      resolve(report);
    });
    // Out of memory, or a fault of a library.
    for (const event of ['error', 'exit'])
      started.on(event, () => worker === started && giveUp('crawlUnreadable'));
    return started;
  }

  /** Gives up a page whose thread has used its time; `before` is the time that it had used when it was asked. */
  async function look(asked: Worker, page: Waiting, before: Promise<number>, since: number): Promise<void> {
    const used = (await workOf(asked)) - (await before);
    if (waiting !== page || worker !== asked) return;
    if (used >= bounds.workMs) giveUp('crawlUnreadable');
    else if (performance.now() - since >= bounds.waitMs) giveUp('crawlNodeBusy');
  }

  function ask(order: ReadingOrder): Promise<ReadingReport> {
    worker ??= start();
    const asked = worker;
    const [before, since] = [workOf(asked), performance.now()];
    return new Promise((resolve, reject) => {
      const page: Waiting = {
        ...{ url: order.page.url, resolve, reject },
        timer: setInterval(() => void look(asked, page, before, since), bounds.lookMs),
      };
      waiting = page;
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
