import type { QuestionType } from '../exam.codes.ts';
import { type Answerable, answerProblem, canonicalAnswer, optionLetters } from './question-answer.ts';

/** A question read from a plain text, and what is wrong with it. */
export interface TextQuestion extends Answerable {
  /** Number in the text. */
  readonly no: string;
  /** Line of the text on which it begins, from 0. */
  readonly line: number;
  readonly questionType: QuestionType;
  readonly title: string;
  readonly analysis: string | null;
  readonly score: string | null;
  readonly difficulty: 1 | 2 | 3 | null;
  /** Why the question cannot be taken in, in Chinese and English; undefined if it can. */
  readonly problem?: { readonly zh: string; readonly en: string };
}

/** The start of a question: `12.`, `12、`, `12）`, `第12题`, `(12)`. */
const numbered =
  /^\s*(?:第\s*(\d{1,5})\s*题\s*[.．、:：]?|[(（](\d{1,5})[)）]|(\d{1,5})\s*[.．、)）](?!\d))\s*/;
/** The start of an option: `A.`, `B、`, `(C)`. */
const lettered = /(?:^|(?<=[\s\u3000]))[(（]?([A-FＡ-Ｆ])[)）]?\s*[.．、:：)）]\s*/g;
const answerLine = /^\s*[【[]?\s*(?:正确|标准|参考)?答案\s*[】\]]?\s*[:：]?\s*(.*)$/;
const analysisLine = /^\s*[【[]?\s*(?:答案)?(?:解析|评分标准)\s*[】\]]?\s*[:：]?\s*(.*)$/;
const scoreLine = /^\s*[【[]?\s*分值?\s*[】\]]?\s*[:：]\s*(\d+(?:\.\d{1,2})?)\s*分?\s*$/;
const hardness = /^\s*[【[]?\s*难度\s*[】\]]?\s*[:：]\s*([易中难])\s*$/;
/** A title of a part, which names the type of what follows: `二、多选题`. */
const heading = /^\s*[一二三四五六七八九十]+\s*[、.．]\s*(单选|单项选择|多选|多项选择|判断|填空|简答|作品)/;
const marksInTitle = /[(（]\s*(\d+(?:\.\d{1,2})?)\s*分\s*[)）]/;

const typeOfHeading: Readonly<Record<string, QuestionType>> = {
  单选: 1,
  单项选择: 1,
  多选: 2,
  多项选择: 2,
  判断: 3,
  填空: 4,
  简答: 5,
  作品: 6,
};

const difficulties: Readonly<Record<string, 1 | 2 | 3>> = { 易: 1, 中: 2, 难: 3 };

interface Draft {
  readonly no: string;
  readonly line: number;
  readonly type: QuestionType | undefined;
  readonly title: string[];
  readonly options: Map<string, string>;
  answer: string | undefined;
  analysis: string[] | undefined;
  score: string | null;
  difficulty: 1 | 2 | 3 | null;
  last: 'title' | 'options' | 'answer' | 'analysis';
}

/** The options on a line: several may share one. */
function optionsOf(line: string): [string, string][] {
  const found = [...line.matchAll(lettered)];
  if (found.length === 0 || line.slice(0, found[0]?.index).trim() !== '') return [];
  return found.map((one, at) => [
    (one[1] ?? '').normalize('NFKC'),
    line.slice(one.index + one[0].length, found[at + 1]?.index).trim(),
  ]);
}

function take(draft: Draft, line: string): void {
  const score = scoreLine.exec(line);
  if (score?.[1]) {
    draft.score = score[1];
    return;
  }
  const hard = hardness.exec(line);
  if (hard?.[1]) {
    draft.difficulty = difficulties[hard[1]] ?? null;
    return;
  }
  const analysis = analysisLine.exec(line);
  if (analysis) {
    draft.analysis = [analysis[1] ?? ''];
    draft.last = 'analysis';
    return;
  }
  const answer = answerLine.exec(line);
  if (answer) {
    draft.answer = answer[1]?.trim() ?? '';
    draft.last = 'answer';
    return;
  }
  const options = draft.last === 'analysis' ? [] : optionsOf(line);
  if (options.length > 0) {
    for (const [letter, text] of options) draft.options.set(letter, text);
    draft.last = 'options';
    return;
  }
  if (draft.last === 'analysis') draft.analysis?.push(line);
  else if (draft.last === 'answer') draft.answer = `${draft.answer}\n${line}`.trim();
  else if (draft.last === 'options') {
    const last = [...draft.options].at(-1);
    if (last) draft.options.set(last[0], `${last[1]}${line.trim()}`);
  } else draft.title.push(line);
}

/** The type of a question that no heading names, by its options and its answer. */
function typeOf({ type, options, answer, title }: Draft): QuestionType {
  if (type !== undefined) return type;
  const said = answer ?? '';
  if (options.size > 0) return canonicalAnswer(2, said).length > 1 ? 2 : 1;
  if (['T', 'F'].includes(canonicalAnswer(3, said)) && said !== '') return 3;
  return /_{2,}|（\s*）|\(\s*\)/.test(title.join('')) ? 4 : 5;
}

function completed(draft: Draft): TextQuestion {
  const questionType = typeOf(draft);
  const whole = draft.title.join('\n').trim();
  const score = draft.score ?? marksInTitle.exec(whole)?.[1] ?? null;
  const options = Object.fromEntries(
    optionLetters.map(letter => [`option${letter}`, draft.options.get(letter) ?? null]),
  );
  const said = draft.answer ?? '';
  const free = questionType > 4;
  const analysis = [free ? said : '', draft.analysis?.join('\n') ?? ''].filter(Boolean).join('\n').trim();
  const question = {
    no: draft.no,
    line: draft.line,
    questionType,
    title: whole.replace(marksInTitle, '').trim(),
    ...options,
    answer: free ? null : canonicalAnswer(questionType, said),
    analysis: analysis === '' ? null : analysis,
    score,
    difficulty: draft.difficulty,
  };
  if (question.title === '') return { ...question, problem: { zh: '没有题干', en: 'has no text' } };
  const problem = answerProblem(question);
  return problem ? { ...question, problem } : question;
}

/**
 * Reads numbered questions from a plain text, as they are copied from a document: number and stem, options `A.` to
 * `F.`, and lines that begin with 答案, 解析, 分值 or 难度. Headings such as `二、多选题` name the type of what follows;
 * without one, options and answer tell it. Text before the first number is left out.
 */
export function readQuestions(text: string): TextQuestion[] {
  const drafts: Draft[] = [];
  let type: QuestionType | undefined;
  for (const [at, line] of text.replaceAll('\r\n', '\n').split('\n').entries()) {
    const part = heading.exec(line);
    if (part?.[1]) {
      type = typeOfHeading[part[1]];
      continue;
    }
    const start = numbered.exec(line);
    if (start) {
      const rest = line.slice(start[0].length);
      drafts.push({
        no: start[1] ?? start[2] ?? start[3] ?? '',
        line: at,
        type,
        title: [],
        options: new Map(),
        answer: undefined,
        analysis: undefined,
        score: null,
        difficulty: null,
        last: 'title',
      });
      const draft = drafts.at(-1);
      if (draft && rest.trim() !== '') draft.title.push(rest);
      continue;
    }
    const draft = drafts.at(-1);
    if (draft && line.trim() !== '') take(draft, line);
  }
  return drafts.map(completed);
}
