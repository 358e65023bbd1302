import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { payType } from '../payment/payment.codes.ts';
import { refund } from '../sales/refund.ts';
import { orderStatus } from '../sales/sales.codes.ts';
import { cardCodeRule } from './card-code-rule.ts';

const amount = (zh: string, en: string) =>
  field.money({ label: label(zh, en), required: true, default: '0.00' });

/**
 * Purchases of activation codes by partners (domain G4, 3.1). A paid one has its codes made once, issued from the
 * beginning; codes that are not activated can be given back by a refund.
 */
export const cardOrder = defineDataset({
  name: 'cardOrder',
  path: '/api/admin/card/code/order',
  menu: { at: '/card/order', group: 'cards', icon: 'ShoppingCartOutlined', order: 4 },
  tableId: 66,
  label: label('激活码采购订单', 'Code purchases'),
  readOnly: true,
  fields: {
    orderId: field.id({ label: label('订单ID', 'Order ID') }),
    orderNo: field.text({ required: true, max: limits.shortName }),
    cardId: field.ref({ to: 'card', required: true }),
    quantity: field.integer({ required: true, min: 1, max: limits.codesOrdered }),
    unitPrice: amount('单价', 'Price of one'),
    amount: amount('应付金额', 'Amount'),
    payAmount: amount('实付金额', 'Paid'),
    refundAmount: amount('退款金额', 'Refunded'),
    refundNum: field.integer({ label: label('退码数量', 'Codes given back'), default: 0 }),
    payType: field.code({ of: payType }),
    status: field.code({ of: orderStatus, required: true, default: 0 }),
    ruleId: field.ref({ to: 'cardCodeRule' }),
    partnersId: field.ref({ to: 'partners', required: true }),
    channelId: field.ref({ to: 'channel' }),
    userId: field.ref({ label: label('下单人', 'Ordered by'), to: 'adminUser' }),
    payTime: field.dateTime(),
    transactionId: field.text({ max: limits.name }),
    expireTime: field.dateTime({ label: label('支付截止', 'Pay until') }),
    codeExpireTime: field.dateTime({ required: true, until: true }),
    closeTime: field.dateTime(),
    refundTime: field.dateTime(),
    remark: field.text({ max: limits.remark }),
  },
  naturalKey: ['orderNo'],
  identity: { found: true },
  permissions: {
    prefix: 'card:order',
    actions: ['list', 'export'],
    own: {
      add: label('采购激活码', 'Buy codes'),
      update: label('登记收款与关闭', 'Record payments and close orders'),
    },
  },
  scope: {
    partner: 'partnersId',
    province: { through: 'partnersId' },
    agency: { readOnly: 'an agency reads what its partner has bought' },
    own: 'createBy',
  },
  summary: {
    payAmount: { of: 'sum', where: { status: [1, 4, 3] }, label: label('实收', 'Received') },
    refundAmount: { of: 'sum', where: { status: [1, 4, 3] }, label: label('已退', 'Refunded') },
  },
  details: [
    { of: refund, by: 'cardOrderId', label: label('退款', 'Refunds') },
    { of: cardCodeRule, by: 'orderId', label: label('激活码规则', 'Code rule') },
  ],
  list: {
    columns: [
      'orderNo',
      'cardId',
      'quantity',
      'payAmount',
      'refundAmount',
      'status',
      'partnersId',
      'unitPrice',
      'amount',
      'refundNum',
      'payType',
      'payTime',
      'ruleId',
      'channelId',
      'userId',
      'remark',
      'createTime',
    ],
    point: ['orderNo', 'cardId', 'quantity', 'payAmount', 'status'],
    filters: ['orderNo', 'status', 'cardId', 'partnersId', 'channelId', 'payType', 'payTime', 'createTime'],
  },
});
