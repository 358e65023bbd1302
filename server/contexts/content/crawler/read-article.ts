import { readWrittenDate } from '@yikao/model/contexts/content/rules/written-date.ts';
import { limits } from '@yikao/model/limits.ts';
import { type CheerioAPI, load } from 'cheerio';
import { sanitiseHtml } from '../../../engine/write/sanitise.ts';
import { baseOf, inLine } from './read-list.ts';
import type { Article, ListItem, ReadingRules } from './reading.ts';

/** Attributes in which pages keep the address of a picture until it comes into sight. */
const lazySources = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-actualsrc',
  'data-url',
  '_src',
] as const;

/** Characters of a trial's look at the text. */
const excerptLength = 120;

/** Words before a date that is the page's own. */
const beforeDate = /(?:发布|发表|更新|时间|日期|来源)[^\d]{0,20}/;

/** Gives pictures their sources and links their whole addresses, and takes out what is no text. */
function madeWhole(html: string, base: string): CheerioAPI {
  const $ = load(html, undefined, false);
  $('script, style, noscript, iframe, form, template').remove();
  $('img').each((_, element) => {
    const picture = $(element);
    const lazy = lazySources
      .map(name => picture.attr(name))
      .find(source => source !== undefined && source !== '');
    const source = URL.parse((lazy ?? picture.attr('src') ?? '').trim(), base);
    for (const name of [...lazySources, 'srcset']) picture.removeAttr(name);
    if (source && /^https?:$/.test(source.protocol)) picture.attr('src', source.href);
    else picture.remove();
  });
  $('a[href]').each((_, element) => {
    const link = URL.parse($(element).attr('href') ?? '', base);
    if (link) $(element).attr('href', link.href);
  });
  return $;
}

/** The date of a page without a selector: what it says for programs, then what it writes for people. */
function dateByShape($: CheerioAPI, now: Date): string | undefined {
  const said = [
    $('meta[property="article:published_time"], meta[name="publishdate"], meta[name="PubDate"]').attr(
      'content',
    ),
    $('time[datetime]').attr('datetime'),
  ];
  for (const text of said) {
    const read = text === undefined ? undefined : readWrittenDate(text, now);
    if (read !== undefined) return read;
  }
  const text = inLine($('body').text());
  const at = beforeDate.exec(text);
  return at ? readWrittenDate(text.slice(at.index, at.index + at[0].length + 24), now) : undefined;
}

/** Reads title, date and text of a page, by the selectors or by the shape of the page. */
export async function readArticle(
  html: string,
  url: string,
  rules: ReadingRules,
  item: ListItem,
  now: Date,
): Promise<Article> {
  const $ = load(html);
  const base = baseOf($, url);
  const { titleSelector, dateSelector, contentSelector } = rules;
  const selected = titleSelector === null ? '' : inLine($(titleSelector).first().text());
  const otherwise =
    item.title ||
    inLine($('meta[property="og:title"]').attr('content') || $('h1').first().text() || $('title').text());
  const title = (selected || otherwise).slice(0, limits.path);
  const dateText = dateSelector === null ? '' : $(dateSelector).first().text();
  const selectedDate = dateText === '' ? undefined : readWrittenDate(dateText, now);
  const publishDate = selectedDate ?? item.publishDate ?? dateByShape($, now) ?? null;
  const found =
    contentSelector === null
      ? (await import('./by-shape.ts')).byShape(html)
      : $(contentSelector)
          .toArray()
          // An element within another one that is found, too, is part of that one's text.
          .filter(element => $(element).parents(contentSelector).length === 0)
          .map(element => $.html(element))
          .join('');
  const whole = madeWhole(found, base);
  const text = inLine(whole.root().text());
  // The selector matched, but there is nothing to read: pages that are filled in by scripts look so.
  const picture = whole('img').attr('src') ?? null;
  const isEmpty = text === '' && picture === null;
  const content = isEmpty ? '' : sanitiseHtml(whole.html());
  return {
    title,
    titleBy: selected !== '' ? 'selector' : title !== '' ? 'otherwise' : 'nothing',
    publishDate,
    dateBy: selectedDate !== undefined ? 'selector' : publishDate !== null ? 'otherwise' : 'nothing',
    content,
    contentBy: content === '' ? 'nothing' : contentSelector === null ? 'otherwise' : 'selector',
    textLength: content === '' ? 0 : text.replace(/\s/g, '').length,
    excerpt: text.slice(0, excerptLength),
    picture,
  };
}
