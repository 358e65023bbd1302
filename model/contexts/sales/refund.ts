import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { payBizType } from '../payment/payment.codes.ts';
import { refundKind, refundStatus } from './sales.codes.ts';

/**
 * Refunds of orders: requested, approved by somebody else, and carried out by the payment vendor or by hand (domain G9,
 * 3.2), for orders of every kind (0.7, 21). The row records how much of the entitlement was used at the time of the
 * request; if any was, two people approve (0.7, 10). Money that arrived late, twice or in a wrong amount also has a row
 * here, with its payment and reason.
 */
export const refund = defineDataset({
  name: 'refund',
  path: '/api/pay/refund',
  menu: { at: '/pay/refund', group: 'orders', icon: 'TransactionOutlined', order: 5 },
  tableId: 69,
  label: label('退款', 'Refunds'),
  readOnly: true,
  fields: {
    refundId: field.id({ label: label('退款ID', 'Refund ID') }),
    refundNo: field.text({ required: true, max: limits.shortName }),
    bizType: field.code({ of: payBizType, required: true }),
    refundKind: field.code({ label: label('来源', 'Origin'), of: refundKind, required: true, default: 1 }),
    orderNo: field.text({ required: true, max: limits.shortName }),
    payNo: field.text({
      label: label('支付单号', 'Payment number'),
      max: limits.shortName,
      help: label('多收退回所对应的支付流水', 'The payment that was not owed'),
    }),
    amount: field.money({ label: label('退款金额', 'Refund amount'), required: true }),
    payAmount: field.money({ required: true }),
    usedNum: field.integer({ label: label('权益已用', 'Uses spent'), default: 0 }),
    countLimit: field.integer({ label: label('权益次数', 'Uses in total') }),
    reason: field.text({ required: true, max: limits.address }),
    refundStatus: field.code({ of: refundStatus, required: true, default: 1 }),
    applyBy: field.ref({ to: 'adminUser' }),
    firstAuditBy: field.ref({ label: label('初审人', 'First reviewer'), to: 'adminUser' }),
    auditBy: field.ref({ to: 'adminUser' }),
    auditTime: field.dateTime(),
    auditRemark: field.text({ max: limits.remark }),
    refundTime: field.dateTime(),
    channelRefundNo: field.text({ max: limits.name }),
    errorMsg: field.text({ label: label('失败原因', 'Why it failed'), max: limits.address }),
    orderId: field.ref({ label: label('订单', 'Order'), to: 'serviceOrder' }),
    mockOrderId: field.ref({ label: label('模考订单', 'Mock-exam order'), to: 'mockOrder', protects: false }),
    cardOrderId: field.ref({ label: label('采购订单', 'Code purchase'), to: 'cardOrder', protects: false }),
    abroadOrderId: field.ref({ label: label('留学订单', 'Abroad order'), to: 'abroadOrder' }),
    examOrderId: field.ref({ label: label('考试订单', 'Exam order'), to: 'examOrder', protects: false }),
    partnersId: field.ref({ to: 'partners' }),
    provinceId: field.ref({ to: 'province' }),
    saleUserId: field.ref({ to: 'adminUser' }),
  },
  naturalKey: ['refundNo'],
  uniqueKeys: [
    {
      fields: ['bizType', 'orderNo'],
      where: { refundStatus: [1, 2, 5], refundKind: 1 },
      message: label('该订单已有未完成的退款', 'A refund of this order is open already'),
    },
  ],
  identity: { found: true },
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
    point: ['refundNo', 'amount', 'refundStatus', 'reason', 'applyBy'],
    hidden: [
      'payAmount',
      'payNo',
      'countLimit',
      'firstAuditBy',
      'channelRefundNo',
      'errorMsg',
      'partnersId',
      'provinceId',
      'saleUserId',
    ],
    without: ['orderId', 'mockOrderId', 'abroadOrderId', 'cardOrderId', 'examOrderId'],
    filters: [
      'refundNo',
      'orderNo',
      'orderId',
      'refundStatus',
      'refundKind',
      'bizType',
      'applyBy',
      'auditBy',
      'partnersId',
      'saleUserId',
      'refundTime',
      'createTime',
      'mockOrderId',
      'abroadOrderId',
      'cardOrderId',
      'examOrderId',
    ],
  },
  summary: { amount: { of: 'sum', where: { refundStatus: [3] }, label: label('已退', 'Refunded') } },
});
