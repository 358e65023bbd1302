import { readWrittenDate } from '@yikao/model/contexts/content/rules/written-date.ts';
import { limits } from '@yikao/model/limits.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import type { CheerioAPI } from 'cheerio';
import { parseFeed } from 'feedsmith';
import { z } from 'zod';
import { pageAddress } from './page-address.ts';
import type { ListItem, Listing, ReadingRules } from './reading.ts';

/** A text in one line. */
export const inLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The address against which the links of a page are read. */
export function baseOf($: CheerioAPI, url: string): string {
  return URL.parse($('base[href]').attr('href') ?? '', url)?.href ?? url;
}

/** Items with an address, each address once, as many as a list page may have. */
function once(items: readonly (Omit<ListItem, 'url'> & { readonly url: string | undefined })[]): ListItem[] {
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
      const dateText = rules.dateSelector === null ? '' : item.find(rules.dateSelector).text();
      return {
        url: link && pageAddress(link.attr('href') ?? '', base),
        title: inLine(link?.attr('title') || link?.text() || item.text()).slice(0, limits.path),
        publishDate: readWrittenDate(dateText === '' ? item.text() : dateText, now) ?? null,
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

const words = z.string().catch('');
const rss = z.object({
  items: z
    .array(
      z.object({
        title: words,
        link: words,
        guid: z.object({ value: words, isPermaLink: z.boolean().optional() }).optional().catch(undefined),
        pubDate: words,
        dc: z.object({ date: words }).optional().catch(undefined),
      }),
    )
    .catch([]),
});
const atom = z.object({
  entries: z
    .array(
      z.object({
        title: z.object({ value: words }).catch({ value: '' }),
        links: z.array(z.object({ href: words, rel: words })).catch([]),
        published: words,
        updated: words,
      }),
    )
    .catch([]),
});
const json = z.object({
  items: z.array(z.object({ title: words, url: words, date_published: words })).catch([]),
});

/** The items of a feed in RSS, RDF, Atom or JSON; `notFeed` if the text is none. */
export function readFeed(text: string, url: string): Listing {
  const items = feedItems(text);
  return {
    kind: 'feed',
    matched: items?.length ?? 0,
    items: once(
      (items ?? []).map(({ title, link, date }) => ({
        url: link === '' ? undefined : pageAddress(link, url),
        // Titles of feeds may be marked up.
        title: inLine(title.replace(/<[^>]*>/g, '')).slice(0, limits.path),
        publishDate: Number.isNaN(Date.parse(date)) ? null : shanghaiTime(new Date(date)).slice(0, 10),
      })),
    ),
    nextUrl: null,
    notFeed: items === undefined,
  };
}

function feedItems(text: string): { title: string; link: string; date: string }[] | undefined {
  let read: { readonly format: string; readonly feed: unknown };
  try {
    read = parseFeed(text);
  } catch {
    return undefined;
  }
  if (read.format === 'atom') {
    return atom.parse(read.feed).entries.map(({ title, links, published, updated }) => ({
      title: title.value,
      link: (links.find(({ rel }) => rel === '' || rel === 'alternate') ?? links[0])?.href ?? '',
      date: published || updated,
    }));
  }
  if (read.format === 'json') {
    return json
      .parse(read.feed)
      .items.map(item => ({ title: item.title, link: item.url, date: item.date_published }));
  }
  return rss.parse(read.feed).items.map(({ title, link, guid, pubDate, dc }) => ({
    title,
    link: link || (guid?.isPermaLink === false ? '' : (guid?.value ?? '')),
    date: pubDate || (dc?.date ?? ''),
  }));
}
