import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { jobStarted } from '../../calls/jobs.ts';
import { wallTime } from '../../calls/values.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { callRecord } from './call-record.ts';
import { sendTextsByFile, textValues } from './reach.jobs.ts';
import { smsRecord } from './sms-record.ts';
import { smsTemplate } from './sms-template.ts';

const id = z.coerce.number<number | string>().int().positive();

/** Most people of one sending; a longer list is a job (domain M7). */
export const textsMax = 1_000;

/** Body of `POST /api/admin/feige/call` (domain M5): a number, a lead or a candidate. */
const callBody = z.object({
  /** 11 digits; may be left out, or masked as the lists show it, where a lead or candidate is named. */
  mobile: z.string().trim().max(20).nullish(),
  leadId: id.nullish(),
  wishUserId: id.nullish(),
  /** The caller's softphone token (domain A5). */
  callToken: z.string().trim().min(1).max(128).optional(),
});

/** Somebody to call. */
export type CallAsk = z.output<typeof callBody>;

/** A call that the vendor has taken. */
const placed = z.object({ taskId: z.string().nullable(), callId: z.int() });

/** The state of a call. */
const callStanding = z.object({
  callId: z.int(),
  callStatus: z.int(),
  /** Seconds. */
  callDuration: z.int(),
  recordFlag: z.int(),
  errorMsg: z.string().nullable(),
});

/** The state of a call. */
export type CallStanding = z.infer<typeof callStanding>;

/** The receivers and values of a text (domain M7). */
const textBody = z.object({
  templateId: id,
  mobiles: z.array(z.string().trim().max(20)).max(textsMax).optional(),
  leadIds: z.array(id).max(textsMax).optional(),
  vars: textValues.optional(),
  /** Not before this time, `YYYY-MM-DD HH:mm:ss` in Shanghai; at once by default. */
  sendTime: wallTime.nullish(),
});

/** Receivers and values of a text. */
export type TextAsk = z.output<typeof textBody>;

/** Receivers who get nothing, each by number or lead, with the reason in the caller's language. */
const refused = z.array(z.object({ of: z.string(), reason: z.string() }));

const bill = {
  /** People who get the text. */
  count: z.int(),
  /** Billed parts of all of them. */
  parts: z.int(),
  /** Yuan, two decimals. */
  cost: z.string(),
  refused,
};

/** The outcome of a text before it is sent. */
const preview = z.object({
  ...bill,
  /** Receivers for whom a variable has no value; nothing is sent while there are any. */
  missing: z.array(z.object({ of: z.string(), names: z.array(z.string()) })),
  /** The text of the first receiver; null without one. */
  sample: z.string().nullable(),
  /** When it goes out, quiet hours considered. */
  planTime: z.string(),
  /** Parts that may still be sent today, by the sender and in all. */
  left: z.int(),
});

/** The outcome of a text before it is sent. */
export type TextPreview = z.infer<typeof preview>;

const sent = z.object({ ...bill, batchNo: z.string().nullable(), planTime: z.string() });

/** The outcome of a sending. */
export type TextsSent = z.infer<typeof sent>;

/** Billed parts of today, their limit, and whether four fifths of it are used. */
const budget = z.object({ used: z.int(), max: z.int(), low: z.boolean() });

/** Today's budgets. */
const budgets = z.object({ all: budget, own: budget, gateway: z.string() });

/** Today's budgets of texts. */
export type TextBudgets = z.infer<typeof budgets>;

/** Calls and texts, besides those of their datasets (domain M4 to M7). */
export const reachCalls = {
  call: call(`POST ${callRecord.path}`, {
    once: true,
    of: callRecord,
    label: label('拨打电话', 'Place a call'),
    may: 'crm:lead:call',
    sessionOnly: true,
    body: callBody,
    names: { mobile: label('手机', 'Mobile'), callToken: label('软电话令牌', 'Softphone token') },
    data: placed,
    message: 'ok',
    fails: [
      ...(['notFound', 'noSeat', 'callLimit', 'seatBusy', 'numberBlocked', 'callFailed'] as const),
      ...(['callTokenInvalid', 'callsOff', 'invalidFields', 'seatWithoutKeys', 'callUnanswered'] as const),
    ],
  }),
  state: call(`GET ${callRecord.path}/state`, {
    of: callRecord,
    label: label('通话进行到哪里', 'The state of a call'),
    may: 'crm:lead:call',
    query: z.object({ callId: id }),
    data: callStanding,
    fails: ['notFound'],
  }),
  /** The recording of a call; by the listener's rights to the lead as they are now. */
  record: call(`GET ${callRecord.path}/record`, {
    of: callRecord,
    label: label('播放录音', 'Hear a recording'),
    may: 'feige:call:list',
    query: z.object({ callId: id }),
    answers: 'file',
    audit: 'download',
    fails: ['notFound'],
  }),
  /** Public; a notice without the signature of the call's seat changes nothing. The address is the vendor's, literally. */
  notify: call('POST /api/admin/call/record/feign/notify', {
    also: ['POST /api/admin/feige/call/notify'],
    of: callRecord,
    label: label('话务平台的话单', 'A notice of the telephony vendor'),
    may: 'public',
    answers: 'text',
    fails: ['tooManyRequests'],
  }),
  preview: call(`POST ${smsRecord.path}/preview`, {
    of: smsRecord,
    label: label('短信费用与检查', 'What a text will cost, and who gets it'),
    may: 'feige:sms:send',
    reads: true,
    body: textBody,
    data: preview,
    fails: ['notFound', 'templateNotReady'],
  }),
  send: call(`POST ${smsRecord.path}/send`, {
    once: true,
    of: smsRecord,
    label: label('发送短信', 'Send texts'),
    may: 'feige:sms:send',
    body: textBody,
    data: sent,
    fails: ['notFound', 'templateNotReady', 'textBudget', 'nobodyToText', 'invalidFields'],
  }),
  sendFile: call(`POST ${smsRecord.path}/import`, {
    once: true,
    of: smsRecord,
    label: label('按名单发送短信', 'Send texts to a list'),
    may: 'feige:sms:send',
    audit: 'import',
    message: 'jobStarted',
    body: sendTextsByFile.params.extend({ tableId: id.optional(), type: z.coerce.number().int().nullish() }),
    data: jobStarted,
    fails: ['notFound', 'templateNotReady', 'invalidFields'],
  }),
  budget: call(`GET ${smsRecord.path}/budget`, {
    of: smsRecord,
    label: label('今日短信用量', "Today's use of texts"),
    may: 'feige:sms:list',
    data: budgets,
  }),
  /** Public; the address holds a token, since the vendors do not sign. Reports and replies. */
  textNotify: call(`POST ${smsRecord.path}/notify`, {
    of: smsRecord,
    label: label('短信平台的回执与回复', 'Reports and replies of the text vendor'),
    may: 'public',
    query: z.object({ token: z.string().max(128).default('') }),
    answers: 'text',
    fails: ['tooManyRequests'],
  }),
  /** Asks the vendor how the review of a template ended. */
  checkTemplate: call(`POST ${smsTemplate.path}/check`, {
    of: smsTemplate,
    label: label('向短信平台查询审核结果', 'Ask the vendor about the review'),
    may: 'feige:template:update',
    body: z.object({ templateId: id }),
    data: z.object({ auditStatus: z.int(), remark: z.string().nullable() }),
    fails: ['notFound', 'notAllowedNow', 'textVendorAway'],
  }),
} as const;

/** Seconds between two looks at a call that is under way. */
export const callLookSeconds = 2;

/** Most bytes of a recording. */
export const recordingBytes = limits.recordingBytes;
