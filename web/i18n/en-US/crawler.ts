import type { Translation } from '../translation.ts';
import type { crawler as chinese } from '../zh-CN/crawler.ts';

/** Crawler tasks and results. */
export const crawler = {
  results: 'Results',
  try: 'Try it',
  found: 'What the trial found',
  back: 'Back to the form',
  trying: 'Reading the list and its first three items; half a minute if the site is slow',
  hint: 'Try the first three items before you save: are title, date, text and picture right? Nothing is kept',
  noUrl: 'Give the start address first',
  feed: 'A feed with {{count}} items',
  list: '{{count}} items on the first page of the list',
  wanted: ', {{count}} of them with a keyword',
  next: 'Next page: {{url}}',
  lastPage: 'There is no next page',
  fine: 'Title and text of the first items were read; you can save',
  length: '{{count}} characters',
  noDate: 'no date',
  noPicture: 'no picture',
  picture: 'First picture {{url}}',
  noText: 'No text was found',
  noTitle: 'No title was found',
} as const satisfies Translation<typeof chinese>;
