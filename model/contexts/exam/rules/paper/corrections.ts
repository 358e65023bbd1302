import { questionType as questionTypes } from '../../exam.codes.ts';
import { canonicalAnswer, isMarkedByRule, optionLetters } from '../question-answer.ts';
import type { LineDecision, Paper, PaperQuestion, PaperRow } from './paper.types.ts';
import { readPaper } from './read-paper.ts';

/**
 * A person's work on one question: values put right, its reasons for a check settled, or the whole left out. Kept by the
 * lines of the question, so that it ends where their text changes.
 */
export interface Correction {
  readonly row?: PaperRow;
  readonly checked?: true;
  readonly leftOut?: true;
}

/** Decisions and corrections of a paper, each by the text that it was made for. */
export interface PaperWork {
  readonly decisions: ReadonlyMap<string, LineDecision>;
  readonly corrections: ReadonlyMap<string, Correction>;
}

/** A paper that nobody has worked on. */
export const noWork: PaperWork = { decisions: new Map(), corrections: new Map() };

/** Names of lines that last while others change: the text, and how often it came before. */
export function lineKeys(text: string): readonly string[] {
  const seen = new Map<string, number>();
  return text.split(/\r\n|[\n\r\u2028\u2029\v\f]/).map(line => {
    const count = seen.get(line) ?? 0;
    seen.set(line, count + 1);
    return `${count}:${line}`;
  });
}

/** A question of the preview: as read and as put right. */
export interface WorkedQuestion extends PaperQuestion {
  /** Name for its correction. */
  readonly key: string;
  readonly correction: Correction;
}

/** A paper with the work of a person. */
export interface WorkedPaper extends Pick<Paper, 'lines' | 'problems'> {
  readonly questions: readonly WorkedQuestion[];
}

/** Reads a paper and puts the work of a person onto it. */
export function workedPaper(text: string, { decisions, corrections }: PaperWork): WorkedPaper {
  const keys = lineKeys(text);
  const byLine = new Map<number, LineDecision>();
  for (const [at, key] of keys.entries()) {
    const decision = decisions.get(key);
    if (decision) byLine.set(at, decision);
  }
  const { lines, problems, questions } = readPaper(text, byLine);
  return {
    lines,
    problems,
    questions: questions.map(one => {
      // The values that were read are part of the name: a key from the end of the paper counts, too.
      const key = JSON.stringify([keys.slice(one.from, one.to + 1), one.row]);
      const correction = corrections.get(key) ?? {};
      return {
        ...one,
        key,
        correction,
        row: correction.row ?? one.row,
        checks: correction.checked || correction.row ? [] : one.checks,
      };
    }),
  };
}

/** A row of another type keeps what the type has. */
export function asType(row: PaperRow, questionType: PaperRow['questionType']): PaperRow {
  const isChoice = questionType === questionTypes.is.single || questionType === questionTypes.is.multiple;
  const none = Object.fromEntries(optionLetters.map(letter => [`option${letter}`, null]));
  const answer =
    isMarkedByRule(questionType) && row.answer ? canonicalAnswer(questionType, row.answer) : null;
  return { ...row, ...(!isChoice && none), questionType, answer: answer === '' ? null : answer };
}
