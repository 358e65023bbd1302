import { toFen } from '../money.ts';

/** The text of a cell of an entry grid: a mark as text with two places at most, or a word for none. */
export interface MarkEntry {
  readonly score: string | null;
  readonly absentFlag: 0 | 1;
  readonly cheatFlag: 0 | 1;
}

/** Why a cell cannot be read: it is no mark, or lies above the full mark. */
export type MarkProblem = 'unreadable' | 'aboveFull';

/**
 * Short ways to write that somebody was absent, or cheated: by hand, by a Chinese keyboard's initial, from a
 * workbook.
 */
const absentWords: ReadonlySet<string> = new Set(['缺', '缺考', 'q', 'absent']);
const cheatWords: ReadonlySet<string> = new Set(['违', '违纪', '作弊', 'w', 'cheated']);

/** Reads what was typed or pasted into a cell; blank is a mark that is still to come. */
export function readMark(text: string, fullScore: string): MarkEntry | MarkProblem {
  const plain = text.normalize('NFKC').trim().toLowerCase();
  if (plain === '') return { score: null, absentFlag: 0, cheatFlag: 0 };
  if (absentWords.has(plain)) return { score: null, absentFlag: 1, cheatFlag: 0 };
  if (cheatWords.has(plain)) return { score: null, absentFlag: 0, cheatFlag: 1 };
  if (!/^\d{1,4}(\.\d{1,2})?$/.test(plain)) return 'unreadable';
  return toFen(plain) > toFen(fullScore) ? 'aboveFull' : { score: plain, absentFlag: 0, cheatFlag: 0 };
}

/** A mark without places that say nothing: 90.00 is 90, 88.50 is 88.5. */
export function plainMark(score: string): string {
  return score.includes('.') ? score.replace(/\.?0+$/, '') : score;
}

/** The cells of a block that was copied from a workbook, row by row. */
export function readBlock(text: string): string[][] {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map(line => line.split('\t'));
}
