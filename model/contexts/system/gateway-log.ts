import { defineCodes } from '../../kernel/codes.ts';
import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';

/** Outcomes of a request to a vendor, and notices of vendors that the product did not process. */
export const exchangeResult = defineCodes('exchangeResult', [
  { code: 1, name: 'done', zh: '成功', en: 'Done', tone: 'done' },
  { code: 2, name: 'refused', zh: '拒绝', en: 'Refused', tone: 'lost' },
  { code: 3, name: 'noAnswer', zh: '无应答', en: 'No answer', tone: 'lost' },
  { code: 4, name: 'notProcessed', zh: '未处理的通知', en: 'Notice not processed', tone: 'look' },
]);

/**
 * Requests to vendors and their answers, and notices that the product did not process, with the vendor's own log number, which its support asks for. Secrets and
 * personal numbers are masked before they are stored. Written by `createExchangeLog` of the server alone.
 */
export const gatewayLog = defineDataset({
  name: 'gatewayLog',
  path: '/api/sys/gateway',
  menu: { at: '/sys/gateway', group: 'system', icon: 'ApiOutlined', order: 19 },
  label: label('接口日志', 'Vendor log'),
  readOnly: true,
  fields: {
    logId: field.id({ label: label('日志ID', 'Log ID') }),
    vendor: field.text({ label: label('服务商', 'Vendor'), required: true, max: 16 }),
    action: field.text({ label: label('接口', 'Call'), required: true, max: limits.name }),
    subject: field.text({ label: label('对象', 'About'), max: limits.name, find: 'equal' }),
    exchangeResult: field.code({ label: label('结果', 'Result'), of: exchangeResult, required: true }),
    vendorCode: field.text({ label: label('返回码', 'Code'), max: limits.name }),
    vendorLogNo: field.text({
      label: label('服务商日志号', "Vendor's log number"),
      max: limits.address,
      find: 'equal',
    }),
    httpStatus: field.integer({ label: label('HTTP 状态', 'HTTP status') }),
    costMs: field.integer({ required: true }),
    requestText: field.text({ label: label('请求', 'Request'), max: limits.longText, multiline: true }),
    responseText: field.text({ label: label('应答', 'Answer'), max: limits.longText, multiline: true }),
  },
  identity: { parts: ['vendor', 'action', 'subject'] },
  permissions: { prefix: 'sys:gateway', actions: ['list'] },
  scope: { common: 'the vendors are those of the installation; numbers and secrets are masked' },
  list: {
    point: ['createTime', 'vendor', 'action', 'exchangeResult', 'vendorCode', 'vendorLogNo'],
    columns: ['subject', 'httpStatus', 'costMs', 'requestText', 'responseText'],
    filters: ['vendor', 'action', 'exchangeResult', 'vendorCode', 'vendorLogNo', 'subject', 'createTime'],
  },
});
