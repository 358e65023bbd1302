import type { Label } from '../../../../kernel/label.ts';
import type { QuestionType } from '../../exam.codes.ts';
import type { optionLetters } from '../question-answer.ts';

/** The part of a paper that a line belongs to. A line of the role `unknown` fits nothing and belongs to nothing. */
export type LineRole =
  | 'blank'
  | 'heading'
  | 'stem'
  | 'option'
  | 'key'
  | 'explanation'
  | 'points'
  | 'leftOut'
  | 'unknown';

/** A line of the text, with the role that it was given. */
export interface PaperLine {
  /** Place in the text, from 0. */
  readonly at: number;
  readonly text: string;
  readonly role: LineRole;
  /** Place of its question among the questions; of an unknown line that of the question above it. */
  readonly question: number | undefined;
  /** Why a line is unknown. */
  readonly reason?: Label;
}

/**
 * A person's decision on a line: it belongs to the part above it, begins a question, is a heading, or is left out.
 */
export type LineDecision = 'join' | 'start' | 'heading' | 'leaveOut';

type OptionField = `option${(typeof optionLetters)[number]}`;

/** The values of a question as they are stored. */
export interface PaperRow extends Readonly<Record<OptionField, string | null>> {
  readonly questionType: QuestionType;
  readonly title: string;
  /** Canonical, see `canonicalAnswer`; null for a type that people mark, and where no key was read. */
  readonly answer: string | null;
  readonly analysis: string | null;
  /** Decimal; null where neither question nor heading names marks. */
  readonly score: string | null;
  readonly difficulty: 1 | 2 | 3 | null;
  /** Numbers of the pictures, as their marks in the text name them. */
  readonly pictures: readonly number[];
}

/** A question as it was read. */
export interface PaperQuestion {
  /** Number in the text; empty where a person began a question at a line without one. */
  readonly no: string;
  /** First and last line, from 0. */
  readonly from: number;
  readonly to: number;
  readonly row: PaperRow;
  /** Reasons to compare the question with the text. */
  readonly checks: readonly Label[];
}

/** A paper as it was read. Every line of the text is in `lines`. */
export interface Paper {
  readonly lines: readonly PaperLine[];
  readonly questions: readonly PaperQuestion[];
  /** Contradictions of the whole, such as keys at the end that do not match the questions; nothing is stored with one. */
  readonly problems: readonly Label[];
}
