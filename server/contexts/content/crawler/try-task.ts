import type { crawlerCalls, Trial, TriedPage } from '@yikao/model/contexts/content/crawler.calls.ts';
import { isWanted, keywordsOf } from '@yikao/model/contexts/content/rules/keywords.ts';
import { AppError, failure } from '@yikao/model/errors.ts';
import { type Label, label } from '@yikao/model/kernel/label.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import type { z } from 'zod';
import type { Engine } from '../../../engine/engine.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { openReader, type Reader } from './reader.ts';
import type { ListItem, Listing, ReadingRules } from './reading.ts';
import { wrongSelectors } from './selectors.ts';
import { nextListUrl, readingRules } from './task-rules.ts';
import { createVisitor, type Visitor } from './visitor.ts';

/** Items that are tried (domain L3, section 10), and milliseconds for all of it. */
const [triedItems, trialMs] = [3, 45_000];

/** Milliseconds between two pages of a trial, unless the site asks for more. */
const intervalMs = 300;

/** The problems of the list itself. */
function listProblems(listing: Listing, rules: ReadingRules, wanted: number): [string, Label][] {
  if (listing.notFeed) {
    return [
      [
        'listSelector',
        label('该网址不是订阅源，请填写列表选择器', 'The address is no feed: give a list selector'),
      ],
    ];
  }
  if (listing.matched === 0) {
    return rules.listSelector === null
      ? [['startUrl', label('订阅源里没有条目', 'The feed has no items')]]
      : [['listSelector', label('列表选择器没有找到任何元素', 'The list selector matches nothing')]];
  }
  if (listing.items.length === 0) {
    return [
      [
        'listSelector',
        label(
          `列表选择器找到 ${listing.matched} 个元素，但其中没有链接`,
          `The list selector matches ${listing.matched} elements, but there is no link in them`,
        ),
      ],
    ];
  }
  const problems: [string, Label][] = [];
  if (listing.matched > listing.items.length * 3) {
    problems.push([
      'listSelector',
      label(
        `列表选择器找到 ${listing.matched} 个元素，只得到 ${listing.items.length} 个不同的链接，范围可能太大`,
        `The list selector matches ${listing.matched} elements, but they lead to ${listing.items.length} pages only; it may be too wide`,
      ),
    ]);
  }
  if (wanted === 0) {
    problems.push([
      'keywords',
      label('第一页没有标题含关键词的条目', 'No title of the first page has one of the keywords'),
    ]);
  }
  return problems;
}

/** The problems of the selectors as the pages show them: one that found nothing on any of them, or on some. */
function pageProblems(pages: readonly TriedPage[], rules: ReadingRules): [string, Label][] {
  const read = pages.filter(({ problem }) => problem === null);
  const parts = [
    ['titleSelector', rules.titleSelector, '标题', 'title', (page: TriedPage) => page.titleBy],
    ['dateSelector', rules.dateSelector, '日期', 'date', (page: TriedPage) => page.dateBy],
    ['contentSelector', rules.contentSelector, '正文', 'text', (page: TriedPage) => page.contentBy],
  ] as const;
  return parts.flatMap(([name, selector, zh, en, by]): [string, Label][] => {
    const missing = read.filter(page => by(page) !== (selector === null ? 'otherwise' : 'selector')).length;
    const isWrong =
      selector === null ? read.some(page => by(page) === 'nothing') && name !== 'dateSelector' : missing > 0;
    if (!isWrong) return [];
    return [
      [
        name,
        selector === null
          ? label(
              `没有自动识别出${zh}，请填写${zh}选择器`,
              `The ${en} was not found by itself: give a selector of the ${en}`,
            )
          : label(
              `${zh}选择器在 ${read.length} 个页面中的 ${missing} 个没有找到内容`,
              `The selector of the ${en} finds nothing on ${missing} of ${read.length} pages`,
            ),
      ],
    ];
  });
}

/** Reads one item for the trial; a page that cannot be read says why. */
async function tryPage(
  { visitor, reader, rules, now }: { visitor: Visitor; reader: Reader; rules: ReadingRules; now: Date },
  actor: Actor,
  item: ListItem,
): Promise<TriedPage> {
  const nothing = { titleBy: 'nothing', dateBy: 'nothing', contentBy: 'nothing' } as const;
  const unread = { ...item, ...nothing, textLength: 0, excerpt: '', picture: null };
  try {
    const { content: _, ...page } = await reader.article(await visitor.visit(item.url), rules, item, now);
    return { url: item.url, ...page, problem: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...unread, problem: error.text(actor.language) };
  }
}

/**
 * Reads the list of a task and its first three items, and says plainly what was found and which selector found nothing
 * (domain L3, section 10). Keeps nothing. Throws `invalidFields` for a selector that cannot be parsed, and what a fetch
 * of the list throws.
 */
export async function tryTask(
  engine: Engine,
  actor: Actor,
  body: z.output<typeof crawlerCalls.try.body>,
): Promise<Trial> {
  const wrong = await wrongSelectors(body);
  if (wrong.length > 0) {
    throw failure('invalidFields', {
      issues: wrong.map(name =>
        issue(name, 'rule', { zh: '不是有效的 CSS 选择器', en: 'is no CSS selector' }),
      ),
      labels: name => engine.dataset('crawlerTask').fields[name]?.label,
    });
  }
  const { listSelector = null, titleSelector = null, contentSelector = null, dateSelector = null } = body;
  const task = {
    ...{ startUrl: body.startUrl, listSelector, titleSelector },
    nextPage: body.nextPage ?? null,
  };
  const whole = { ...task, contentSelector, dateSelector };
  const rules = readingRules(whole);
  const signal = AbortSignal.timeout(trialMs);
  const visitor = createVisitor({ fetchOutside: engine.fetchOutside, intervalMs, signal });
  const reader = openReader();
  const now = engine.clock.now();
  try {
    const listing = await reader.list(await visitor.visit(body.startUrl), rules, now);
    const words = keywordsOf(body.keywords);
    const wanted = listing.items.filter(({ title }) => title === '' || isWanted(title, words));
    const pages: TriedPage[] = [];
    for (const item of wanted.slice(0, triedItems)) {
      pages.push(await tryPage({ visitor, reader, rules, now }, actor, item));
    }
    const problems = [...listProblems(listing, rules, wanted.length), ...pageProblems(pages, rules)];
    return {
      ...{ kind: listing.kind, items: listing.items.length, wanted: wanted.length, pages },
      nextUrl: nextListUrl(whole, listing, 1) ?? null,
      problems: problems.map(([field, words]) => ({ field, message: words[actor.language] })),
    };
  } catch (error) {
    if (!signal.aborted) throw error;
    const host = URL.parse(body.startUrl)?.hostname ?? '';
    throw failure('outsideSlow', { params: { host, seconds: trialMs / 1_000 } });
  } finally {
    await reader.close();
  }
}
