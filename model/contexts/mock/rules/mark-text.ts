import { foldText } from '../../../rules/compare-text.ts';
import { toFen } from '../../../rules/money.ts';

/** The text of an entry grid's cell: a mark with at most two places, or a word for a missing one. */
export interface MarkEntry {
  readonly score: string | null;
  readonly absentFlag: 0 | 1;
  readonly cheatFlag: 0 | 1;
}

/** Why a cell cannot be read: it is no mark, or lies above the full mark. */
export type MarkProblem = 'unreadable' | 'aboveFull';

/** Short notations for absent and cheated: handwritten, by the pinyin initial, or from a workbook. */
const absentWords: ReadonlySet<string> = new Set(['缺', '缺考', 'q', 'absent']);
const cheatWords: ReadonlySet<string> = new Set(['违', '违纪', '作弊', 'w', 'cheated']);

/** Parses a typed or pasted cell; blank means the mark is still missing. */
export function readMark(text: string, fullScore: string): MarkEntry | MarkProblem {
  const plain = foldText(text);
  if (plain === '') return { score: null, absentFlag: 0, cheatFlag: 0 };
  if (absentWords.has(plain)) return { score: null, absentFlag: 1, cheatFlag: 0 };
  if (cheatWords.has(plain)) return { score: null, absentFlag: 0, cheatFlag: 1 };
  if (!/^\d{1,4}(\.\d{1,2})?$/.test(plain)) return 'unreadable';
  return toFen(plain) > toFen(fullScore) ? 'aboveFull' : { score: plain, absentFlag: 0, cheatFlag: 0 };
}

/** A mark without trailing zeros: 90.00 becomes 90, 88.50 becomes 88.5. */
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
