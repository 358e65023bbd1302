import { readWrittenDate } from '@yikao/model/contexts/content/rules/written-date.ts';
import { limits } from '@yikao/model/limits.ts';
import { parseFeed } from 'feedsmith';
import { z } from 'zod';
import { pageAddress } from './page-address.ts';
import { inLine, once } from './read-list.ts';
import type { Listing } from './reading.ts';

const words = z.string().catch('');
const rss = z.object({
  items: z
    .array(
      z.object({
        title: words,
        link: words,
        guid: z.object({ value: words, isPermaLink: z.boolean().optional() }).optional().catch(undefined),
        pubDate: words,
        dc: z
          .object({ date: words, dates: z.array(words).catch([]) })
          .optional()
          .catch(undefined),
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
  items: z.array(z.object({ id: words, title: words, url: words, date_published: words })).catch([]),
});

/** The items of a feed in RSS, RDF, Atom or JSON; `notFeed` if the text is none. Of one that is cut off, its whole items. */
export function readFeed(text: string, url: string, now: Date): Listing {
  const whole = feedItems(text);
  const repaired = whole === undefined ? closedFeed(text) : undefined;
  const items = whole ?? (repaired === undefined ? undefined : feedItems(repaired));
  return {
    kind: 'feed',
    matched: items?.length ?? 0,
    items: once(
      (items ?? []).map(({ title, link, date }) => ({
        url: link === '' ? undefined : pageAddress(link, url),
        // Titles of feeds may be marked up.
        title: inLine(title.replace(/<[^>]*>/g, '')).slice(0, limits.path),
        publishDate: readWrittenDate(date, now) ?? null,
      })),
    ),
    nextUrl: null,
    notFeed: items === undefined,
    cut: whole === undefined && items !== undefined,
  };
}

/** The ends of feeds of XML, by their first element. */
const ends: Readonly<Record<string, string>> = {
  rss: '</channel></rss>',
  'rdf:RDF': '</rdf:RDF>',
  feed: '</feed>',
};

/** A feed that was cut off, closed behind its last whole item; undefined for a text that is none. */
function closedFeed(text: string): string | undefined {
  const [, root = ''] = /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?<(rss|rdf:RDF|feed)[\s>]/.exec(text) ?? [];
  const end = ends[root];
  const itemEnd = root === 'feed' ? '</entry>' : '</item>';
  const last = text.lastIndexOf(itemEnd);
  return end === undefined || last < 0 ? undefined : text.slice(0, last + itemEnd.length) + end;
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
      .items.map(item => ({ title: item.title, link: item.url || item.id, date: item.date_published }));
  }
  return rss.parse(read.feed).items.map(({ title, link, guid, pubDate, dc }) => ({
    title,
    link: link || (guid?.isPermaLink === false ? '' : (guid?.value ?? '')),
    date: pubDate || dc?.date || (dc?.dates[0] ?? ''),
  }));
}
