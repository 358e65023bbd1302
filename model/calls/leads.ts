import { z } from 'zod';
import { lead } from '../datasets/crm/lead.ts';
import { leadFollow } from '../datasets/crm/lead-follow.ts';
import { label } from '../kernel/label.ts';
import { limits } from '../limits.ts';
import { stepCode } from '../permissions.ts';
import { assignModes } from '../rules/assign-leads.ts';
import { call } from './call.ts';

const id = z.coerce.number().int().positive();
const ids = z.array(id).min(1).max(limits.idsMax);
const text = (max: number) => z.string().trim().max(max);

/** Leads that were left as they are, each with the reason in the caller's language. */
const refused = z.array(z.object({ id: z.int(), reason: z.string() }));

/** The outcome of leads that were to take a step: how many did, and why the others did not. */
const taken = z.object({ count: z.int(), refused });

/** The outcome of leads that were to take a step. */
export type LeadsTaken = z.infer<typeof taken>;

/** Body of `POST /api/admin/mobile/assign` (domain M1, 4.15). */
const assignBody = z.object({
  leadIds: ids,
  saleUserIds: z.array(id).min(1).max(200),
  mode: z.coerce.number().pipe(z.enum(assignModes)),
});

/** Leads to be shared out. */
export type AssignAsk = z.output<typeof assignBody>;

/**
 * Who got which leads, by the number of the salesperson (domain 9), beside `unassigned`, for which nobody had room, and
 * `refused`: everything that was left, with the reasons.
 */
const assigned = z.looseObject({ unassigned: z.array(z.int()), refused });

/** Who got which leads. */
export type LeadsAssigned = z.infer<typeof assigned>;

/** Body of `PUT /api/admin/mobile/status` (domain M1): the state that the lead is to come to. */
const statusBody = z.object({
  leadId: id,
  leadStatus: z.coerce
    .number()
    .pipe(z.union([z.literal(0), z.literal(2), z.literal(3), z.literal(4), z.literal(5), z.literal(6)])),
  /** Why it is invalid or given up; needed for those two. */
  reason: text(limits.remark).nullish(),
  /** The paid order by which it is won; needed for that. */
  orderNo: text(limits.shortName).nullish(),
});

/** The state that a lead is to come to. */
export type StatusAsk = z.output<typeof statusBody>;

/** Body of `POST /api/admin/mobile/follow` (domain M2). */
const followBody = z.object({
  leadId: id,
  followType: z.coerce.number().int(),
  content: text(500).min(1),
  intent: z.coerce.number().int().nullish(),
  nextFollowTime: z.string().nullish(),
});

/** A follow-up to be written down. */
export type FollowAsk = z.output<typeof followBody>;

/** Filters of the list, as its query takes them. */
const filters = z.record(z.string(), z.unknown());

/** Somebody to whom leads can be given. */
const seller = z.object({
  userId: z.int(),
  userName: z.string(),
  nickName: z.string(),
  /** Open leads: assigned, following or interested. */
  open: z.int(),
  /**
   * How many of the leads that were asked about the person can see: those of another partner or province are left
   * out.
   */
  sees: z.int(),
});

/** Those to whom leads can be given, with how much each holds. */
const loads = z.object({
  /** Open leads that one salesperson may hold (`crm.claimMax`). */
  cap: z.int(),
  sellers: z.array(seller),
});

/** Those to whom leads can be given. */
export type Loads = z.infer<typeof loads>;

/** The number of leads that the caller holds, and may hold. */
const quota = z.object({ cap: z.int(), open: z.int() });

/** Results of the leads of one salesperson (domain 10, /mobile/stat). */
const sellerStat = z.object({
  saleUserId: z.int(),
  saleUserName: z.string().nullable(),
  /** Leads that are or were won in the person's hands. */
  assigned: z.int(),
  /** Those of them that were followed up. */
  followed: z.int(),
  won: z.int(),
  /** Paid by orders, in yuan. */
  amount: z.number(),
  /** Share of the assigned leads that were won, 0 to 1, four places. */
  conversion: z.number(),
});

/** Results of the leads of one salesperson. */
export type SellerStat = z.infer<typeof sellerStat>;

/**
 * Leads of the caller's whose next follow-up is due by the end of today (Asia/Shanghai), and of those the late ones.
 */
const due = z.object({ today: z.int(), overdue: z.int() });

/** Calls of the leads that are neither a dataset's nor a step's (domain M1 to M3). */
export const leadCalls = {
  assign: call(`POST ${lead.path}/assign`, {
    of: lead,
    label: label('分配线索', 'Share leads out'),
    may: stepCode(lead, { may: 'assign' }),
    body: assignBody,
    data: assigned,
  }),
  claim: call(`POST ${lead.path}/claim`, {
    of: lead,
    label: label('从公海领取线索', 'Claim leads from the pool'),
    may: stepCode(lead, { may: 'claim' }),
    body: z.object({ leadIds: ids }),
    data: taken,
  }),
  recycle: call(`POST ${lead.path}/recycle`, {
    of: lead,
    label: label('回收线索到公海', 'Take leads back to the pool'),
    may: stepCode(lead, { may: 'recycle' }),
    body: z.object({ leadIds: ids, reason: text(limits.remark).min(1) }),
    data: taken,
  }),
  status: call(`PUT ${lead.path}/status`, {
    of: lead,
    label: label('变更线索状态', 'Change the state of a lead'),
    may: stepCode(lead, { may: 'status' }),
    body: statusBody,
    fails: ['notFound', 'notAllowedNow', 'unmetNeeds'],
  }),
  follow: call(`POST ${leadFollow.path}`, {
    of: lead,
    label: label('记录跟进', 'Write a follow-up down'),
    may: stepCode(lead, { may: 'follow' }),
    body: followBody,
    data: z.object({ leadStatus: z.int() }),
    audit: 'add',
    message: 'added',
    fails: ['notFound', 'notAllowedNow'],
  }),
  quota: call(`GET ${lead.path}/quota`, {
    of: lead,
    label: label('本人跟进中的线索数与上限', 'How many open leads the caller holds and may hold'),
    may: 'crm:lead:list',
    data: quota,
  }),
  loads: call(`POST ${lead.path}/loads`, {
    of: lead,
    label: label(
      '可接这些线索的销售及其跟进中的线索数',
      'Who can be given these leads, and how many each holds',
    ),
    may: stepCode(lead, { may: 'assign' }),
    reads: true,
    body: z.object({ leadIds: ids }),
    data: loads,
  }),
  stat: call(`GET ${lead.path}/stat`, {
    of: lead,
    label: label('按销售统计线索(参数同线索列表)', 'Leads by salesperson (asked by the filters of the list)'),
    may: 'crm:lead:list',
    query: filters,
    data: z.array(sellerStat),
  }),
  due: call(`GET ${lead.path}/due`, {
    of: lead,
    label: label('今日待跟进', 'Follow-ups that are due'),
    may: 'crm:lead:list',
    data: due,
  }),
} as const;
