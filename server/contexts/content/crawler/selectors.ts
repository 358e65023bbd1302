import type { crawlerTask } from '@yikao/model/contexts/content/crawler-task.ts';
import type { DraftOf } from '@yikao/model/kernel/dataset.ts';

/** The fields of a task that hold a CSS selector; `nextPage` does if it is no pattern of addresses. */
const selectorFields = [
  'listSelector',
  'titleSelector',
  'contentSelector',
  'dateSelector',
  'nextPage',
] as const;

/** One of the fields with a selector. */
export type SelectorField = (typeof selectorFields)[number];

/** The fields whose selector cannot be parsed. */
export async function wrongSelectors(
  row: Pick<DraftOf<typeof crawlerTask>, SelectorField>,
): Promise<SelectorField[]> {
  const filled = selectorFields.filter(name => {
    const text = row[name]?.trim() ?? '';
    return text !== '' && !(name === 'nextPage' && text.includes('{page}'));
  });
  if (filled.length === 0) return [];
  // The parser takes a while to load and is needed by few calls.
  const { load } = await import('cheerio');
  const $ = load('<p></p>');
  return filled.filter(name => {
    try {
      $(row[name]?.trim() ?? '').first();
      // A text that begins like an element is made into one instead of being looked for.
      return /^\s*</.test(row[name] ?? '');
    } catch {
      return true;
    }
  });
}
