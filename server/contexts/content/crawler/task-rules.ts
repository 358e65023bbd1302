import type { crawlerTask } from '@yikao/model/contexts/content/crawler-task.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { pageAddress } from './page-address.ts';
import type { Listing, ReadingRules } from './reading.ts';

/** The columns of a task that say what is read. */
export type TaskRules = Pick<
  RowOf<typeof crawlerTask>,
  'startUrl' | 'listSelector' | 'titleSelector' | 'contentSelector' | 'dateSelector' | 'nextPage'
>;

const filled = (text: string | null) => (text === null || text.trim() === '' ? null : text.trim());

/** The rules of a task as the reader takes them: what is left blank is null. */
export function readingRules(task: TaskRules): ReadingRules {
  return {
    listSelector: filled(task.listSelector),
    titleSelector: filled(task.titleSelector),
    contentSelector: filled(task.contentSelector),
    dateSelector: filled(task.dateSelector),
    nextPage: filled(task.nextPage),
  };
}

/** The address of the list page after `page`, by the pattern or the link that was found; undefined after the last one. */
export function nextListUrl(task: TaskRules, listing: Listing, page: number): string | undefined {
  const pattern = filled(task.nextPage);
  if (pattern === null || listing.items.length === 0) return undefined;
  if (!pattern.includes('{page}')) return listing.nextUrl ?? undefined;
  return pageAddress(pattern.replaceAll('{page}', String(page + 1)), task.startUrl);
}
