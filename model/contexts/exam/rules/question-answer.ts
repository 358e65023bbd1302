import { type Label, label } from '../../../kernel/label.ts';
import { foldText, plainForm } from '../../../rules/compare-text.ts';

/** The letters of the options of a choice. */
export const optionLetters = ['A', 'B', 'C', 'D', 'E', 'F'] as const;

/** The parts of a question that its right answer depends on. */
export interface Answerable {
  readonly questionType: number;
  readonly answer?: string | null;
  readonly optionA?: string | null;
  readonly optionB?: string | null;
  readonly optionC?: string | null;
  readonly optionD?: string | null;
  readonly optionE?: string | null;
  readonly optionF?: string | null;
}

/** Types of questions that rules mark; the others are marked by people. */
export function isMarkedByRule(questionType: number): boolean {
  return questionType <= 4;
}

/** The ways of writing that a statement is true, or false, in folded form. */
const truths = new Set(['t', 'true', '对', '正确', '是', '√', '✓', 'a', '1', 'y', 'yes']);
const untruths = new Set(['f', 'false', '错', '错误', '否', '×', 'x', '✗', 'b', '0', 'n', 'no']);

function truthOf(text: string): string {
  const folded = foldText(text);
  if (truths.has(folded)) return 'T';
  return untruths.has(folded) ? 'F' : folded;
}

/** The letters of a choice, each once and in order, whatever stands between them: `c, a` is `AC`. */
function lettersOf(text: string): string {
  const letters = foldText(text)
    .toUpperCase()
    .replaceAll(/[\s,，、;；.|/和]+/g, '');
  return [...new Set(letters)].sort().join('');
}

/** The blanks of an answer, in order. */
function blanksOf(text: string): string[] {
  return plainForm(text).split(/[;；\n]/);
}

/**
 * The one form in which an answer is stored and compared: letters in order, `T` or `F`, blanks with a semicolon and
 * their alternatives with a bar between.
 */
export function canonicalAnswer(questionType: number, text: string): string {
  if (questionType === 1 || questionType === 2) return lettersOf(text);
  if (questionType === 3) return truthOf(text);
  if (questionType === 4)
    return blanksOf(text)
      .map(blank =>
        blank
          .split('|')
          .map(one => one.trim())
          .filter(one => one !== '')
          .join('|'),
      )
      .join(';');
  return text;
}

/** The reason why a question has no right answer; undefined if it has one. */
export function answerProblem(question: Answerable): Label | undefined {
  const { questionType, answer } = question;
  if (!isMarkedByRule(questionType)) return undefined;
  const text = canonicalAnswer(questionType, answer ?? '');
  if (text === '') return label('还没有填写', 'is missing');
  if (questionType === 3)
    return text === 'T' || text === 'F'
      ? undefined
      : label('判断题的答案须为 对 或 错', 'of a true-or-false question is T or F');
  if (questionType === 4)
    return text.split(';').some(blank => blank === '')
      ? label('有一个空没有答案', 'leaves a blank without an answer')
      : undefined;
  const unknown = [...text].find(letter => {
    const known = optionLetters.find(one => one === letter);
    return known === undefined || !question[`option${known}`];
  });
  if (unknown !== undefined)
    return label(`选项 ${unknown} 不存在`, `names the option ${unknown}, which is not there`);
  if (questionType === 1 && text.length !== 1)
    return label('单选题只能有一个答案', 'of a single choice is one letter');
  return undefined;
}

/**
 * Reports whether a candidate's answer to a question that rules mark is right. Several letters may come in any order, a
 * blank may hold any of its alternatives, and width, case and spaces do not matter. Every blank has to be right.
 */
export function isRight(questionType: number, answer: string, given: string): boolean {
  if (questionType === 4) {
    const wanted = canonicalAnswer(4, answer).split(';');
    const blanks = blanksOf(given);
    return (
      blanks.length === wanted.length &&
      wanted.every((blank, at) => {
        const said = foldText(blanks[at] ?? '');
        return said !== '' && blank.split('|').some(one => foldText(one) === said);
      })
    );
  }
  const said = canonicalAnswer(questionType, given);
  return said !== '' && said === canonicalAnswer(questionType, answer);
}
