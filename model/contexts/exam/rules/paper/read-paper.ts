import { questionOf } from './build.ts';
import { flatLines } from './flat-text.ts';
import type { LineDecision, Paper } from './paper.types.ts';
import { readLines } from './reader.ts';

/**
 * Reads the questions of a paper from its text, as teachers of Chinese schools write it: headings, numbers, options, keys
 * below each question, in the stem or in a list at the end, explanations and marks. Each line gets exactly one role. A line
 * that fits nothing is `unknown` and belongs to no question until a person decides (`decisions`, by line from 0).
 */
export function readPaper(text: string, decisions: ReadonlyMap<number, LineDecision> = new Map()): Paper {
  const lines = flatLines(text);
  const { roles, owners, reasons, drafts, problems } = readLines(lines, decisions);
  return {
    lines: lines.map(({ at, text: said }) => {
      const reason = reasons[at];
      return {
        at,
        text: said,
        role: roles[at] ?? 'unknown',
        question: owners[at],
        ...(reason && { reason }),
      };
    }),
    questions: drafts.map(questionOf),
    problems,
  };
}
