import { z } from 'zod';
import { mockScore } from '../datasets/mock/mock-score.ts';
import { label } from '../kernel/label.ts';
import { call } from './call.ts';

const id = z.coerce.number().int().positive();

/** The entry of one of two people. */
const entered = z.object({
  score: z.string().nullable(),
  absentFlag: z.int(),
  cheatFlag: z.int(),
  version: z.int(),
  userName: z.string().nullable(),
});

/** How far the second entry of an exam is. */
const comparison = z.object({
  /** 0: the exam asks for one entry alone, and the rest is empty. */
  doubleEntry: z.int(),
  /** Marks that a second person has still to enter. */
  missing: z.int(),
  /** Marks that differ; null for whoever does not settle them, who could guess the first entry by it. */
  different: z.int().nullable(),
  /** The first of those that differ, without those that the person entered a second time: somebody else settles them. */
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

/** Body of `PUT /api/mock/app/score/difference`: which of the two holds, as they were read. */
const settleBody = z.object({
  examId: id,
  studentId: id,
  infoId: id,
  take: z.coerce.number<number | string>().int().min(1).max(2),
  firstVersion: z.int().positive(),
  secondVersion: z.int().positive(),
});

/** Calls of the double entry of marks, in exams that ask for it (domain H14). */
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

/** How far the second entry of an exam is. */
export type EntryComparison = z.infer<typeof comparison>;

/** A difference that is to be settled. */
export type SettleAsk = z.output<typeof settleBody>;
