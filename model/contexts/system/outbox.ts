import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { outboxStatus, outboxTopic } from './outbox.codes.ts';

/**
 * Outgoing messages (to a vendor, or as a text message): written in the transaction of the step that requests them and
 * sent afterwards, at least once. The content is only for the sender and is never exposed.
 */
export const outbox = defineDataset({
  name: 'outbox',
  path: '/api/sys/outbox',
  menu: { at: '/sys/outbox', group: 'system', icon: 'SendOutlined', order: 17 },
  label: label('外发消息', 'Messages to the outside'),
  readOnly: true,
  fields: {
    outboxId: field.id({ label: label('消息ID', 'Message ID') }),
    topic: field.code({ label: label('类型', 'About'), of: outboxTopic, required: true }),
    subject: field.text({ label: label('对象', 'Belongs to'), required: true, max: limits.name }),
    content: field.json({ label: label('内容', 'Content'), private: true }),
    outboxStatus: field.code({
      label: label('发送状态', 'State'),
      of: outboxStatus,
      required: true,
      default: 0,
    }),
    attempts: field.integer({ label: label('尝试次数', 'Tries'), default: 0 }),
    nextTime: field.dateTime({ label: label('下次发送', 'Next try') }),
    sentTime: field.dateTime({ label: label('发送时间', 'Sent') }),
    errorMsg: field.text({ label: label('错误信息', 'Failure'), max: limits.address }),
  },
  identity: { name: 'subject' },
  permissions: { prefix: 'sys:outbox', actions: ['list'] },
  scope: { common: 'deliveries are of the installation; what they say is never shown' },
  list: {
    columns: ['subject', 'sentTime', 'createTime', 'outboxId'],
    point: ['topic', 'outboxStatus', 'attempts', 'nextTime', 'errorMsg'],
    filters: ['outboxStatus', 'topic', 'subject', 'createTime'],
  },
  groups: ['topic', 'outboxStatus', 'createTime'],
});
