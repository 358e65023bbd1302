import { optionLetters } from '../../question-answer.ts';
import type { Paper, PaperQuestion } from '../paper.types.ts';
import { rowProblems } from '../row-problems.ts';
import type { Truth } from './truth.ts';

/** A question as it was read, in the form of {@link Truth}. */
export function saidBy({ row }: PaperQuestion): Truth {
  const options = optionLetters.flatMap(letter => row[`option${letter}`] ?? []);
  return sameForm({
    type: row.questionType,
    title: row.title,
    ...(options.length > 0 && { options }),
    ...(row.answer !== null && { answer: row.answer }),
    ...(row.score !== null && { score: row.score }),
    ...(row.analysis !== null && { analysis: row.analysis }),
    ...(row.difficulty !== null && { difficulty: row.difficulty }),
  });
}

/** The same values in one order. */
export function sameForm({ type, title, options, answer, score, analysis, difficulty }: Truth): Truth {
  return {
    ...{ type, title, ...(options && { options }), ...(answer !== undefined && { answer }) },
    ...(score !== undefined && { score }),
    ...(analysis !== undefined && { analysis }),
    ...(difficulty !== undefined && { difficulty }),
  };
}

/** Nothing of a paper can be stored before a person has decided or corrected. */
export function isStopped({ lines, questions, problems }: Paper): boolean {
  return (
    problems.length > 0 ||
    questions.length === 0 ||
    lines.some(({ role }) => role === 'unknown') ||
    questions.some(({ row }) => rowProblems(row).length > 0)
  );
}
