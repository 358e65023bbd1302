import { optionLetters } from '../../question-answer.ts';
import type { Paper, PaperQuestion } from '../paper.types.ts';
import { rowProblems } from '../row-problems.ts';
import { saidBy } from './outcome.ts';
import type { Truth } from './truth.ts';

/** Characters of labels, of marks for pictures and of words for right and wrong, which no question holds. */
const markup = '图参考答案及解析正确错误对题号第页共';

/** Characters that a text has only once, so that the place of each is known. */
function uniqueIn(text: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const one of text) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts]
    .filter(([one, count]) => count === 1 && !markup.includes(one) && /\p{Script=Han}/u.test(one))
    .map(([one]) => one);
}

/**
 * Characters that a paper lost: they are in no question, in no sentence on what is to check or wrong, and in no line that
 * is shown as a heading, as left out or as not understood.
 */
export function lossesOf(text: string, { lines, questions, problems }: Paper): string {
  const shown = lines.filter(({ role }) => role === 'heading' || role === 'leftOut' || role === 'unknown');
  const kept = [
    ...questions.flatMap(({ row, checks }) => [
      ...[row.title, row.answer ?? '', row.analysis ?? ''],
      ...optionLetters.map(letter => row[`option${letter}`] ?? ''),
      ...checks.map(({ zh }) => zh),
    ]),
    ...problems.map(({ zh }) => zh),
    ...shown.map(one => one.text),
  ].join('\n');
  return uniqueIn(text)
    .filter(one => !kept.includes(one))
    .join('');
}

/** Questions beside a line that is not understood: the one above it and the one below it. */
function besideUnknown({ lines, questions }: Paper): Set<number> {
  const beside = new Set<number>();
  for (const { at, role, question } of lines) {
    if (role !== 'unknown') continue;
    if (question !== undefined) beside.add(question);
    beside.add(questions.findIndex(({ from }) => from > at));
    beside.add(questions.findLastIndex(({ to }) => to < at));
  }
  return beside;
}

const core = ({ type, title, options = [], answer = '' }: Truth) =>
  JSON.stringify([type, title, options, answer]);

/**
 * Questions that nothing marks and that the paper does not hold; `added` is a line that may have become part of a stem. A
 * paper that nothing marks and that holds another number of questions is named as a whole.
 */
export function silentlyWrong(paper: Paper, truth: readonly Truth[], added: string): readonly string[] {
  const { questions, problems } = paper;
  if (problems.length > 0) return [];
  const beside = besideUnknown(paper);
  const isMarked = ({ checks, row }: PaperQuestion, at: number) =>
    checks.length > 0 || rowProblems(row).length > 0 || beside.has(at);
  if (beside.size === 0 && questions.length !== truth.length && !questions.some(isMarked))
    return [`${questions.length} questions instead of ${truth.length}`];
  const known = new Set(truth.map(core));
  return questions
    .filter((one, at) => !isMarked(one, at))
    .map(one => {
      const said = saidBy(one);
      return core({ ...said, title: said.title.replace(`\n${added}`, '') });
    })
    .filter(one => !known.has(one));
}
