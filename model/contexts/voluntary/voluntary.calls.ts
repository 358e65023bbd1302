import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { pageOf } from '../../calls/envelope.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { gateNames } from '../../rules/probability.ts';
import { lineSpread } from '../admission/prediction.calls.ts';
import { fallBacks } from '../admission/rules/chance.ts';
import { chanceReasons } from '../admission/rules/requirement-gates.ts';
import { probRecord } from './prob-record.ts';
import { readRatio } from './rules/voluntary-list.ts';
import { voluntaryList } from './voluntary-list.ts';

const id = z.coerce.number().int().positive();
const band = z.enum(['难', '冲', '稳', '保']);

/** A programme as people see it that is or may become a choice; figures of the year it is admitted in. */
const programme = z.object({
  admissionId: z.int(),
  schoolId: z.int(),
  schoolName: z.string(),
  schoolNo: z.string().nullable(),
  schoolProvinceName: z.string().nullable(),
  groupNo: z.string().nullable(),
  groupName: z.string().nullable(),
  profName: z.string(),
  profNo: z.string().nullable(),
  planNum: z.int().nullable(),
  /** Yuan a year. */
  tuition: z.number().nullable(),
  subjectRequire: z.string().nullable(),
  /** Score or rank that the probability was calculated from, and its source; null if unknown. */
  line: z.number().nullable(),
  lineSource: z.enum(['archive', 'predicted', 'admitted', 'equivalent']).nullable(),
  byRank: z.boolean(),
  /** The lines of the years, and the chances at them; null if no year has one. */
  spread: lineSpread.nullable(),
  /** Null if it cannot be calculated, and if the method was not tested on a past year (0.7, 6). */
  probability: z.number().nullable(),
  level: band.nullable(),
  /** See `chanceReasons`. */
  reason: z.enum(chanceReasons).nullable(),
  /** The score was used although the algorithm goes by rank, for want of a rank of the candidate or of the programme. */
  fellBack: z.enum(fallBacks).nullable(),
  /** The composite score uses a formula that nobody has confirmed (0.7, 4). */
  provisional: z.boolean(),
  /** The probability uses a rank or line that could not be converted to its year (0.7, 18). */
  unscaled: z.boolean(),
  /** Minimum scores and lines that could not be checked because the candidate's score is unknown. */
  unchecked: z.array(z.enum(gateNames)),
});

/** A programme with the candidate's probability of admission. */
export type ListProgramme = z.infer<typeof programme>;

/** A choice at its place in a list. `gone`: the programme no longer exists, and its last known facts are shown. */
const choice = programme.extend({
  /** Majors of the choice in order, including the programme's own. */
  profNames: z.array(z.string()),
  adjustFlag: z.boolean(),
  gone: z.boolean(),
  /** The chance by the current data, where a list that is no draft keeps another one; else null. */
  now: programme.pick({ probability: true, level: true, reason: true }).nullable(),
});

/** A choice with the facts about its programme. */
export type ListChoice = z.infer<typeof choice>;

/** The rules that a list is filled in by, and the candidate's scores. */
const rules = z.object({
  /** Number of choices the batch allows; null if not set. */
  quota: z.int().nullable(),
  /** Majors that a choice names at most. */
  majors: z.int(),
  /** 1 parallel, 2 sequential. */
  archiveRule: z.int(),
  /** True if a choice states whether another major of the school is acceptable. */
  adjustable: z.boolean(),
  fillStartTime: z.string().nullable(),
  fillEndTime: z.string().nullable(),
  /** Shares of 冲, 稳 and 保, `3,4,3`. */
  ratio: z.string(),
  compositeScore: z.number().nullable(),
  compositeRank: z.int().nullable(),
  /** The score lies below the table: the true rank is {@link compositeRank} or a worse one. */
  rankPast: z.boolean(),
  /** The score table does not add up, and no rank was read of it. */
  tableBroken: z.boolean(),
  /** The composite score uses a formula that nobody has confirmed. */
  provisional: z.boolean(),
  /** The rank is that of an earlier year as it was there (0.7, 18). */
  rankUnscaled: z.boolean(),
  /** The candidate's re-selected subjects, codes of `subject`; null if unknown. */
  subjects: z.array(z.int()).nullable(),
});

/** See {@link ListSheet}. */
export type ListRulesTold = z.infer<typeof rules>;

/** Scores and ranks that a list copies from its candidate. */
export const profileFields = ['cultureScore', 'profScore', 'cultureRank', 'profRank'] as const;

const sheet = z.object({
  version: z.int(),
  listStatus: z.int(),
  rules,
  items: z.array(choice),
  /** Scores and ranks that differ from those of the current profile; chances use the ones of the list. */
  profile: z.array(
    z.object({ field: z.enum(profileFields), list: z.number().nullable(), candidate: z.number() }),
  ),
});

/** Data of `GET /api/data/wish/voluntaryList/sheet`. */
export type ListSheet = z.infer<typeof sheet>;

/** A submitted choice: its programme, and the person's decisions about it. */
const chosen = z.object({
  admissionId: id,
  /** Majors of the same school and group, in order. Defaults to the programme's own. */
  profNames: z.array(z.string().max(limits.address)).max(99).optional(),
  adjustFlag: z.boolean().default(false),
});

/** A choice as sent. */
export type ChoiceAsked = z.output<typeof chosen>;

const { path } = voluntaryList;

/** Further calls of voluntary lists (domain D16, D17, 4.8). */
export const voluntaryCalls = {
  sheet: call(`GET ${path}/sheet`, {
    of: voluntaryList,
    label: label('志愿表明细与填报规则', 'Choices of a list and the rules it is filled in by'),
    may: 'wish:voluntarylist:list',
    query: z.object({ listId: id }),
    data: sheet,
    fails: ['notFound'],
  }),
  candidates: call(`GET ${path}/candidates`, {
    of: voluntaryList,
    label: label('可填报的招生专业及概率', 'Programmes that may be chosen, with their chances'),
    may: 'wish:voluntarylist:list',
    query: z.object({
      listId: id,
      /** Part of the name of a school, a programme or a group, or a code. */
      keywords: z.string().trim().max(limits.name).default(''),
      schoolId: id.optional(),
      schoolProvinceId: id.optional(),
      schoolLevel: id.max(99).optional(),
      level: band.optional(),
      /** 1 also for programmes that require subjects the candidate has not. */
      unfit: z.coerce.number().int().min(0).max(1).default(0),
    }),
    pageSize: 50,
    data: pageOf(programme).extend({
      /** Among the programmes matching the other filters: the numbers in each band, and of unknown probability. */
      bands: z.object({ 难: z.int(), 冲: z.int(), 稳: z.int(), 保: z.int(), unknown: z.int() }),
      /** Programmes left out because the candidate's subjects do not fit. */
      unfit: z.int(),
    }),
    fails: ['notFound'],
  }),
  generate: call(`POST ${path}/generate`, {
    once: true,
    of: voluntaryList,
    label: label('生成志愿表(不保存)', 'Make a list out of all programmes; nothing is saved'),
    may: 'wish:voluntarylist:update',
    body: z.object({
      listId: id,
      /** Shares of 冲, 稳 and 保. Defaults to the system parameters. */
      ratio: z
        .string()
        .refine(text => readRatio(text) !== null)
        .optional(),
    }),
    data: z.object({ items: z.array(choice) }),
    fails: ['notFound', 'notAllowedNow', 'unmetNeeds'],
  }),
  save: call(`PUT ${path}/items`, {
    of: voluntaryList,
    label: label('保存志愿明细', 'Save the choices of a list'),
    may: 'wish:voluntarylist:update',
    body: z.object({
      listId: id,
      version: z.coerce.number().int(),
      items: z.array(chosen).max(limits.listChoices),
    }),
    // Choices may come back as the sheet gave them; the answer has them as they are kept.
    tolerant: true,
    names: { items: label('志愿明细', 'Choices') },
    data: sheet,
    message: 'modified',
    audit: 'update',
    fails: ['notFound', 'staleVersion', 'notAllowedNow'],
  }),
  query: call(`POST ${probRecord.path}/query`, {
    of: probRecord,
    label: label('为考生查询概率(计次)', "Tell a candidate's chances, counted and recorded"),
    may: 'wish:probrecord:query',
    body: z.object({ userId: id, admissionIds: z.array(id).min(1).max(20) }),
    names: { admissionIds: label('招生专业', 'Programmes') },
    data: z.array(programme),
    fails: ['notFound', 'unmetNeeds'],
  }),
};
