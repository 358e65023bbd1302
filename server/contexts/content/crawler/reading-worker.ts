/**
 * Reads pages of others beside the main thread: a page may be made to take long, and a selector may be slow on it. The
 * asking side gives up the whole thread when a page takes too long. Parts that few pages need are loaded with the first.
 */

import { parentPort } from 'node:worker_threads';
import { instantOf } from '@yikao/model/rules/times.ts';
import { load } from 'cheerio';
import { decodePage } from './decode-page.ts';
import { readArticle } from './read-article.ts';
import { readList } from './read-list.ts';
import type { Listing, ReadingOrder, ReadingReport } from './reading.ts';

async function read(order: ReadingOrder): Promise<ReadingReport> {
  const { id, page, rules } = order;
  const text = decodePage(page.bytes, page.charset);
  const now = instantOf(order.now);
  if (order.kind === 'article') {
    return { id, article: await readArticle(text, page.url, rules, order.item, now) };
  }
  const listing: Listing =
    rules.listSelector === null
      ? (await import('./read-feed.ts')).readFeed(text, page.url, now)
      : readList(load(text), page.url, rules, now);
  return { id, listing };
}

parentPort?.on('message', (order: ReadingOrder) => {
  // A report that cannot be sent ends the process, which its owner notices.
  void read(order)
    .catch(
      (error: unknown): ReadingReport => ({
        id: order.id,
        failure: error instanceof Error ? error.message : String(error),
      }),
    )
    .then(report => parentPort?.postMessage(report));
});
