import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { siteKey } from '../shared/shared.codes.ts';
import { payRefund } from './pay-refund.ts';
import { payBizType, payStatus, payType } from './payment.codes.ts';

/**
 * Payments as recorded by vendors (domain G10, `payRecord`): one row per payment attempt. An order may have several;
 * the paid one confirms the order. A payment belongs to the order's salesperson (domain 0.3).
 */
export const payRecord = defineDataset({
  name: 'payRecord',
  path: '/api/pay/record',
  menu: { at: '/pay/record', group: 'orders', icon: 'PayCircleOutlined', order: 8 },
  label: label('支付流水', 'Payments'),
  readOnly: true,
  fields: {
    recordId: field.id({ label: label('流水ID', 'Payment ID') }),
    payNo: field.text({
      label: label('支付单号', 'Payment number'),
      required: true,
      max: limits.shortName,
      find: 'prefix',
    }),
    bizType: field.code({ of: payBizType, required: true }),
    orderNo: field.text({ required: true, max: limits.shortName, find: 'prefix' }),
    title: field.text({ label: label('商品', 'What is paid for'), max: limits.address }),
    amount: field.money({ label: label('应付金额', 'To be paid'), required: true }),
    paidAmount: field.money({ label: label('到账金额', 'Received') }),
    payType: field.code({ of: payType, required: true }),
    payStatus: field.code({ of: payStatus, required: true, default: 0 }),
    payTime: field.dateTime(),
    transactionId: field.text({ max: limits.name, find: 'equal' }),
    gateway: field.text({ label: label('网关', 'Gateway'), required: true, max: 16 }),
    accountId: field.ref({ label: label('支付账户', 'Payment account'), to: 'payAccount' }),
    expireTime: field.dateTime({ label: label('支付截止', 'Pay until'), required: true }),
    partnersId: field.ref({ to: 'partners' }),
    saleUserId: field.ref({ to: 'adminUser' }),
    siteKey: field.code({ of: siteKey }),
    remark: field.text({ max: limits.remark }),
    /** Person who asked to settle a wrong amount otherwise; another one confirms it. */
    settleAskedBy: field.ref({
      label: label('线下处理申请人', 'Asked to settle it otherwise'),
      to: 'adminUser',
    }),
    codeUrl: field.text({ readOnly: false, label: label('付款码', 'Code'), max: 1_024, private: true }),
    payParams: field.json({ readOnly: false, label: label('唤起参数', 'Parameters'), private: true }),
    queryTime: field.dateTime({ readOnly: false, label: label('下次查询', 'Next look'), private: true }),
    askedTime: field.dateTime({ readOnly: false, label: label('最近查询', 'Last look'), private: true }),
    rawNotify: field.json({ readOnly: false, label: label('通知原文', 'Notice'), private: true }),
  },
  // An order has at most one open payment per vendor.
  uniqueKeys: [['payNo'], { fields: ['orderNo', 'bizType', 'payType'], where: { payStatus: 0 } }],
  indexes: [['payStatus', 'queryTime']],
  identity: { name: 'payNo' },
  permissions: {
    prefix: 'pay:record',
    actions: ['list'],
    own: { audit: label('处理异常流水', 'Settle mismatched payments') },
  },
  scope: {
    partner: 'partnersId',
    province: { through: 'partnersId' },
    agency: { readOnly: 'an agency reads the payments of its partner' },
    own: 'saleUserId',
  },
  list: {
    point: ['payNo', 'payStatus', 'amount', 'paidAmount', 'payTime'],
    hidden: ['title', 'expireTime', 'siteKey', 'saleUserId', 'remark', 'settleAskedBy'],
    filters: [
      'payNo',
      'orderNo',
      'payStatus',
      'payType',
      'bizType',
      'payTime',
      'transactionId',
      'accountId',
      'partnersId',
      'createTime',
    ],
  },
  summary: {
    amount: { of: 'sum', where: { payStatus: [0] }, label: label('待支付', 'To be paid') },
    paidAmount: {
      of: 'sum',
      where: { payStatus: [1, 3, 4, 5] },
      label: label('到账(含已退回)', 'Received (returned too)'),
    },
  },
  details: [{ of: payRefund, by: 'recordId', label: label('退款', 'Refunds') }],
});
