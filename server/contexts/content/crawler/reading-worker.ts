/**
 * Reads pages of others beside the main thread: a page may be made to take long, and a selector may be slow on it. The
 * asking side gives up the whole thread when a page takes too long.
 */
import { parentPort } from 'node:worker_threads';
import { load } from 'cheerio';
import { decodePage } from './decode-page.ts';
import { readArticle } from './read-article.ts';
import { readFeed, readList } from './read-list.ts';
import type { ReadingOrder, ReadingReport } from './reading.ts';

function read(order: ReadingOrder): ReadingReport {
  const { id, page, rules } = order;
  const text = decodePage(page.bytes, page.charset);
  const now = new Date(order.now);
  if (order.kind === 'article') return { id, article: readArticle(text, page.url, rules, order.item, now) };
  return {
    id,
    listing:
      rules.listSelector === null ? readFeed(text, page.url) : readList(load(text), page.url, rules, now),
  };
}

parentPort?.on('message', (order: ReadingOrder) => {
  try {
    parentPort?.postMessage(read(order));
  } catch (error) {
    const report: ReadingReport = {
      id: order.id,
      failure: error instanceof Error ? error.message : String(error),
    };
    parentPort?.postMessage(report);
  }
});
