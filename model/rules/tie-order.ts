import type { Label, Language } from '../kernel/label.ts';
import { label } from '../kernel/label.ts';
import { compare, sum } from './money.ts';

/** The scores of a candidate that may decide between equal totals, as decimals; null or missing if unknown. */
export interface TieScores {
  readonly professional?: string | null;
  readonly culture?: string | null;
  readonly chinese?: string | null;
  readonly math?: string | null;
  readonly english?: string | null;
}

interface TieItem {
  readonly label: Label;
  /** Further words for it in published rules. */
  readonly also: readonly string[];
  /** Null if unknown. */
  readonly of: (scores: TieScores) => string | null;
}

/** The value of two scores together; null unless both are known. */
const ofBoth = (
  { chinese, math }: TieScores,
  value: (one: string, other: string) => string,
): string | null => (chinese != null && math != null ? value(chinese, math) : null);

/**
 * The items that provinces compare (同分排序). The product keeps no scores of single elective subjects, so those items
 * are known to rules and unknown of candidates.
 */
const items = {
  professional: {
    label: label('专业分', 'professional score'),
    also: ['专业成绩', '专业统考成绩', '统考成绩', '专业'],
    of: scores => scores.professional ?? null,
  },
  culture: {
    label: label('文化分', 'culture score'),
    also: ['文化成绩', '文化总分', '文化'],
    of: scores => scores.culture ?? null,
  },
  chineseMath: {
    label: label('语数之和', 'Chinese plus maths'),
    also: ['语文数学之和', '语文和数学之和', '语文数学总成绩', '语文+数学', '语数总分', '语数'],
    of: scores => ofBoth(scores, (one, other) => sum([one, other])),
  },
  bestChineseMath: {
    label: label('语数最高', 'better of Chinese and maths'),
    also: ['语文数学单科最高', '语文或数学单科最高', '语数单科最高', '语文数学最高'],
    of: scores => ofBoth(scores, (one, other) => (compare(one, other) >= 0 ? one : other)),
  },
  chinese: { label: label('语文', 'Chinese'), also: ['语文成绩'], of: scores => scores.chinese ?? null },
  math: { label: label('数学', 'maths'), also: ['数学成绩'], of: scores => scores.math ?? null },
  english: {
    label: label('外语', 'foreign language'),
    also: ['英语', '外语成绩', '英语成绩'],
    of: scores => scores.english ?? null,
  },
  first: { label: label('首选科目', 'first-choice subject'), also: ['首选', '首选科目成绩'], of: () => null },
  second: {
    label: label('再选最高', 'better re-selected subject'),
    also: ['再选科目最高', '再选科目单科最高', '再选单科最高', '选考最高'],
    of: () => null,
  },
  third: {
    label: label('再选次高', 'other re-selected subject'),
    also: ['再选科目次高', '再选科目单科次高', '再选单科次高', '选考次高'],
    of: () => null,
  },
} as const satisfies Record<string, TieItem>;

/** An item that may decide between equal totals. */
export type TieKey = keyof typeof items;

/** Every item, in the usual order. */
export const tieKeys = Object.keys(items) as readonly TieKey[];

/** The name of an item. */
export function tieKeyName(key: TieKey, language: Language): string {
  return items[key].label[language];
}

function keyOf(word: string): TieKey | undefined {
  const wanted = word
    .replace(/\s/g, '')
    .replace(/^(?:依次)?(?:比较|按)/, '')
    .toLowerCase();
  return tieKeys.find(key => {
    const item: TieItem = items[key];
    const words = [item.label.zh, item.label.en.replace(/\s/g, ''), ...item.also];
    return words.some(known => known.toLowerCase() === wanted);
  });
}

/** Reads an order such as `专业分>文化分>外语`; null unless it names known items, each once. */
export function readTieOrder(text: string): readonly TieKey[] | null {
  const keys = text
    .normalize('NFKC')
    .split(/[>→,、;；]/)
    .map(keyOf);
  const known = keys.filter(key => key !== undefined);
  return known.length === keys.length && new Set(known).size === known.length ? known : null;
}

/** An order in words, the first item first. */
export function tieOrderText(order: readonly TieKey[], language: Language): string {
  return order.map(key => tieKeyName(key, language)).join(language === 'zh' ? '>' : ' > ');
}

/** The value of an item for a candidate; null if unknown. */
export function tieValue(key: TieKey, scores: TieScores): string | null {
  return items[key].of(scores);
}

/** The order of two candidates with equal totals, and the item that decided. */
export interface TieOutcome {
  /** Negative if the first one is ahead, positive if the other one; 0 if they are equal in all items. */
  readonly order: number;
  /** The deciding item; the unknown one if `unknown`; null if no item decides. */
  readonly by: TieKey | null;
  /** An item that comes before any difference is not known of both. */
  readonly unknown: boolean;
}

/**
 * Compares two candidates with equal totals by the items of a rule in turn. It stops at the first item that is not known
 * of both: a later item must never decide in its place.
 */
export function compareTies(order: readonly TieKey[], one: TieScores, other: TieScores): TieOutcome {
  for (const key of order) {
    const [own, theirs] = [tieValue(key, one), tieValue(key, other)];
    if (own === null || theirs === null) return { order: 0, by: key, unknown: true };
    const difference = compare(theirs, own);
    if (difference !== 0) return { order: difference, by: key, unknown: false };
  }
  return { order: 0, by: null, unknown: false };
}

/** The place of a candidate among those with the same total. */
export interface TiePlace {
  /** Number of people with the total, the candidate included. */
  readonly equal: number;
  /** The best and the worst possible place; equal if nothing is unknown. */
  readonly from: number;
  readonly to: number;
}

/** The place of a candidate among others with the same total; unknown comparisons widen it. */
export function tiePlace(order: readonly TieKey[], own: TieScores, others: readonly TieScores[]): TiePlace {
  let [ahead, open] = [0, 0];
  for (const other of others) {
    const { order: difference, unknown } = compareTies(order, own, other);
    if (unknown) open += 1;
    else if (difference > 0) ahead += 1;
  }
  return { equal: others.length + 1, from: ahead + 1, to: ahead + open + 1 };
}
