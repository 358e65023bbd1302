import { z } from 'zod';
import { probRecord } from '../datasets/voluntary/prob-record.ts';
import { voluntaryList } from '../datasets/voluntary/voluntary-list.ts';
import { label } from '../kernel/label.ts';
import { limits } from '../limits.ts';
import { readRatio } from '../rules/voluntary-list.ts';
import { call } from './call.ts';
import { pageOf } from './envelope.ts';

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
  /** Score or rank that the chance was set against, and where it is from; null where nothing is known. */
  line: z.number().nullable(),
  lineSource: z.enum(['archive', 'predicted', 'admitted', 'equivalent']).nullable(),
  byRank: z.boolean(),
  /** Null where nothing can be told, and where the method was not tried on a year that is over (0.7, 6). */
  probability: z.number().nullable(),
  level: band.nullable(),
  /** Why there is no chance: below a line, no score of the kind, or no line. */
  reason: z.enum(['belowLine', 'noScore', 'noLine']).nullable(),
  /** The composite score is by a formula that nobody has confirmed (0.7, 4). */
  provisional: z.boolean(),
});

/** A programme with the candidate's chance of it. */
export type ListProgramme = z.infer<typeof programme>;

/** A choice of a list in its place. `gone`: the programme is no longer there, and its last known facts stand. */
const choice = programme.extend({
  /** Majors of the choice, in their order; the programme's own among them. */
  profNames: z.array(z.string()),
  adjustFlag: z.boolean(),
  gone: z.boolean(),
});

/** A choice with what is known of its programme. */
export type ListChoice = z.infer<typeof choice>;

/** The rules that a list is filled in by, and the candidate's scores. */
const rules = z.object({
  /** Choices that the batch allows; null where nobody has said. */
  quota: z.int().nullable(),
  /** Majors that a choice names at most. */
  majors: z.int(),
  /** 1 parallel, 2 sequential. */
  archiveRule: z.int(),
  /** Whether a choice says if another major of the school would do. */
  adjustable: z.boolean(),
  fillStartTime: z.string().nullable(),
  fillEndTime: z.string().nullable(),
  /** Shares of 冲, 稳 and 保, `3,4,3`. */
  ratio: z.string(),
  compositeScore: z.number().nullable(),
  compositeRank: z.int().nullable(),
  /** The composite score is by a formula that nobody has confirmed. */
  provisional: z.boolean(),
});

/** See {@link ListSheet}. */
export type ListRulesTold = z.infer<typeof rules>;

const sheet = z.object({ version: z.int(), listStatus: z.int(), rules, items: z.array(choice) });

/** Data of `GET /api/data/wish/voluntaryList/sheet`. */
export type ListSheet = z.infer<typeof sheet>;

/** A choice as it is sent: what it is about, and what people decide of it. */
const chosen = z.object({
  admissionId: id,
  /** Majors of the same school and group, in order; left out, the programme's own. */
  profNames: z.array(z.string().max(limits.address)).max(99).optional(),
  adjustFlag: z.boolean().default(false),
});

/** A choice as it is sent. */
export type ChoiceAsked = z.output<typeof chosen>;

const { path } = voluntaryList;

/** Calls of voluntary lists beside those of every dataset and of their steps (domain D16, D17, 4.8). */
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
    }),
    pageSize: 50,
    data: pageOf(programme).extend({
      /** Of all that the other filters leave: how many there are in each band, and of unknown chance. */
      bands: z.object({ 难: z.int(), 冲: z.int(), 稳: z.int(), 保: z.int(), unknown: z.int() }),
    }),
    fails: ['notFound'],
  }),
  generate: call(`POST ${path}/generate`, {
    of: voluntaryList,
    label: label('生成志愿表(不保存)', 'Make a list out of all programmes; nothing is saved'),
    may: 'wish:voluntarylist:update',
    body: z.object({
      listId: id,
      /** Shares of 冲, 稳 and 保; those of the parameters where it is left out. */
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
    data: z.array(programme),
    fails: ['notFound', 'unmetNeeds'],
  }),
};
