import { z } from 'zod';
import { call } from '../../calls/call.ts';
import { keyValue } from '../../calls/values.ts';
import { label } from '../../kernel/label.ts';
import { message } from './message.ts';
import { noticeEvent, noticeWay } from './notice.codes.ts';

const event = z.enum(noticeEvent.items.map(({ code }) => code));
const way = z.enum(noticeWay.items.map(({ code }) => code));

/** A message of the caller. */
const own = z.object({
  messageId: z.int(),
  event,
  /** Variables of the event's sentence; an outcome has both languages. */
  details: z.record(z.string(), z.union([z.string(), z.object({ zh: z.string(), en: z.string() })])),
  /** The row that the message is about; null if it is about several. */
  rowId: z.int().nullable(),
  readFlag: z.int(),
  /** `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai. */
  createTime: z.string(),
});

/** A message of the caller. */
export type OwnMessage = z.infer<typeof own>;

/** A person's wish to be notified of an event in a way that the operator allows. */
const choice = z.object({ event, way, wanted: z.boolean() });

/** See {@link choice}. */
export type NoticeChoice = z.infer<typeof choice>;

/** Calls of a person's own messages and wishes; every account has them, whatever its rights. */
export const noticeCalls = {
  unread: call(`GET ${message.path}/unread`, {
    of: message,
    label: label('未读消息数', 'Number of unread messages'),
    may: 'person',
    data: z.object({ count: z.int() }),
  }),
  latest: call(`GET ${message.path}/latest`, {
    of: message,
    label: label('最近的消息', 'The latest messages'),
    may: 'person',
    /** Messages before this one; the newest without it. */
    query: z.object({ before: keyValue.optional() }),
    data: z.object({ records: z.array(own), more: z.boolean() }),
  }),
  read: call(`PUT ${message.path}/read`, {
    of: message,
    label: label('标为已读', 'Mark as read'),
    may: 'person',
    /** Without ids all messages of the caller up to `until`, so that one that comes meanwhile stays unread. */
    body: z.union([z.object({ ids: z.array(keyValue).min(1).max(1_000) }), z.object({ until: keyValue })]),
    data: z.object({ count: z.int() }),
  }),
  choices: call(`GET ${message.path}/choices`, {
    of: message,
    label: label('我的通知设置', 'My wishes'),
    may: 'person',
    data: z.array(choice),
  }),
  choose: call(`PUT ${message.path}/choices`, {
    of: message,
    label: label('修改我的通知设置', 'Change a wish'),
    may: 'person',
    body: choice,
    fails: ['notAllowedNow'],
  }),
} as const;
