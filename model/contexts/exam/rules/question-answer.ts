import { type Label, label } from '../../../kernel/label.ts';
import { foldText, plainForm } from '../../../rules/compare-text.ts';
import { questionType as questionTypes } from '../exam.codes.ts';

/**
 * Version of the rules below. It is part of the digest that each answer keeps of the key that marked it: with a new
 * version, answers are marked again before their results are judged.
 */
export const markingRules = 3;

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
  return questionType <= questionTypes.is.blank;
}

/** The ways of writing that a statement is true, or false, in folded form. */
const truths = new Set([
  ...['t', 'true', 'right', 'y', 'yes', 'a', '1', '√', '✓', '✔', '☑', '✅', 'v'],
  ...['对', '对的', '正确', '正确的', '是', '是的', '真', '對', '對的', '正確', '正確的'],
]);
const untruths = new Set([
  ...['f', 'false', 'wrong', 'n', 'no', 'b', '0', '×', 'x', '✗', '✘', '✕', '✖', '╳', '❌'],
  ...['错', '错的', '错误', '错误的', '不对', '不正确', '否', '不是', '非', '假'],
  ...['錯', '錯的', '錯誤', '錯誤的', '不對', '不正確'],
]);

/** Marks that end a sentence or a list and say nothing. */
const ending = /(?:[。．、，,;；:：\s]|\.(?=[。．、，,;；:：\s.]*$)|(?<=\p{Script=Han})[!！])+$/u;

/** Quotation marks, title marks and brackets that open and close a text. */
const pairs = new Map([
  ...[
    '“”',
    '‘’',
    '「」',
    '『』',
    '﹁﹂',
    '﹃﹄',
    '《》',
    '〈〉',
    '<>',
    '()',
    '[]',
    '【】',
    '〔〕',
    '""',
    "''",
  ].map(([open = '', close = '']) => [open, close] as const),
]);

/** A text without the marks that end it and those that enclose the whole of it, as a person reads it. */
function bare(text: string): string {
  for (let now = text.trim(); ; ) {
    const cut = now.replace(ending, '').trim();
    const inner = cut.slice(1, -1);
    const [first = '', last = ''] = [cut.at(0), cut.at(-1)];
    const closes = pairs.get(first);
    const enclosed = cut.length > 2 && closes === last && !inner.includes(first) && !inner.includes(last);
    const next = enclosed ? inner.trim() : cut;
    if (next === now) return now;
    now = next;
  }
}

function truthOf(text: string): string {
  const folded = foldText(bare(plainForm(text)));
  if (truths.has(folded)) return 'T';
  return untruths.has(folded) ? 'F' : folded;
}

/** The marks allowed between the letters of a choice. */
const between = /[\s,，、;；.。．|/\\和与與及&+()[\]【】]+/g;

/** Letters of other scripts that look like the letters of options. */
const lookalikes: Readonly<Record<string, string>> = {
  А: 'A',
  В: 'B',
  С: 'C',
  Е: 'E',
  Α: 'A',
  Β: 'B',
  Ε: 'E',
};

/**
 * The letters of a choice, each once and in order, with anything between them: `c, a` is `AC`. A hyphen joins the letters
 * that a candidate gives; in a key it could mean a range, and is not taken.
 */
function lettersOf(text: string, by: 'key' | 'candidate'): string {
  const upper = foldText(text).toUpperCase();
  const joined = by === 'key' ? upper : upper.replaceAll(/(?<=\p{L})-+(?=\p{L})/gu, '');
  const letters = [...joined.replaceAll(between, '')].map(one => lookalikes[one] ?? one);
  return [...new Set(letters)].sort().join('');
}

/** The blanks of an answer, in order. */
function blanksOf(text: string): string[] {
  return plainForm(text).split(/[;；\n]/);
}

/** The form in which the text of a blank is compared. */
function blankForm(text: string): string {
  return foldText(bare(plainForm(text)))
    .replaceAll(/(?<=\p{Script=Han})·(?=\p{Script=Han})/gu, '')
    .replaceAll(/[’‘]/g, "'");
}

/** The ways in which a candidate may have set off so many blanks from each other. */
function readings(given: string, count: number): string[][] {
  const trimmed = given.replace(/[;；\s]+$/, '');
  if (count === 1) return [[given], [trimmed]];
  return [
    blanksOf(trimmed),
    blanksOf(given),
    plainForm(trimmed).split(/[,，、]/),
    plainForm(trimmed).split(/\s+/),
  ].filter(parts => parts.length === count);
}

/**
 * The one form in which an answer is stored and compared: letters in order, `T` or `F`, blanks with a semicolon and
 * their alternatives with a bar between.
 */
export function canonicalAnswer(questionType: number, text: string): string {
  if (questionType === questionTypes.is.single || questionType === questionTypes.is.multiple)
    return lettersOf(text, 'key');
  if (questionType === questionTypes.is.trueFalse) return truthOf(text);
  if (questionType === questionTypes.is.blank)
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
  if (questionType === questionTypes.is.trueFalse)
    return text === 'T' || text === 'F'
      ? undefined
      : label('判断题的答案须为 对 或 错', 'of a true-or-false question is T or F');
  if (questionType === questionTypes.is.blank)
    return text.split(';').some(blank => blank === '')
      ? label('有一个空没有答案', 'leaves a blank without an answer')
      : undefined;
  const unknown = [...text].find(letter => {
    const known = optionLetters.find(one => one === letter);
    return known === undefined || !question[`option${known}`];
  });
  if (unknown !== undefined)
    return label(`选项 ${unknown} 不存在`, `names the option ${unknown}, which is not there`);
  if (questionType === questionTypes.is.single && text.length !== 1)
    return label('单选题只能有一个答案', 'of a single choice is one letter');
  return undefined;
}

/**
 * Reports whether a candidate's answer to a question that rules mark is right, as a person would mark it. Several letters
 * may come in any order, a blank may hold any of its alternatives, and width, case, spaces, marks at the end and around the
 * whole do not matter. Every blank has to be right, in order.
 */
export function isRight(questionType: number, answer: string, given: string): boolean {
  if (questionType === questionTypes.is.blank) {
    const wanted = canonicalAnswer(4, answer)
      .split(';')
      .map(blank => blank.split('|').map(blankForm));
    return readings(given, wanted.length).some(blanks =>
      wanted.every((forms, at) => {
        const said = blankForm(blanks[at] ?? '');
        return said !== '' && forms.includes(said);
      }),
    );
  }
  const said =
    questionType === questionTypes.is.trueFalse ? canonicalAnswer(3, given) : lettersOf(given, 'candidate');
  return said !== '' && said === canonicalAnswer(questionType, answer);
}
