import { readWrittenDate } from '@yikao/model/contexts/content/rules/written-date.ts';
import { limits } from '@yikao/model/limits.ts';
import type { CheerioAPI } from 'cheerio';
import { pageAddress } from './page-address.ts';
import type { ListItem, Listing, ReadingRules } from './reading.ts';

/** A matched element. */
type Found = ReturnType<CheerioAPI>;

/** A text in one line. */
export const inLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The address against which the links of a page are read. */
export function baseOf($: CheerioAPI, url: string): string {
  return URL.parse($('base[href]').attr('href') ?? '', url)?.href ?? url;
}

/** Items with an address, each address once, as many as a list page may have. */
export function once(
  items: readonly (Omit<ListItem, 'url'> & { readonly url: string | undefined })[],
): ListItem[] {
  const seen = new Map<string, ListItem>();
  for (const { url, ...item } of items) {
    if (seen.size >= limits.crawlItems) break;
    if (url === undefined || url.length > limits.pageUrl) continue;
    const known = seen.get(url);
    // A picture and a heading are often two links to one page; the heading has the words.
    if (!known || known.title === '') seen.set(url, { ...item, url });
  }
  return [...seen.values()];
}

/** The words of an element with gaps between its parts, which are often cells of a table. */
function spacedText($: CheerioAPI, element: Found): string {
  const parts = element.find('*').addBack().contents().toArray();
  return parts.map(part => (part.type === 'text' ? $(part).text() : '')).join(' ');
}

/** The date of an item: where the selector says, beside its link, or within it. */
function dateOf($: CheerioAPI, item: Found, selector: string | null, now: Date): string | null {
  const beside = item.clone();
  // A title may hold the date of an exam.
  beside.find('a').remove();
  const texts = [
    selector === null ? '' : item.find(selector).text(),
    spacedText($, beside),
    spacedText($, item),
  ];
  for (const text of texts) {
    const read = readWrittenDate(text, now);
    if (read !== undefined) return read;
  }
  return null;
}

/** The items of a page that the list selector matches; each is a link, has one, or lies in one. */
export function readList($: CheerioAPI, url: string, rules: ReadingRules, now: Date): Listing {
  const base = baseOf($, url);
  const matched = $(rules.listSelector ?? '');
  // Twice as many elements as items: some have no link, and some pages are linked to twice.
  const items = matched
    .slice(0, limits.crawlItems * 2)
    .toArray()
    .map(element => {
      const item = $(element);
      const link = item.is('a[href]')
        ? item
        : [item.find('a[href]').first(), item.closest('a[href]')].find(a => a.length > 0);
      return {
        url: link && pageAddress(link.attr('href') ?? '', base),
        title: inLine(link?.attr('title') || link?.text() || item.text()).slice(0, limits.path),
        publishDate: dateOf($, item, rules.dateSelector, now),
      };
    });
  const next = rules.nextPage === null || rules.nextPage.includes('{page}') ? undefined : $(rules.nextPage);
  const href = next?.is('a[href]') ? next.filter('a[href]').attr('href') : next?.find('a[href]').attr('href');
  return {
    kind: 'list',
    matched: matched.length,
    items: once(items),
    nextUrl: href === undefined ? null : (pageAddress(href, base) ?? null),
    notFeed: false,
  };
}
