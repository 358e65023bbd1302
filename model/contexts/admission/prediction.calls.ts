import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { jobCall } from '../../jobs/job-call.ts';
import { label } from '../../kernel/label.ts';
import { formulaLimits } from '../../rules/formula/fault.ts';
import { formulaLetters } from '../../rules/formula/variables.ts';
import { gateNames } from '../../rules/probability.ts';
import { admission } from './admission.ts';
import { algorithm } from './algorithm.ts';
import { formula } from './formula.ts';
import { backTest, predictRanks } from './prediction.jobs.ts';
import { fallBacks } from './rules/chance.ts';
import { chanceReasons } from './rules/requirement-gates.ts';
import { segment } from './segment.ts';

const whole = z.coerce.number<number | string>().int();
const year = whole.min(1900).max(2999);

/** A score from outside, as exact text: at most six digits before the point and four behind it. */
const scoreText = z
  .union([z.number(), z.string()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,6}(\.\d{1,4})?$/));
const score = scoreText.nullable().optional();
const rank = whole.min(1).max(100_000_000);

/** Identifies a segment table: year, province, kind of score, category, and arts or science. */
const tableAsked = {
  dataYear: year,
  provinceId: whole.min(1),
  scoreType: whole.min(1).max(3),
  jointCategoryId: whole.min(0).default(0),
  aos: whole.min(1).max(5).default(3),
};

/** The table that answered: that of the category, or that of all; of the arts or science, or undivided. */
const tableFound = z.object({ jointCategoryId: z.int(), aos: z.int() }).nullable();

/** The rank of a score, or the score of a rank; optionally converted to another year. */
const converted = z.object({
  table: tableFound,
  /** The table of the year, or that of the other year, does not add up and was not used (0.7, 29). */
  broken: z.boolean(),
  score: z.number().nullable(),
  rank: z.int().nullable(),
  /** The total number of people in the table. */
  lastTotal: z.int().nullable(),
  equivalent: z
    .object({
      dataYear: z.int(),
      /** The table of that year that answered. */
      table: tableFound,
      rank: z.int().nullable(),
      score: z.number().nullable(),
      /** The figure used to compare the years; null if they share none. */
      basis: z.enum(['jointPassNum', 'lastTotal', 'artExamNum']).nullable(),
      /** `category` if the figures of both years are the category's, `all` if they cover all categories. */
      of: z.enum(['category', 'all']).nullable(),
      /** The years have no like totals: the rank is that of the first year as it was (0.7, 18). */
      unscaled: z.boolean(),
      /** The tables of the two years count different people, so that the score is a hint at most. */
      unlike: z.boolean(),
      from: z.int().nullable(),
      to: z.int().nullable(),
    })
    .nullable(),
});

/** See `GET /api/data/wish/segment/rank`. */
export type Converted = z.infer<typeof converted>;

const reliability = z.object({
  from: z.number(),
  to: z.number(),
  candidates: z.int(),
  admitted: z.int(),
  told: z.number().nullable(),
  came: z.number().nullable(),
});

/** Accuracy of one method for one year of a province. */
const tested = z.object({
  dataYear: z.int(),
  provinceId: z.int(),
  method: z.int(),
  cases: z.int(),
  candidates: z.int(),
  brier: z.number().nullable(),
  gap: z.number().nullable(),
  rows: z.array(reliability),
  createTime: z.string(),
});

/** See `GET /api/data/wish/algorithm/back/test/list`. */
export type TestedMethod = z.infer<typeof tested>;

/** The spread of a programme's lines over the years, as published; see `LineSpread`. */
export const lineSpread = z.object({
  years: z.int(),
  min: z.number(),
  max: z.number(),
  /** The chance at the hardest and the easiest line; null where no percentage is shown. */
  low: z.number().nullable(),
  high: z.number().nullable(),
});

/** A candidate's probability for a programme, and its derivation (domain 4.8). */
const chance = z.object({
  /** Null if no probability can be given; see `reason`. */
  probability: z.number().nullable(),
  level: z.enum(['难', '冲', '稳', '保']).nullable(),
  /** See `chanceReasons`. */
  reason: z.enum(chanceReasons).nullable(),
  missed: z.array(z.enum(gateNames)),
  spread: lineSpread.nullable(),
  own: z.number().nullable(),
  line: z.number().nullable(),
  lineSource: z.enum(['archive', 'predicted', 'admitted', 'equivalent']).nullable(),
  /** The line is a predicted one, and the data that it was predicted from has changed since. */
  lineOutdated: z.boolean(),
  method: z.int(),
  /**
   * True if the method was tried on a year of the province that is over; without, the band is shown and not the figure.
   */
  tested: z.boolean(),
  compositeScore: z.number().nullable(),
  /**
   * The composite score comes from the built-in default formula and must be marked as such wherever it is shown
   * (amendment 4).
   */
  provisional: z.boolean(),
  rank: z.int().nullable(),
  /** The score lies below the table: the true rank is {@link rank} or a worse one. */
  rankPast: z.boolean(),
  /** The score was used although the algorithm goes by rank, for want of a rank of the candidate or of the programme. */
  fellBack: z.enum(fallBacks).nullable(),
  /** The year of the segment table that gave the rank. */
  rankYear: z.int().nullable(),
  /** The rank is an earlier year's, unconverted for lack of comparable totals (0.7, 18). */
  rankUnscaled: z.boolean(),
  /** The probability uses a rank or line that could not be converted to its year (0.7, 18). */
  unscaled: z.boolean(),
  /** Minimum scores and lines that could not be checked because the candidate's score is unknown. */
  unchecked: z.array(z.enum(gateNames)),
  formulaSource: z.enum(['row', 'school', 'line', 'province', 'config', 'default']),
  algorithmSource: z.enum(['row', 'school', 'line', 'province', 'config', 'default']),
});

/** See `POST /api/data/wish/admission/probability`. */
export type Chance = z.infer<typeof chance>;

/** Scores of a candidate (domain 4.7: R, U, T, P, M, E, C), and the rank if known. */
export const candidateBody = {
  cultureScore: score,
  profScore: score,
  schoolScore: score,
  schoolFull: score,
  schoolPass: score,
  englishScore: score,
  chineseScore: score,
  rank: rank.nullable().optional(),
  /** Codes of `subject`. */
  subjects: z.array(whole.min(1).max(7)).max(3).optional(),
};

/** Further calls of segments, formulas, algorithms and predictions (domain D7, D12, D13, D18). */
export const predictionCalls = {
  segmentRank: call(`GET ${segment.path}/rank`, {
    of: segment,
    label: label('分数与位次互换、跨年等位', 'Rank of a score, score of a rank, and of another year'),
    may: 'wish:segment:list',
    query: z
      .object({
        ...tableAsked,
        score: scoreText.optional(),
        rank: rank.optional(),
        /** The year to convert to. */
        toYear: year.optional(),
      })
      .refine(({ score: one, rank: other }) => (one === undefined) !== (other === undefined), {
        path: ['score'],
      }),
    data: converted,
  }),
  segmentChart: call(`GET ${segment.path}/chart`, {
    of: segment,
    label: label('一分一段曲线', 'Curve of a table of segments'),
    may: 'wish:segment:list',
    query: z.object(tableAsked),
    data: z.object({
      table: tableFound,
      points: z.array(z.object({ score: z.number(), sameNum: z.int(), totalNum: z.int() })),
    }),
  }),
  formulaTest: call(`POST ${formula.path}/test`, {
    of: formula,
    label: label('试算公式', 'Try a formula'),
    may: 'wish:formula:list',
    reads: true,
    body: z.object({
      expression: z.string().max(formulaLimits.length * 4),
      vars: z.partialRecord(z.enum(formulaLetters as readonly [string, ...string[]]), score).default({}),
      decimals: whole.min(0).max(formulaLimits.decimals).default(2),
      roundMode: whole.min(1).max(2).default(1),
    }),
    /** Null if a required variable was not given. */
    data: z.object({ value: z.number().nullable() }),
  }),
  algorithmTest: call(`POST ${algorithm.path}/test`, {
    of: algorithm,
    label: label('试算概率', 'Try an algorithm'),
    may: 'wish:algorithm:list',
    reads: true,
    body: z.object({
      algorithmId: whole.min(1),
      /** Score or rank of the candidate and of the programme, as the algorithm's method requires. */
      v: scoreText,
      a: scoreText,
      competitionDegree: z.number().min(-1).max(1).default(0),
      bigSmall: whole.min(0).max(2).default(0),
    }),
    data: z.object({
      probability: z.number().nullable(),
      level: z.enum(['难', '冲', '稳', '保']).nullable(),
    }),
    fails: ['notFound'],
  }),
  backTests: call(`GET ${algorithm.path}/back/test/list`, {
    of: algorithm,
    label: label('回测结果', 'Results of back-tests'),
    may: 'wish:algorithm:list',
    query: z.object({ provinceId: whole.min(1) }),
    data: z.array(tested),
  }),
  startBackTest: jobCall(`POST ${algorithm.path}/back/test`, backTest),
  probability: call(`POST ${admission.path}/probability`, {
    of: admission,
    label: label('概率预览', 'Probability of an admission'),
    may: 'wish:admission:list',
    reads: true,
    body: z.object({ dataId: whole.min(1), ...candidateBody }),
    data: chance,
    fails: ['notFound'],
  }),
  predictionState: call('GET /api/data/wish/predict/rank/state', {
    of: admission,
    label: label('预测位次所用的数据', 'Data of the predicted ranks'),
    may: 'wish:admission:list',
    query: z.object({ provinceId: whole.min(1), dataYear: year }),
    data: z.object({
      /** Start of the last run over the whole province; null if there was none. */
      madeTime: z.string().nullable(),
      /** The data has changed since, or the run was undone. */
      outdated: z.boolean(),
    }),
  }),
  predictRanks: jobCall('POST /api/data/wish/predict/rank/generate', predictRanks),
} as const;
