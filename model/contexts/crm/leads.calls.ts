import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { lead } from './lead.ts';
import { leadFollow } from './lead-follow.ts';
import { assignModes } from './rules/assign-leads.ts';

const id = z.coerce.number().int().positive();
const ids = z.array(id).min(1).max(limits.idsMax);
const text = (max: number) => z.string().trim().max(max);

/** Leads that were left unchanged, each with the reason in the caller's language. */
const refused = z.array(z.object({ id: z.int(), reason: z.string() }));

/** The outcome of a step for several leads: the number moved, and the reasons for the rest. */
const taken = z.object({ count: z.int(), refused });

/** The outcome of a step for several leads. */
export type LeadsTaken = z.infer<typeof taken>;

/** Body of `POST /api/admin/mobile/assign` (domain M1, 4.15). */
const assignBody = z.object({
  leadIds: ids,
  saleUserIds: z.array(id).min(1).max(200),
  mode: z.coerce.number().pipe(z.enum(assignModes)),
});

/** Leads to distribute. */
export type AssignAsk = z.output<typeof assignBody>;

/**
 * Assigned leads by the salesperson's id (domain 9), next to `unassigned`, which exceeded everyone's capacity, and
 * `refused`, the unchanged ones with their reasons.
 */
const assigned = z.looseObject({ unassigned: z.array(z.int()), refused });

/** The outcome of distributing leads. */
export type LeadsAssigned = z.infer<typeof assigned>;

/** Body of `PUT /api/admin/mobile/status` (domain M1): the target state. */
const statusBody = z.object({
  leadId: id,
  leadStatus: z.coerce
    .number()
    .pipe(z.union([z.literal(0), z.literal(2), z.literal(3), z.literal(4), z.literal(5), z.literal(6)])),
  /** The reason for marking it invalid or lost; required for those two. */
  reason: text(limits.remark).nullish(),
  /** The paid order that wins it; required for that. */
  orderNo: text(limits.shortName).nullish(),
});

/** The target state of a lead. */
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

/** A salesperson who can be given leads. */
const seller = z.object({
  userId: z.int(),
  userName: z.string(),
  nickName: z.string(),
  /** Open leads: assigned, following or interested. */
  open: z.int(),
  /** Number of the given leads that the person can see; those of another partner or province are excluded. */
  sees: z.int(),
});

/** The salespeople who can be given leads, with their current load. */
const loads = z.object({
  /** Most open leads per salesperson (`crm.claimMax`). */
  cap: z.int(),
  sellers: z.array(seller),
});

/** The salespeople who can be given leads. */
export type Loads = z.infer<typeof loads>;

/** The caller's number of open leads, and its limit. */
const quota = z.object({ cap: z.int(), open: z.int() });

/** Results of one salesperson's leads (domain 10, /mobile/stat). */
const sellerStat = z.object({
  saleUserId: z.int(),
  saleUserName: z.string().nullable(),
  /** Leads the person owns or won. */
  assigned: z.int(),
  /** Those among them that were followed up. */
  followed: z.int(),
  won: z.int(),
  /** Calls that were connected, and their minutes with one decimal. */
  connected: z.int(),
  minutes: z.number(),
  /** Paid by orders, in yuan. */
  amount: z.number(),
  /** Share of the assigned leads that were won, 0 to 1, four places. */
  conversion: z.number(),
});

/** Results of one salesperson's leads. */
export type SellerStat = z.infer<typeof sellerStat>;

/**
 * The caller's leads whose next follow-up is due by the end of today (Asia/Shanghai), and the overdue ones among them.
 */
const due = z.object({ today: z.int(), overdue: z.int() });

/** Further calls of leads, besides those of the dataset and its steps (domain M1 to M3). */
export const leadCalls = {
  assign: call(`POST ${lead.path}/assign`, {
    of: lead,
    label: label('分配线索', 'Assign leads'),
    may: 'crm:lead:assign',
    body: assignBody,
    data: assigned,
  }),
  claim: call(`POST ${lead.path}/claim`, {
    of: lead,
    label: label('从公海领取线索', 'Claim leads from the pool'),
    may: 'crm:lead:claim',
    body: z.object({ leadIds: ids }),
    data: taken,
  }),
  recycle: call(`POST ${lead.path}/recycle`, {
    of: lead,
    label: label('回收线索到公海', 'Take leads back to the pool'),
    may: 'crm:lead:recycle',
    body: z.object({ leadIds: ids, reason: text(limits.remark).min(1) }),
    data: taken,
  }),
  status: call(`PUT ${lead.path}/status`, {
    of: lead,
    label: label('变更线索状态', 'Change the state of a lead'),
    may: 'crm:lead:status',
    body: statusBody,
    fails: ['notFound', 'notAllowedNow', 'unmetNeeds'],
  }),
  follow: call(`POST ${leadFollow.path}`, {
    once: true,
    of: lead,
    label: label('记录跟进', 'Record a follow-up'),
    may: 'crm:lead:follow',
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
    may: 'crm:lead:assign',
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
