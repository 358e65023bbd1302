import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { pageOf } from '../../calls/envelope.ts';
import { exportBody, jobStarted } from '../../calls/jobs.ts';
import { keyValue } from '../../calls/values.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { payType } from '../payment/payment.codes.ts';
import { cardCode } from './card-code.ts';
import { cardCodeRule } from './card-code-rule.ts';
import { cardOrder } from './card-order.ts';

const text = (max: number) => z.string().trim().max(max);
const dateTime = z.string().trim().min(8).max(32);
const flag = z.coerce.number().pipe(z.union([z.literal(0), z.literal(1)]));

/**
 * Which codes a call is about: those of a rule, some by their ids, or a range of serial numbers. `allOwners` confirms
 * that they may belong to several partners.
 */
const selector = z.object({
  ruleId: keyValue.optional(),
  codeIds: z.array(keyValue).max(limits.idsMax).optional(),
  startSerialNo: text(16).optional(),
  endSerialNo: text(16).optional(),
  allOwners: flag.default(0),
});

/** See {@link selector}. */
export type CodeSelector = z.output<typeof selector>;

/** The codes of a selector by state and owner; `partnersId` is null for codes of the house. */
const counts = z.object({
  total: z.int(),
  unused: z.int(),
  issued: z.int(),
  activated: z.int(),
  voided: z.int(),
  expired: z.int(),
  owners: z.array(
    z.object({ partnersId: z.int().nullable(), partnersName: z.string().nullable(), count: z.int() }),
  ),
});

/** See {@link counts}. */
export type CodeCounts = z.infer<typeof counts>;

const filters = z.looseObject({});

/** A rule to be made, without its kind. */
const ruleBody = z.looseObject({});

/** A rule that was made, with the serial numbers of its codes. */
const ruleMade = z.object({
  ruleId: z.int(),
  startSerialNo: z.string().nullable(),
  endSerialNo: z.string().nullable(),
});

/** A code as staff find it: masked, with its state. */
const codeFound = z.object({
  codeId: z.int(),
  serialNo: z.string(),
  code: z.string(),
  codeStatus: z.int(),
});

/** Codes that were drawn; whole for people who may export codes, else masked. */
const drawn = z.object({ codes: z.array(codeFound) });

/** An activation: the code and the entitlement it gave. */
const activated = z.object({
  codeId: z.int(),
  serialNo: z.string(),
  userId: z.int(),
  cardName: z.string(),
  cardType: z.int(),
  expireTime: z.string(),
});

/** See {@link activated}. */
export type Activated = z.infer<typeof activated>;

const typedCode = text(40).min(1);

const batch = {
  of: cardCode,
  once: true,
  message: 'jobStarted',
  data: jobStarted,
  audit: 'batchUpdate',
} as const;

/** Calls of activation codes, their rules and purchases (spec section 7, domain G2 to G4). */
export const codesCalls = {
  codes: call(`POST ${cardCode.path}`, {
    of: cardCode,
    label: label('分页查询激活码(条件在请求体中)', 'Codes page by page, asked in the body'),
    may: 'card:code:list',
    reads: true,
    body: filters,
    data: pageOf(z.looseObject({})),
  }),
  activate: call(`PUT ${cardCode.path}`, {
    of: cardCode,
    label: label('人工激活', 'Activate a code for a candidate'),
    may: 'card:code:activate',
    once: true,
    body: z.object({
      codeId: keyValue.optional(),
      serialNo: text(16).optional(),
      code: typedCode.optional(),
      userId: keyValue,
    }),
    data: activated,
    audit: 'update',
    message: 'modified',
    fails: ['notFound', 'notAllowedNow', 'unmetNeeds', 'tooManyRequests'],
  }),
  serialNo: call(`GET ${cardCode.path}/serial/no`, {
    of: cardCode,
    label: label('下一个序列号，或按序列号查找', 'The next serial number of a card, or the code with one'),
    may: 'card:code:list',
    query: z.object({ cardId: keyValue.optional(), serialNo: text(16).optional() }),
    data: z.object({ serialNo: z.string().nullable(), code: codeFound.nullable() }),
    fails: ['notFound'],
  }),
  find: call(`POST ${cardCode.path}/find`, {
    of: cardCode,
    label: label('按激活码查找', 'Find a code that somebody has'),
    may: 'card:code:list',
    reads: true,
    // The log shows who tries codes out.
    audit: 'list',
    body: z.object({ code: typedCode }),
    data: codeFound,
    limit: { name: 'codes-find', per: 'person', max: 60, windowMs: 60_000 },
    fails: ['notFound', 'tooManyRequests'],
  }),
  reveal: call(`POST ${cardCode.path}/reveal`, {
    of: cardCode,
    label: label('查看完整激活码', 'Show a whole code'),
    may: 'card:code:export',
    body: z.object({ codeId: keyValue }),
    data: z.object({ code: z.string() }),
    audit: 'export',
    limit: { name: 'codes-reveal', per: 'person', max: 60, windowMs: 60_000 },
    fails: ['notFound', 'tooManyRequests'],
  }),
  export: call(`GET ${cardCode.path}/export`, {
    of: cardCode,
    label: label('导出激活码', 'Export codes'),
    may: 'card:code:export',
    query: z.looseObject({ issueFlag: flag.default(0) }),
    data: jobStarted,
    audit: 'export',
    message: 'jobStarted',
    fails: ['diskFull'],
  }),
  exportCodes: call(`POST ${cardCode.path}/export`, {
    replaces: true,
    of: cardCode,
    label: label('导出激活码(条件在请求体中)', 'Export codes, asked in the body'),
    may: 'card:code:export',
    once: true,
    body: exportBody.extend({ issueFlag: flag.default(0) }),
    data: jobStarted,
    audit: 'export',
    message: 'jobStarted',
    fails: ['diskFull'],
  }),
  count: call(`POST ${cardCode.path}/batch/count`, {
    of: cardCode,
    label: label('批量操作前的数量', 'How many codes a selection has'),
    may: 'card:code:list',
    reads: true,
    body: selector,
    data: counts,
  }),
  extend: call(`POST ${cardCode.path}/batch/update/expire`, {
    ...batch,
    label: label('批量修改有效期', 'Change the end of many codes'),
    may: 'card:code:batchUpdate',
    body: selector.extend({ codeExpireTime: dateTime }),
    fails: ['notFound', 'unmetNeeds'],
  }),
  assign: call(`POST ${cardCode.path}/batch/update`, {
    ...batch,
    label: label('批量发放与调整归属', 'Issue many codes, or change their owner'),
    may: 'card:code:batchUpdate',
    body: selector.extend({
      partnersId: keyValue.nullish(),
      channelId: keyValue.nullish(),
      remark: text(limits.remark).nullish(),
      issueFlag: flag.default(0),
    }),
    data: jobStarted.extend({ ids: z.array(z.int()) }),
    fails: ['notFound', 'unmetNeeds'],
  }),
  cancel: call(`POST ${cardCode.path}/cancel`, {
    ...batch,
    label: label('批量作废', 'Void many codes'),
    may: 'card:code:cancel',
    body: selector.extend({ reason: text(limits.remark).min(1) }),
    fails: ['notFound', 'unmetNeeds'],
  }),
  online: call(`POST ${cardCode.path}/online/rule`, {
    of: cardCodeRule,
    label: label('新建线上规则', 'Add a rule of codes on demand'),
    may: 'card:rule:add',
    once: true,
    body: ruleBody,
    data: ruleMade,
    audit: 'add',
    message: 'added',
  }),
  single: call(`POST ${cardCode.path}/single/rule`, {
    of: cardCodeRule,
    label: label('新建单个激活码', 'Make a single code'),
    may: 'card:rule:add',
    once: true,
    body: ruleBody,
    data: ruleMade,
    audit: 'add',
    message: 'added',
  }),
  draw: call(`POST ${cardCodeRule.path}/draw`, {
    of: cardCode,
    label: label('按需生成激活码', 'Generate codes of a rule on demand'),
    may: 'card:code:add',
    once: true,
    body: z.object({
      ruleId: keyValue,
      count: z.coerce.number().int().min(1).max(limits.codesDrawn).default(1),
    }),
    data: drawn,
    audit: 'add',
    message: 'added',
    fails: ['notFound', 'unmetNeeds'],
  }),
  /** Signed by a consumer app. Unknown, used, expired and voided codes get the same answer. */
  activateByApp: call('POST /api/user/card/activate', {
    of: cardCode,
    label: label('考生激活(由应用签名)', 'A candidate activates a code (signed by an app)'),
    may: 'public',
    tolerant: true,
    body: z.object({ userId: keyValue, code: typedCode }),
    data: activated,
    fails: ['wrongSignature', 'codeRefused', 'unmetNeeds', 'tooManyRequests'],
  }),
  order: call(`POST ${cardOrder.path}/create`, {
    of: cardOrder,
    label: label('采购激活码', 'Buy codes'),
    may: 'card:order:add',
    chooses: [{ of: 'card', where: { saleFlag: 1 } }],
    once: true,
    body: z.object({
      cardId: keyValue,
      quantity: z.coerce.number().int().min(1).max(limits.codesOrdered),
      payType: z.coerce.number<number | string>().pipe(z.literal(payType.items.map(({ code }) => code))),
      partnersId: keyValue.optional(),
      channelId: keyValue.optional(),
      remark: text(limits.remark).nullish(),
    }),
    data: z.object({
      orderId: z.int(),
      orderNo: z.string(),
      codeUrl: z.string().nullable(),
      payNo: z.string().nullable(),
      amount: z.number(),
      status: z.int(),
    }),
    audit: 'add',
    message: 'added',
    fails: ['unmetNeeds'],
  }),
  /** The price of a code, for people who buy codes and need not see the list of cards. */
  price: call(`GET ${cardOrder.path}/price`, {
    of: cardOrder,
    label: label('采购单价', 'Price of a code'),
    may: 'card:order:add',
    query: z.object({ cardId: keyValue }),
    data: z.object({ price: z.string(), expireTime: z.string() }),
    fails: ['notFound'],
  }),
  payStatus: call(`POST ${cardOrder.path}/pay/status`, {
    of: cardOrder,
    label: label('采购订单是否已支付', 'Whether a purchase is paid'),
    may: 'card:order:list',
    reads: true,
    body: z.object({ orderNo: text(limits.shortName).min(1) }),
    data: z.object({ payStatus: z.int(), ruleId: z.int().nullable(), generatedNum: z.int() }),
    fails: ['notFound'],
  }),
  orders: call(`POST ${cardOrder.path}/list`, {
    of: cardOrder,
    label: label('分页查询采购订单(条件在请求体中)', 'Purchases page by page, asked in the body'),
    may: 'card:order:list',
    reads: true,
    body: filters,
    data: pageOf(z.looseObject({})),
  }),
};
