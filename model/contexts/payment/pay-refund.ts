import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { payBizType, payRefundStatus, payType } from './payment.codes.ts';

/**
 * Refunds as recorded by vendors: the amount returned from a payment, under our number, which the vendor accepts once.
 * The reason and the approval belong to the refund itself (domain G9).
 */
export const payRefund = defineDataset({
  name: 'payRefund',
  path: '/api/pay/refund_record',
  menu: { at: '/pay/refundRecord', group: 'orders', icon: 'RollbackOutlined', order: 9 },
  label: label('退款流水', 'Refunds at vendors'),
  readOnly: true,
  fields: {
    payRefundId: field.id({ label: label('流水ID', 'ID') }),
    refundNo: field.text({ required: true, max: limits.shortName, find: 'prefix' }),
    recordId: field.ref({ label: label('支付流水', 'Payment'), to: 'payRecord', required: true }),
    bizType: field.code({ of: payBizType, required: true }),
    orderNo: field.text({ required: true, max: limits.shortName, find: 'prefix' }),
    payType: field.code({ of: payType, required: true }),
    amount: field.money({ label: label('退款金额', 'Amount'), required: true }),
    reason: field.text({ max: limits.address }),
    payRefundStatus: field.code({
      label: label('退款状态', 'State'),
      of: payRefundStatus,
      required: true,
      default: 1,
    }),
    refundTime: field.dateTime(),
    channelRefundNo: field.text({ max: limits.name }),
    errorMsg: field.text({ label: label('失败原因', 'Why it failed'), max: limits.address }),
    partnersId: field.ref({ to: 'partners' }),
    queryTime: field.dateTime({ readOnly: false, label: label('下次查询', 'Next look'), private: true }),
  },
  uniqueKeys: [['refundNo']],
  indexes: [['payRefundStatus', 'queryTime']],
  identity: { name: 'refundNo' },
  permissions: {
    prefix: 'pay:refundRecord',
    actions: ['list'],
    own: { audit: label('处理退款流水', 'Settle refunds') },
  },
  scope: {
    partner: 'partnersId',
    province: { through: 'partnersId' },
    agency: { readOnly: 'an agency reads the refunds of its partner' },
    own: { through: 'recordId' },
  },
  list: {
    point: ['refundNo', 'payRefundStatus', 'amount', 'refundTime', 'errorMsg'],
    hidden: ['reason', 'recordId'],
    filters: [
      'refundNo',
      'orderNo',
      'recordId',
      'payRefundStatus',
      'payType',
      'bizType',
      'partnersId',
      'createTime',
    ],
  },
  summary: { amount: { of: 'sum', where: { payRefundStatus: [2] }, label: label('已退', 'Refunded') } },
});
