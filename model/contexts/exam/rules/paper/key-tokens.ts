import type { FlatLine } from './flat-text.ts';
import { circled } from './numbers.ts';
import { beginsLikeOption } from './options.ts';

/** A key of a list: the number of its question and its text. */
export interface ListedKey {
  readonly n: number;
  readonly text: string;
  /** Lines that it takes. */
  readonly lines: readonly number[];
}

const range =
  /(?:^|(?<=[\s,，;；、。A-H√×对错]))(\d{1,3})\s*(?:[-~～—–―]+|至|到)\s*(\d{1,3})\s*题?\s*[.、:：]?\s*((?:[A-H]+|[√×]|正确|错误|对|错|[TF])(?:[\s,，、;；]*(?:[A-H]+|[√×]|正确|错误|对|错|[TF]))*)/g;
const marker =
  /(?:^|(?<=[\s,，;；、。A-Ha-h√×对错)】]))\(?(\d{1,3})\)?\s*(?:[.、:：)]|(?<=\))|\s(?=[A-H√×]))\s*|([①-⑳])\s*/g;

/** A number, or a range of numbers, with the keys of a range. */
export interface Token {
  readonly at: number;
  readonly end: number;
  readonly from: number;
  readonly to?: number;
  readonly said?: string;
}

/** The numbers of keys on a line; `last` is the number before. */
export function tokensOf(flat: string, last: number): Token[] {
  const ranges: Token[] = [...flat.matchAll(range)].map(found => ({
    at: found.index,
    end: found.index + found[0].length,
    from: Number(found[1]),
    to: Number(found[2]),
    said: found[3] ?? '',
  }));
  const found: Token[] = [...ranges];
  let expected = last + 1;
  const covered = (at: number) => ranges.some(one => at >= one.at && at < one.end);
  for (const one of flat.matchAll(marker)) {
    for (const passed of ranges)
      if (passed.end <= one.index) expected = Math.max(expected, (passed.to ?? 0) + 1);
    if (covered(one.index)) continue;
    const n = one[2] ? circled(one[2]) : Number(one[1]);
    const start = flat.slice(0, one.index).trim() === '';
    // Within a line only the next number is one: others belong to the text of a key.
    if (n !== expected && !(start && found.length === ranges.length)) continue;
    found.push({ at: one.index, end: one.index + one[0].length, from: n });
    expected = n + 1;
  }
  return found.sort((a, b) => a.at - b.at);
}

/** The keys of a range; undefined if they are not as many as its numbers. */
export function rangeKeys({ from, to = from, said = '' }: Token): readonly string[] | undefined {
  const size = to - from + 1;
  if (size < 1 || size > 300) return undefined;
  const groups = said.split(/[\s,，、;；]+/).filter(Boolean);
  if (groups.length === size) return groups;
  const single = [
    ...said
      .replaceAll(/[\s,，、;；]/g, '')
      .replaceAll('正确', '对')
      .replaceAll('错误', '错'),
  ];
  return single.length === size ? single : undefined;
}

const cells = (flat: string) => flat.split(/\t|\|| {2,}/).map(one => one.trim());
const isNumbers = (row: readonly string[]) =>
  row.length >= 2 &&
  row.every((one, at) => /^\d{1,3}$/.test(one) && (at === 0 || Number(one) === Number(row[at - 1]) + 1));

/** A row of numbers above a row of keys. */
export function tableAt(
  lines: readonly FlatLine[],
  at: number,
): { keys: ListedKey[]; end: number } | undefined {
  const row = cells(lines[at]?.flat ?? '').filter(one => one !== '' && !/^(?:题号|序号|题目)$/.test(one));
  if (!isNumbers(row)) return undefined;
  let below = at + 1;
  while (lines[below] && lines[below]?.flat.trim() === '') below += 1;
  const answers = cells(lines[below]?.flat ?? '').filter(
    one => one !== '' && !/^(?:答案|正确答案|参考答案)$/.test(one),
  );
  if (answers.length !== row.length || isNumbers(answers) || answers.some(beginsLikeOption)) return undefined;
  return {
    keys: row.map((n, place) => ({ n: Number(n), text: answers[place] ?? '', lines: [at, below] })),
    end: below + 1,
  };
}

/** Reports whether a table of keys begins on a line, as `题号 1 2` above `答案 A B`. */
export function beginsKeyTable(lines: readonly FlatLine[], at: number): boolean {
  return /^[\s|]*(?:题号|序号)[\t| ]/.test(lines[at]?.flat ?? '') && tableAt(lines, at) !== undefined;
}
