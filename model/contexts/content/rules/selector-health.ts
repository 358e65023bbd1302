import { type Label, label } from '../../../kernel/label.ts';

/** Earlier results that make a usual length, and new ones that are compared with it, at least. */
const [leastUsual, leastNew] = [5, 3];

/** The findings of a run of a crawler task. */
export interface RunFindings {
  /** Items of its first list page. */
  readonly items: number;
  /** Pages whose text was found, and those on which nothing was. */
  readonly read: number;
  readonly missed: number;
  /** Characters of the texts that were found. */
  readonly lengths: readonly number[];
  /** The median of earlier texts, and their number. */
  readonly usual: { readonly length: number; readonly count: number };
}

/** The middle one of some numbers; 0 of none. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/**
 * Says in words what is broken about the selectors of a task, undefined if nothing shows it: the list is empty, at least
 * half of the pages have no text, or the texts are less than half as long as usual (domain 3.13). A site that was made
 * again answers as before, so that nothing else shows it.
 */
export function selectorFault(found: RunFindings): Label | undefined {
  const { items, read, missed, lengths, usual } = found;
  if (items === 0) {
    return label(
      '列表选择器没有找到任何条目，网站可能已改版，请重新试抓',
      'The list selector matched nothing; the site may have changed, try the task again',
    );
  }
  if (missed > 0 && missed >= read) {
    return label(
      `正文选择器在 ${read + missed} 个页面中的 ${missed} 个没有找到正文，请重新试抓`,
      `The text was not found on ${missed} of ${read + missed} pages; try the task again`,
    );
  }
  const now = median(lengths);
  if (lengths.length >= leastNew && usual.count >= leastUsual && now < usual.length / 2) {
    return label(
      `正文只有平时的一半以下（平时约 ${Math.round(usual.length)} 字，这次约 ${Math.round(now)} 字），选择器可能已失效`,
      `The texts are less than half as long as usual (about ${Math.round(usual.length)} characters, now ${Math.round(now)}); the selector may be broken`,
    );
  }
  return undefined;
}
