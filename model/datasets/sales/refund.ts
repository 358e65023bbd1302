import { payBizType } from '../../codes/payment.ts';
import { refundStatus } from '../../codes/sales.ts';
import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';

/**
 * Refunds of orders: applied for, approved by somebody else, carried out by the payment vendor or by hand (domain G9,
 * 3.2). What was used of the entitlement stands in the row as it was when it was asked; then two people approve (0.7, 10).
 */
export const refund = defineDataset({
  name: 'refund',
  path: '/api/pay/refund',
  menu: { at: '/pay/refund', group: 'orders', icon: 'TransactionOutlined', order: 5 },
  key: 'refundId',
  tableId: 69,
  label: label('退款', 'Refunds'),
  fields: {
    refundId: field.id({ label: label('退款ID', 'Refund ID') }),
    refundNo: field.text({ required: true, max: limits.shortName, readOnly: true }),
    bizType: field.code({ of: payBizType, required: true, readOnly: true }),
    orderNo: field.text({ required: true, max: limits.shortName, readOnly: true }),
    amount: field.money({ label: label('退款金额', 'Refund'), required: true, readOnly: true }),
    payAmount: field.money({ required: true, readOnly: true }),
    usedNum: field.integer({ label: label('权益已用', 'Used already'), default: 0, readOnly: true }),
    countLimit: field.integer({ label: label('权益次数', 'Of as many'), readOnly: true }),
    reason: field.text({ required: true, max: limits.address, readOnly: true }),
    refundStatus: field.code({ of: refundStatus, required: true, default: 1, readOnly: true }),
    applyBy: field.ref({ to: 'adminUser', readOnly: true }),
    firstAuditBy: field.ref({ label: label('初审人', 'First reviewer'), to: 'adminUser', readOnly: true }),
    auditBy: field.ref({ to: 'adminUser', readOnly: true }),
    auditTime: field.dateTime({ readOnly: true }),
    auditRemark: field.text({ max: limits.remark, readOnly: true }),
    refundTime: field.dateTime({ readOnly: true }),
    channelRefundNo: field.text({ max: limits.name, readOnly: true }),
    errorMsg: field.text({ label: label('失败原因', 'Why it failed'), max: limits.address, readOnly: true }),
    orderId: field.ref({ label: label('订单', 'Order'), to: 'serviceOrder', readOnly: true }),
    partnersId: field.ref({ to: 'partners', readOnly: true }),
    provinceId: field.ref({ to: 'province', readOnly: true }),
    saleUserId: field.ref({ to: 'adminUser', readOnly: true }),
  },
  naturalKey: ['refundNo'],
  uniqueKeys: [
    {
      fields: ['bizType', 'orderNo'],
      where: { refundStatus: [1, 2, 5] },
      message: label('该订单已有未完成的退款', 'A refund of this order is open already'),
    },
  ],
  permissions: {
    prefix: 'pay:refund',
    actions: ['list', 'export'],
    own: { add: label('申请退款', 'Apply for a refund') },
  },
  scope: {
    partner: 'partnersId',
    province: 'provinceId',
    agency: { readOnly: 'an agency sees what becomes of the money of its partner' },
    own: 'saleUserId',
  },
  list: {
    hidden: [
      'payAmount',
      'countLimit',
      'firstAuditBy',
      'channelRefundNo',
      'errorMsg',
      'partnersId',
      'provinceId',
      'saleUserId',
    ],
    without: ['orderId'],
    filters: [
      'refundNo',
      'orderNo',
      'orderId',
      'refundStatus',
      'bizType',
      'applyBy',
      'auditBy',
      'partnersId',
      'saleUserId',
      'refundTime',
      'createTime',
    ],
    sort: ['-refundId'],
  },
  summary: { amount: 'sum' },
});
