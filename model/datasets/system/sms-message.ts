import { smsStatus, smsTopic } from '../../codes/sms.ts';
import { defineDataset } from '../../kernel/dataset.ts';
import { field } from '../../kernel/field.ts';
import { label } from '../../kernel/label.ts';
import { limits } from '../../limits.ts';
import { logOwner, logScope } from './log-owner.ts';

/**
 * Text messages that the product itself has sent: codes, and answers to applicants. Where no vendor is set they
 * stop here, and an operator who holds the permission reads them out; with a vendor a code is not written down.
 */
export const smsMessage = defineDataset({
  name: 'smsMessage',
  path: '/api/admin/sms/message',
  menu: '/sys/sms',
  key: 'smsId',
  label: label('短信发件箱', 'Sent text messages'),
  fields: {
    smsId: field.id({ label: label('短信ID', 'Message ID'), readOnly: true }),
    mobile: field.mobile({ label: label('手机', 'Mobile'), required: true, readOnly: true }),
    topic: field.code({ label: label('类型', 'About'), of: smsTopic, required: true, readOnly: true }),
    content: field.text({
      label: label('内容', 'Text'),
      required: true,
      max: limits.path,
      multiline: true,
      readOnly: true,
    }),
    smsStatus: field.code({
      label: label('短信状态', 'State'),
      of: smsStatus,
      required: true,
      default: 0,
      readOnly: true,
    }),
    gateway: field.text({ label: label('通道', 'Gateway'), required: true, max: 16, readOnly: true }),
    gatewayId: field.text({ label: label('通道流水号', 'Gateway number'), max: limits.name, readOnly: true }),
    errorMsg: field.text({ label: label('错误信息', 'Failure'), max: limits.address, readOnly: true }),
    sendTime: field.dateTime({ label: label('发送时间', 'Sent'), readOnly: true }),
    userId: field.id({ label: label('收件人', 'Recipient'), readOnly: true, private: true }),
    ...logOwner,
  },
  naturalKey: [],
  permissions: { prefix: 'sys:sms', actions: ['list'] },
  scope: logScope,
  list: {
    columns: ['createTime', 'mobile', 'topic', 'content', 'smsStatus', 'gateway', 'errorMsg'],
    hidden: ['smsId', 'gatewayId', 'sendTime'],
    filters: ['mobile', 'topic', 'smsStatus', 'createTime', 'gateway'],
    sort: ['-smsId'],
  },
  form: [],
});
