import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { logOwner, logScope } from './log-owner.ts';
import { smsStatus, smsTopic } from './sms.codes.ts';

/**
 * Text messages sent by the product: codes, and answers to applicants. Without a vendor they stop here, and an operator
 * with the permission reads them out; with a vendor, codes are not stored.
 */
export const smsMessage = defineDataset({
  name: 'smsMessage',
  path: '/api/admin/sms/message',
  menu: { at: '/sys/sms', group: 'system', icon: 'MessageOutlined', order: 10 },
  label: label('短信发件箱', 'Sent text messages'),
  readOnly: true,
  fields: {
    smsId: field.id({ label: label('短信ID', 'Message ID') }),
    mobile: field.mobile({ required: true }),
    topic: field.code({ label: label('类型', 'About'), of: smsTopic, required: true }),
    content: field.text({ label: label('内容', 'Text'), required: true, max: limits.path, multiline: true }),
    smsStatus: field.code({ of: smsStatus, required: true, default: 0 }),
    gateway: field.text({ label: label('通道', 'Gateway'), required: true, max: 16 }),
    gatewayId: field.text({ label: label('通道流水号', 'Gateway number'), max: limits.name }),
    errorMsg: field.text({ max: limits.address }),
    sendTime: field.dateTime(),
    userId: field.loggedId({ label: label('收件人', 'Recipient'), private: true }),
    ...logOwner,
  },
  indexes: [['gatewayId']],
  identity: { parts: ['mobile', 'topic'] },
  permissions: { prefix: 'sys:sms', actions: ['list'] },
  scope: logScope,
  list: {
    columns: ['createTime', 'topic', 'content', 'gateway'],
    point: ['mobile', 'smsStatus', 'errorMsg'],
    filters: ['mobile', 'topic', 'smsStatus', 'createTime', 'gateway'],
  },
});
