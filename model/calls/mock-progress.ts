import { z } from 'zod';
import { mockExam } from '../datasets/mock/mock-exam.ts';
import { label } from '../kernel/label.ts';
import { call } from './call.ts';

/** One area of an exam: what it can take, and how far its candidates are; those within the caller's reach. */
const areaProgress = z.object({
  areaId: z.int(),
  areaNo: z.int(),
  areaName: z.string(),
  /** Candidates that it takes; 0: as many as there are seats. */
  quota: z.int(),
  /** Seats of its rooms that are in use. */
  seats: z.int(),
  registered: z.int(),
  /** Still to pay. */
  pending: z.int(),
  numbered: z.int(),
  seated: z.int(),
  /** Of the arrangement that stands; null: none. */
  arrangeStatus: z.int().nullable(),
});

/** How far an exam is, and what its next step waits for (domain 3.7). */
const examProgress = z.object({
  examId: z.int(),
  examStatus: z.int(),
  regCode: z.string().nullable(),
  /** Numbers tell the seat, so that they come after the arrangement. */
  seatPattern: z.boolean(),
  /** Times at which the exam moves on by itself, or may: `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai. */
  regEndTime: z.string(),
  examEndTime: z.string(),
  ticketTime: z.string().nullable(),
  sessions: z.int(),
  areas: z.array(areaProgress),
  /** Marks that are still to come; null before the exam is over, and for agencies. */
  missingMarks: z.int().nullable(),
});

/** How far an exam is. */
export type ExamProgress = z.infer<typeof examProgress>;

/** The call of an exam's progress (domain section 10, `/mock/exam`). */
export const mockProgressCalls = {
  progress: call(`GET ${mockExam.path}/progress`, {
    of: mockExam,
    label: label('考试进程', 'How far an exam is'),
    may: 'mock:exam:list',
    query: z.object({ examId: z.coerce.number().int().positive() }),
    data: examProgress,
    fails: ['notFound'],
  }),
};
