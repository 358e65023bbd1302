import { z } from 'zod';
import { mockScore } from '../datasets/mock/mock-score.ts';
import { label } from '../kernel/label.ts';
import { call } from './call.ts';

const id = z.coerce.number().int().positive();
const amount = z.string();

/** Query of the analysis: of one pupil, or of an agency with the category that is looked at. */
const analysisQuery = z
  .object({
    examId: id,
    studentId: id.optional(),
    agentId: id.optional(),
    jointCategoryId: id.optional(),
  })
  .refine(({ studentId, agentId }) => (studentId === undefined) !== (agentId === undefined), {
    path: ['studentId'],
  });

/** One session: of everybody whose mark counts, and of the pupil or the agency that is looked at. */
const analysedSession = z.object({
  infoId: z.int(),
  subjectName: z.string(),
  full: amount,
  avg: amount.nullable(),
  max: amount.nullable(),
  /** The pupil's mark, or the average of the agency's; null where none counts. */
  own: amount.nullable(),
  absent: z.boolean(),
  cheated: z.boolean(),
});

/** An analysis of marks (domain section 5, `/scoreAnalyse`); amounts are text with two places, rates percent. */
const scoreAnalysis = z.object({
  examName: z.string(),
  dataYear: z.int(),
  published: z.boolean(),
  categoryName: z.string(),
  categories: z.array(z.object({ jointCategoryId: z.int(), categoryName: z.string() })),
  /** All whose marks count, in this category. */
  all: z.object({
    full: amount,
    count: z.int(),
    avg: amount.nullable(),
    max: amount.nullable(),
    passRate: amount.nullable(),
    excellentRate: amount.nullable(),
    segments: z.array(z.object({ label: z.string(), count: z.int(), totalNum: z.int() })),
  }),
  sessions: z.array(analysedSession),
  pupil: z
    .object({
      studentId: z.int(),
      studentName: z.string(),
      ticketNo: z.string().nullable(),
      agentName: z.string().nullable(),
      total: amount,
      /** Null where the total does not count. */
      rankNo: z.int().nullable(),
      agentRank: z.int().nullable(),
      agentCount: z.int(),
      /** Label of the band that the total lies in. */
      segment: z.string().nullable(),
      /** Scores that such a place had in the last real exam of the province; null where no table is there. */
      joint: z.object({ dataYear: z.int(), low: amount, high: amount }).nullable(),
    })
    .nullable(),
  agency: z
    .object({
      agentId: z.int(),
      agentName: z.string(),
      count: z.int(),
      avg: amount.nullable(),
      max: amount.nullable(),
      passRate: amount.nullable(),
      excellentRate: amount.nullable(),
      rank: z.int().nullable(),
      agencies: z.int(),
      pupils: z.array(
        z.object({
          studentId: z.int(),
          studentName: z.string(),
          ticketNo: z.string().nullable(),
          total: amount,
          rankNo: z.int().nullable(),
          agentRank: z.int().nullable(),
        }),
      ),
    })
    .nullable(),
});

/** The call behind the score analysis of mock exams. */
export const mockAnalysisCalls = {
  analyse: call('GET /api/mock/app/score_analyse', {
    of: mockScore,
    label: label('成绩分析', 'Score analysis'),
    may: 'mock:student:list',
    query: analysisQuery,
    data: scoreAnalysis,
    fails: ['notFound', 'unmetNeeds'],
  }),
};

/** Whose marks are to be analysed. */
export type AnalysisAsk = z.output<typeof analysisQuery>;

/** An analysis of marks. */
export type ScoreAnalysis = z.infer<typeof scoreAnalysis>;
