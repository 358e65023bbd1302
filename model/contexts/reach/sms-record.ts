import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { logOwner, logScope } from '../system/log-owner.ts';
import { smsStatus } from '../system/sms.codes.ts';

/**
 * Text messages that people send to leads and numbers (domain M7). The table is the queue of its own sender: a row is
 * marked as handed over before the vendor is asked, so that one of which nobody knows is looked up and never repeated.
 */
export const smsRecord = defineDataset({
  name: 'smsRecord',
  path: '/api/admin/feige/sms',
  menu: { at: '/feige/sms', group: 'sales', icon: 'MessageOutlined', order: 5 },
  tableId: 56,
  label: label('短信', 'Text messages'),
  readOnly: true,
  fields: {
    smsId: field.id({ label: label('短信ID', 'Message ID') }),
    mobile: field.mobile({ required: true, find: 'equal' }),
    templateId: field.ref({ to: 'smsTemplate', protects: false }),
    content: field.text({ required: true, max: 600, multiline: true }),
    smsStatus: field.code({ of: smsStatus, required: true, default: 0 }),
    billNum: field.integer({ label: label('计费条数', 'Parts'), required: true, min: 1 }),
    planTime: field.dateTime({ label: label('计划发送', 'Planned for') }),
    sendTime: field.dateTime(),
    reportTime: field.dateTime(),
    errorMsg: field.text({ max: limits.address }),
    userId: field.ref({ label: label('发送人', 'Sent by'), to: 'adminUser', protects: false }),
    leadId: field.ref({ to: 'lead', protects: false }),
    batchNo: field.text({ label: label('发送批号', 'Sending'), required: true, max: limits.shortName }),
    gateway: field.text({ label: label('通道', 'Gateway'), max: 16 }),
    gatewayId: field.text({ label: label('通道流水号', 'Gateway number'), max: limits.name }),
    variables: field.json({ label: label('变量', 'Variables'), private: true }),
    /** When the vendor was asked; empty while it is certain that it was not. */
    takeTime: field.dateTime({ label: label('交出时间', 'Handed over'), private: true }),
    nextTime: field.dateTime({ label: label('下次处理', 'Next look'), private: true }),
    tries: field.integer({ label: label('尝试次数', 'Tries'), default: 0, private: true }),
    expireTime: field.dateTime({ label: label('最迟发送', 'Latest'), private: true }),
    partnersId: logOwner.partnersId,
    provinceId: logOwner.provinceId,
    agentId: logOwner.agentId,
  },
  indexes: [['batchNo'], ['gatewayId'], ['planTime'], ['nextTime']],
  identity: { parts: ['mobile', 'templateId'] },
  permissions: {
    prefix: 'feige:sms',
    actions: ['list', 'export'],
    own: { send: label('发送短信', 'Send texts') },
  },
  scope: logScope,
  list: {
    point: ['mobile', 'content', 'smsStatus', 'billNum', 'createTime', 'errorMsg'],
    columns: [
      ...(['templateId'] as const),
      ...(['userId', 'leadId', 'planTime', 'sendTime', 'reportTime', 'batchNo'] as const),
      ...(['gateway', 'gatewayId'] as const),
    ],
    filters: [
      ...(['mobile', 'smsStatus', 'templateId', 'userId', 'leadId', 'sendTime', 'createTime'] as const),
      ...(['batchNo', 'gatewayId', 'content'] as const),
    ],
  },
  summary: { billNum: { of: 'sum', where: { smsStatus: [0, 1, 2] }, label: label('计费', 'Charged') } },
  excel: {
    export: [
      ...(['smsId', 'mobile', 'templateId', 'content', 'smsStatus', 'billNum', 'sendTime'] as const),
      ...(['reportTime', 'errorMsg', 'userId', 'leadId', 'batchNo', 'gatewayId'] as const),
      ...(['planTime', 'gateway'] as const),
    ],
  },
});
