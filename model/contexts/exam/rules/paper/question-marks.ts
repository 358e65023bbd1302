import { type Label, label } from '../../../../kernel/label.ts';
import { compare, sum, times } from '../../../../rules/money.ts';
import type { Draft } from './draft.ts';
import { blanksIn } from './keys.ts';
import type { Making } from './making.ts';
import type { marksOfStem } from './marks.ts';

const difficulties: readonly (readonly [RegExp, 1 | 2 | 3])[] = [
  [/^(?:较易|容易|简单|易|基础|低)/, 1],
  [/^(?:中等|适中|中档|一般|中)/, 2],
  [/^(?:较难|困难|难|高)/, 3],
];

/** The difficulty that a label names, as a word or as the share of right answers. */
export function difficultyOf({ draft, checks }: Making): 1 | 2 | 3 | null {
  const said = draft.difficulty
    ?.normalize('NFKC')
    .replace(/[。.;]+$/, '')
    .trim();
  if (said === undefined || said === '') return null;
  const word = difficulties.find(([pattern]) => pattern.test(said))?.[1];
  if (word) return word;
  if (/^(?:0?\.\d{1,2}|1(?:\.0+)?)$/.test(said)) {
    const share = Number(said);
    return share >= 0.7 ? 1 : share >= 0.4 ? 2 : 3;
  }
  checks.push(label(`难度“${said}”没有读懂`, `The difficulty "${said}" was not understood`));
  return null;
}

/** A share of whole marks in at most two decimals; undefined if it has more. */
function shareOf(total: string, count: number): string | undefined {
  const fen = Number(times(total, 100));
  if (!Number.isInteger(fen) || fen % count !== 0) return undefined;
  return String(fen / count / 100);
}

/** The marks of a question: its own, or those that its part gives to each. */
export function scoreOf(making: Making, own: ReturnType<typeof marksOfStem>): string | null {
  const { draft, checks, title } = making;
  const { marks } = draft.section;
  const blanks = Math.max(1, blanksIn(title));
  const given = draft.score ?? own.score;
  if (own.parts.length > 0) {
    const parts = sum(own.parts);
    if (given !== undefined && compare(given, parts) !== 0)
      checks.push(label('各小题的分值与总分不符', 'The marks of the parts do not add up'));
    if (given !== undefined) return given;
    checks.push(label('分值为各小题之和', 'The marks are the sum of the parts'));
    return parts.replace(/\.?0+$/, '');
  }
  if (given !== undefined) return given;
  if (own.perBlank !== undefined) return String(Number(times(own.perBlank, blanks)));
  if (marks.each !== undefined) return marks.each;
  if (marks.perBlank !== undefined) return String(Number(times(marks.perBlank, blanks)));
  if (marks.total === undefined) return null;
  const share = shareOf(marks.total, draft.section.drafts.length);
  if (draft.section.drafts.length > 1 || share === undefined)
    checks.push(
      label(`分值由大题共 ${marks.total} 分平均得出`, `The marks are an equal share of ${marks.total}`),
    );
  return share ?? null;
}

/** The check of a heading whose marks or number of questions do not fit what was read, shown with its first question. */
export function countCheck({ section }: Draft): Label | undefined {
  const { count, each, total } = section.marks;
  const read = section.drafts.length;
  const fair = each && total && Number(each) > 0 ? Number(total) / Number(each) : undefined;
  const said = count ?? fair;
  const named = section.marks.each ?? section.marks.perBlank ?? section.marks.total;
  if (section.heading?.marksUnread && named === undefined)
    return label('标题中的分值没有读懂', 'The marks in the heading were not understood');
  if (said === undefined || said === read) return undefined;
  return label(
    `标题说有 ${said} 题，读到 ${read} 题`,
    `The heading says ${said} questions; ${read} were read`,
  );
}
