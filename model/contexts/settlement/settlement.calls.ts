import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { stepAnswer } from '../../calls/step-calls.ts';
import { label } from '../../kernel/label.ts';
import { partnersSettle } from './partners-settle.ts';

/** Sums of a settlement in yuan (domain 4.10). */
const totals = z.object({
  orderNum: z.int(),
  orderAmount: z.number(),
  refundAmount: z.number(),
  baseAmount: z.number(),
  commission: z.number(),
  parentCommission: z.number(),
  agentCommission: z.number(),
  carriedAmount: z.number(),
  adjustAmount: z.number(),
  payableAmount: z.number(),
});

/** A line of a settlement; `itemKind` is a code of `settlement.codes.ts`. */
const line = z.object({
  itemKind: z.int(),
  orderNo: z.string(),
  orderType: z.int().nullable(),
  agentName: z.string().nullable(),
  payAmount: z.number(),
  refundAmount: z.number(),
  rate: z.number().nullable(),
  commission: z.number(),
  parentCommission: z.number(),
  agentCommission: z.number(),
});

/** Share of the partner's commission for one agency, over a number of lines. */
const share = z.object({ agentName: z.string(), lineNum: z.int(), amount: z.number() });

/** Lines with their sums, for a preview or a printed statement. */
const drawn = totals.extend({
  lines: z.array(line),
  /** Total number of lines; may exceed the number included. */
  lineNum: z.int(),
  /** Sum that the partner passes on to agencies out of the commission (0.7, 17). */
  agencies: z.array(share),
});

/** The lines and sums of a settlement. */
export type Drawn = z.infer<typeof drawn>;

/** A line of a settlement on the wire. */
export type DrawnLine = z.infer<typeof line>;

/** A purchase of codes paid in the period, which earns no commission (domain 4.10). */
const purchase = z.object({
  orderNo: z.string(),
  cardName: z.string(),
  quantity: z.int(),
  unitPrice: z.number(),
  payAmount: z.number(),
  refundAmount: z.number(),
});

/** Head of a statement, besides its lines. */
const statement = drawn.extend({
  /** The partner's purchases of codes in the period, outside of the payable amount. */
  purchases: z.array(purchase),
  settleId: z.int(),
  settleNo: z.string(),
  periodStart: z.string(),
  periodEnd: z.string(),
  settleStatus: z.int(),
  /** Name of the channel; null for all of the partner's. */
  channelName: z.string().nullable(),
  partnersName: z.string(),
  /** Recipient of the money; null if the partner has not given one. */
  accountName: z.string().nullable(),
  bankName: z.string().nullable(),
  bankNo: z.string().nullable(),
  createTime: z.string(),
  submitBy: z.string().nullable(),
  confirmBy: z.string().nullable(),
  payTime: z.string().nullable(),
  invoiceNo: z.string().nullable(),
  remark: z.string().nullable(),
});

/** Data of `GET /api/data/wish/partners/settle/statement`. */
export type Statement = z.infer<typeof statement>;

/** Commission within a person's reach, in yuan (domain 4.10, 2.P). */
const income = z.object({
  grandTotalAmount: z.number(),
  yesterdayAmount: z.number(),
  thisMonthAmount: z.number(),
  canWithdrawAmount: z.number(),
});

/** Commission within a person's reach: data of `GET /api/data/wish/partners/settle/income`. */
export type Income = z.infer<typeof income>;

const { path } = partnersSettle;
/** Read by the fields of the declaration, like any new row. */
const newSettlement = z.looseObject({});

/** Further calls of settlements (domain F6, 9). */
export const settlementCalls = {
  add: call(`POST ${path}`, {
    replaces: true,
    once: true,
    of: partnersSettle,
    label: label('生成结算单', 'Draw a settlement'),
    may: 'wish:settle:add',
    body: newSettlement,
    data: totals.extend({ settleId: z.int(), settleStatus: z.int() }),
    message: 'added',
    audit: 'add',
    fails: ['duplicate'],
  }),
  preview: call(`POST ${path}/preview`, {
    of: partnersSettle,
    label: label('试算结算单(不保存)', 'What a settlement would come to; nothing is kept'),
    may: 'wish:settle:add',
    reads: true,
    body: newSettlement,
    data: drawn,
  }),
  income: call(`GET ${path}/income`, {
    of: partnersSettle,
    label: label('佣金收入概览', 'Commission at a glance'),
    may: 'wish:settle:list',
    data: income,
  }),
  statement: call(`GET ${path}/statement`, {
    of: partnersSettle,
    label: label('结算对账单', 'Statement of a settlement'),
    may: 'wish:settle:list',
    query: z.object({ settleId: z.coerce.number().int().positive() }),
    data: statement,
    fails: ['notFound'],
  }),
  /** The catalogue's address of the step `void` (domain 3.3): a settlement is never deleted, since its number is used. */
  void: call(`DELETE ${path}`, {
    of: partnersSettle,
    label: label('作废结算单', 'Void settlements'),
    may: 'wish:settle:delete',
    query: z.looseObject({}),
    body: z.unknown(),
    data: stepAnswer,
    once: 'step',
    fails: ['notFound', 'notAllowedNow', 'emptyCondition'],
  }),
};
