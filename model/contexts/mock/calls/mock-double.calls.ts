import { z } from 'zod';
import { call } from '../../../calls/call.ts';
import { label } from '../../../kernel/label.ts';
import { mockScore } from '../mock-score.ts';

const id = z.coerce.number().int().positive();

/** The entry by one of two people. */
const entered = z.object({
  score: z.string().nullable(),
  absentFlag: z.int(),
  cheatFlag: z.int(),
  version: z.int(),
  userName: z.string().nullable(),
});

/** Progress of an exam's second entry. */
const comparison = z.object({
  /** 0: the exam has single entry, and the rest is empty. */
  doubleEntry: z.int(),
  /** Marks that a second person has still to enter. */
  missing: z.int(),
  /** Differing marks; null for people who do not resolve them, since they could guess the first entry from it. */
  different: z.int().nullable(),
  /** The first differing marks, without those the person entered: somebody else resolves them. */
  list: z.array(
    z.object({
      studentId: z.int(),
      studentName: z.string(),
      ticketNo: z.string().nullable(),
      infoId: z.int(),
      subjectName: z.string(),
      first: entered,
      second: entered,
    }),
  ),
});

/** Body of `PUT /api/mock/app/score/difference`: the entry to keep, with both as they were read. */
const settleBody = z.object({
  examId: id,
  studentId: id,
  infoId: id,
  take: z.coerce.number<number | string>().int().min(1).max(2),
  firstVersion: z.int().positive(),
  secondVersion: z.int().positive(),
});

/** Calls of double entry, for exams that require it (domain H14). */
export const mockDoubleCalls = {
  differences: call(`GET ${mockScore.path}/difference`, {
    of: mockScore,
    label: label('双人录分核对', 'Differences of double entry'),
    may: 'mock:score:update',
    query: z.object({ examId: id }),
    data: comparison,
    fails: ['notFound'],
  }),
  settle: call(`PUT ${mockScore.path}/difference`, {
    of: mockScore,
    label: label('确定有差异的成绩', 'Settle a difference of double entry'),
    may: 'mock:score:publish',
    body: settleBody,
    data: z.object({ missing: z.int(), different: z.int() }),
    audit: 'update',
    fails: ['notFound', 'notAllowedNow', 'staleVersion', 'unmetNeeds'],
  }),
} as const;

/** Progress of an exam's second entry. */
export type EntryComparison = z.infer<typeof comparison>;

/** A difference to resolve. */
export type SettleAsk = z.output<typeof settleBody>;
