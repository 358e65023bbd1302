import { z } from 'zod';
import { call } from '../../../calls/call.ts';
import { label } from '../../../kernel/label.ts';
import { mockExam } from '../mock-exam.ts';

/** One area of an exam: its capacity, and the progress of its candidates within the caller's reach. */
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
  /** Status of the current arrangement; null if there is none. */
  arrangeStatus: z.int().nullable(),
});

/** Progress of an exam, and the requirements of its next step (domain 3.7). */
const examProgress = z.object({
  examId: z.int(),
  examStatus: z.int(),
  regCode: z.string().nullable(),
  /** Numbers contain the seat, so they are assigned after the arrangement. */
  seatPattern: z.boolean(),
  /** Times at which the exam moves on by itself, or may: `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai. */
  regEndTime: z.string(),
  examEndTime: z.string(),
  ticketTime: z.string().nullable(),
  sessions: z.int(),
  areas: z.array(areaProgress),
  /** Missing marks; null before the exam is over, and for agencies. */
  missingMarks: z.int().nullable(),
});

/** Progress of an exam. */
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
