import { z } from 'zod';
import { call } from '../../../calls/call.ts';
import { label } from '../../../kernel/label.ts';
import { mockScore } from '../mock-score.ts';

const id = z.coerce.number().int().positive();
const flag = z.coerce.number().int().min(0).max(1);
const amount = z.string();

/** Most cells that one call saves: a room of 60 with six sessions. */
export const mostMarks = 400;
/** Most candidates that an entry grid shows at once. */
export const mostPupils = 300;

/** The content of a cell of an entry grid; without a mark or a flag, nothing is entered yet. */
const cell = {
  score: z
    .string()
    .regex(/^\d{1,4}(\.\d{1,2})?$/)
    .nullable(),
  absentFlag: flag,
  cheatFlag: flag,
};

/** First entry, or that of the second person in exams with double entry. */
const pass = z.coerce.number<number | string>().int().min(1).max(2).default(1);

/** Body of `PUT /api/mock/app/score/grid`: `version` is that of the mark as read, null if there was none. */
const marksBody = z.object({
  examId: id,
  pass,
  marks: z
    .array(z.object({ studentId: id, infoId: id, ...cell, version: z.int().positive().nullable() }))
    .min(1)
    .max(mostMarks),
});

/** A stored mark. */
const standingMark = z.object({
  studentId: z.int(),
  infoId: z.int(),
  /** Null: a second entry, which is no mark yet. */
  scoreId: z.int().nullable(),
  score: amount.nullable(),
  absentFlag: z.int(),
  cheatFlag: z.int(),
  version: z.int(),
});

/** An entry grid: pupils, the sessions of their categories, and the stored marks. */
const markGrid = z.object({
  examStatus: z.int(),
  sessions: z.array(
    z.object({ infoId: z.int(), subjectName: z.string(), jointCategoryId: z.int(), fullScore: amount }),
  ),
  pupils: z.array(
    z.object({
      studentId: z.int(),
      studentName: z.string(),
      ticketNo: z.string().nullable(),
      roomNo: z.int().nullable(),
      seatNo: z.int().nullable(),
      jointCategoryId: z.int(),
    }),
  ),
  marks: z.array(standingMark),
  /**
   * Cells that the person cannot fill or see: in an exam with double entry, somebody else has entered them, or the
   * person made the first entry.
   */
  closed: z.array(z.object({ studentId: z.int(), infoId: z.int(), why: z.enum(['entered', 'own']) })),
});

/** Body of `PUT /api/mock/app/publish` (domain H14, section 9). */
const publishBody = z.object({
  examId: id,
  publishFlag: flag,
  /** 1: notifies candidates and agencies by text message. */
  notice: flag.default(0),
});

/** A total and its places; null without a place. */
const placed = z.object({ total: amount, rankNo: z.int().nullable(), agentRank: z.int().nullable() });

/** The changes that publishing marks again would make known. */
const markChanges = z.object({
  /** Candidates whose total or place changes; the list has the first of them. */
  total: z.int(),
  list: z.array(
    z.object({
      studentId: z.int(),
      studentName: z.string(),
      ticketNo: z.string().nullable(),
      /** As published last; null if the candidate had no result then. */
      before: placed.nullable(),
      /** By the present marks; null for a candidate who is no longer registered. */
      after: placed.nullable(),
    }),
  ),
});

/** See {@link markChanges}. */
export type MarkChanges = z.infer<typeof markChanges>;

/** Query of the statistics: of a session, or without one of the totals of a category (domain H15). */
const statQuery = z.object({
  examId: id,
  areaId: id.optional(),
  agentId: id.optional(),
  jointCategoryId: id.optional(),
  infoId: id.optional(),
  gender: id.max(2).optional(),
});

/** Statistics of marks (domain H15, 4.5). */
const scoreStat = z.object({
  jointCategoryId: z.int(),
  full: amount,
  count: z.int(),
  absent: z.int(),
  max: amount.nullable(),
  min: amount.nullable(),
  avg: amount.nullable(),
  median: amount.nullable(),
  stdDev: amount.nullable(),
  passRate: amount.nullable(),
  excellentRate: amount.nullable(),
  segments: z.array(z.object({ label: z.string(), count: z.int(), totalNum: z.int() })),
  agents: z.array(
    z.object({
      agentId: z.int().nullable(),
      agentName: z.string().nullable(),
      count: z.int(),
      avg: amount,
      max: amount,
      passRate: amount,
      rank: z.int().nullable(),
    }),
  ),
});

const named = z.object({ id: z.int(), name: z.string() });

/** The choices that the statistics of an exam can be narrowed to, within the caller's reach. */
const statParts = z.object({
  categories: z.array(named),
  sessions: z.array(named.extend({ jointCategoryId: z.int() })),
  areas: z.array(named),
  agents: z.array(named),
});

/** Further calls of mock exam marks (domain 2.H, `/api/mock/app/`). */
export const mockMarkCalls = {
  markGrid: call(`GET ${mockScore.path}/grid`, {
    of: mockScore,
    label: label('成绩录入表', 'The entry grid of marks'),
    may: 'mock:score:list',
    query: z.object({
      examId: id,
      areaId: id.optional(),
      roomId: id.optional(),
      agentId: id.optional(),
      pass,
    }),
    data: markGrid,
    fails: ['notFound', 'unmetNeeds'],
  }),
  saveMarks: call(`PUT ${mockScore.path}/grid`, {
    of: mockScore,
    label: label('录入成绩', 'Enter marks'),
    may: 'mock:score:update',
    chooses: [{ of: 'mockRoom' }],
    body: marksBody,
    data: z.object({
      saved: z.array(standingMark),
      /** Cells left unchanged: the reason, and the stored content if somebody else was first. */
      refused: z.array(
        z.object({
          studentId: z.int(),
          infoId: z.int(),
          reason: z.string(),
          standing: standingMark.nullable(),
        }),
      ),
    }),
    fails: ['notFound'],
  }),
  publish: call('PUT /api/mock/app/publish', {
    of: mockScore,
    label: label('发布或撤回成绩', 'Publish or withdraw marks'),
    may: 'mock:score:publish',
    body: publishBody,
    data: z.object({ studentNum: z.int(), missing: z.int(), noticeNum: z.int() }),
    audit: 'update',
    fails: ['notFound', 'notAllowedNow', 'unmetNeeds'],
  }),
  changes: call('GET /api/mock/app/publish/changes', {
    of: mockScore,
    label: label('成绩变动：谁的总分或名次会改变', 'Whose total or place changes'),
    may: 'mock:score:publish',
    query: z.object({ examId: id }),
    data: markChanges,
    fails: ['notFound'],
  }),
  scoreStat: call('GET /api/mock/app/score_stat', {
    of: mockScore,
    label: label('成绩统计', 'Statistics of marks'),
    may: 'mock:score:list',
    query: statQuery,
    data: scoreStat,
    fails: ['notFound', 'unmetNeeds'],
  }),
  statParts: call('GET /api/mock/app/score_stat/parts', {
    of: mockScore,
    label: label('成绩统计的筛选项', 'What statistics of marks can be narrowed to'),
    may: 'mock:score:list',
    query: z.object({ examId: id }),
    data: statParts,
    fails: ['notFound', 'unmetNeeds'],
  }),
};

/** Marks to save. */
export type MarksAsk = z.output<typeof marksBody>;

/** A stored mark. */
export type StandingMark = z.infer<typeof standingMark>;

/** An entry grid of marks. */
export type MarkGrid = z.infer<typeof markGrid>;

/** The marks to analyse together. */
export type StatAsk = z.output<typeof statQuery>;

/** Statistics of marks. */
export type ScoreStat = z.infer<typeof scoreStat>;

/** The choices that statistics can be narrowed to. */
export type StatParts = z.infer<typeof statParts>;

/** True if the marks of an exam are to be seen. */
export type PublishAsk = z.output<typeof publishBody>;
