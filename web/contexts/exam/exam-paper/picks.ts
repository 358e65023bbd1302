import type { QuestionBank } from '@yikao/model/contexts/exam/exam.calls.ts';
import { sum, times } from '@yikao/model/rules/money.ts';

/** Numbers of questions to draw, by type and difficulty; difficulty 0 is any. */
export type Wanted = Readonly<Record<string, number>>;

/** A cell of the table of numbers. */
export function cellOf(questionType: number, difficulty: number): string {
  return `${questionType}-${difficulty}`;
}

/** Questions that the bank has for a cell. */
export function available(bank: QuestionBank, questionType: number, difficulty: number): number {
  return bank.groups
    .filter(one => one.questionType === questionType && (difficulty === 0 || one.difficulty === difficulty))
    .reduce((all, { num }) => all + num, 0);
}

/** A rule of drawing as the call takes it. */
export interface Pick {
  readonly questionType: number;
  readonly difficulty: number | null;
  readonly num: number;
}

/** The rules of drawing of these numbers. */
export function picksOf(wanted: Wanted): Pick[] {
  return Object.entries(wanted).flatMap(([cell, num]) => {
    const [questionType = 0, difficulty = 0] = cell.split('-').map(Number);
    return num > 0 ? [{ questionType, difficulty: difficulty === 0 ? null : difficulty, num }] : [];
  });
}

/** Types of which more are wanted than the bank has, those of any difficulty included. */
export function shortTypes(bank: QuestionBank, wanted: Wanted): number[] {
  const picks = picksOf(wanted);
  return [...new Set(picks.map(({ questionType }) => questionType))].filter(type => {
    const of = picks.filter(({ questionType }) => questionType === type);
    return (
      of.some(({ difficulty, num }) => num > available(bank, type, difficulty ?? 0)) ||
      of.reduce((all, { num }) => all + num, 0) > available(bank, type, 0)
    );
  });
}

/** The fewest and the most marks that a paper with these numbers can have. */
export function marksOf(
  bank: QuestionBank,
  wanted: Wanted,
): { readonly least: string; readonly most: string } {
  const ends = picksOf(wanted).map(({ questionType, difficulty, num }) => {
    const groups = bank.groups.filter(
      one => one.questionType === questionType && (difficulty === null || one.difficulty === difficulty),
    );
    const marks = groups.flatMap(({ least, most }) => [Number(least), Number(most)]);
    return marks.length === 0
      ? { least: '0', most: '0' }
      : {
          least: times(String(Math.min(...marks)), num),
          most: times(String(Math.max(...marks)), num),
        };
  });
  return { least: sum(ends.map(({ least }) => least)), most: sum(ends.map(({ most }) => most)) };
}
