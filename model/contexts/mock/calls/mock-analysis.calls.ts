import { z } from 'zod';
import { call } from '../../../calls/call.ts';
import { label } from '../../../kernel/label.ts';
import { mockScore } from '../mock-score.ts';

const id = z.coerce.number().int().positive();
const amount = z.string();

/** Query of the analysis: one pupil, or an agency with a category. */
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

/** One session: figures of everyone whose mark counts, and of the pupil or agency in question. */
const analysedSession = z.object({
  infoId: z.int(),
  subjectName: z.string(),
  full: amount,
  avg: amount.nullable(),
  max: amount.nullable(),
  /** The pupil's mark, or the agency's average; null if none counts. */
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
  /** Everyone in this category whose mark counts. */
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
      /** Null if the total does not count. */
      rankNo: z.int().nullable(),
      agentRank: z.int().nullable(),
      agentCount: z.int(),
      /** Label of the band that the total lies in. */
      segment: z.string().nullable(),
      /** Scores for that rank in the province's last real exam; null without a table. */
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

/** The subject of the analysis. */
export type AnalysisAsk = z.output<typeof analysisQuery>;

/** An analysis of marks. */
export type ScoreAnalysis = z.infer<typeof scoreAnalysis>;
