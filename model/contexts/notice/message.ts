import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { noticeEvent } from './notice.codes.ts';

/** Messages in the back-office. Everybody, administrators too, reads their own alone. */
export const message = defineDataset({
  name: 'message',
  path: '/api/admin/message',
  label: label('我的消息', 'My messages'),
  readOnly: true,
  fields: {
    messageId: field.id({ label: label('消息ID', 'Message ID') }),
    event: field.code({ label: label('事件', 'Event'), of: noticeEvent, required: true }),
    content: field.text({ required: true, max: limits.path }),
    details: field.json({ label: label('变量', 'Variables'), required: true }),
    rowId: field.loggedId({ label: label('相关记录', 'Row'), private: true }),
    readFlag: field.yesNo({ label: label('已读', 'Read'), default: 0 }),
    readTime: field.dateTime({ label: label('阅读时间', 'Read at') }),
    userId: field.loggedId({ label: label('收件人', 'Recipient'), private: true }),
  },
  identity: { name: 'content' },
  permissions: { prefix: 'sys:message', actions: ['list'] },
  scope: { own: 'userId', rest: { common: 'a message has one reader, whatever he is bound to' } },
  list: {
    columns: ['content', 'event', 'readFlag', 'createTime', 'readTime'],
    filters: ['event', 'readFlag', 'createTime'],
  },
});
