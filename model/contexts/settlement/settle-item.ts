import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { cardType } from '../sales/sales.codes.ts';
import { itemKind } from './settlement.codes.ts';

/** A sum of the lines of settlements that are not void. */
const inForce = (zh: string, en: string) =>
  ({ of: 'sum', where: { live: [1] }, label: label(zh, en) }) as const;

/** Agencies do not see their partner's commission or its orders. */
const hiddenFrom = ['agency'] as const;
const amount = (zh: string, en: string) =>
  field.money({ label: label(zh, en), required: true, default: '0.00', hiddenFrom });

/**
 * The lines of a settlement: an order, the share in an order of a lower channel, a change to a previously settled
 * order, or an earlier negative settlement (domain F6, 4.10). A line of a voided settlement is no longer `live`, which
 * releases its order. The lines in force of an order add up to its current value to its partner.
 */
export const settleItem = defineDataset({
  name: 'settleItem',
  path: '/api/data/wish/partners/settle/item',
  tableId: 71,
  label: label('结算明细', 'Settlement lines'),
  readOnly: true,
  fields: {
    itemId: field.id({ label: label('明细ID', 'Line ID') }),
    settleId: field.ref({ label: label('结算单', 'Settlement'), to: 'partnersSettle', required: true }),
    itemKind: field.code({ label: label('类别', 'Kind'), of: itemKind, required: true }),
    orderId: field.ref({ label: label('订单', 'Order'), to: 'serviceOrder', hiddenFrom }),
    orderNo: field.text({ label: label('单号', 'Number'), max: limits.shortName, hiddenFrom }),
    orderType: field.code({ label: label('订单类型', 'Kind of order'), of: cardType }),
    agentId: field.ref({ to: 'agent', hiddenFrom }),
    payAmount: amount('实付金额', 'Paid'),
    refundAmount: amount('退款金额', 'Refunded'),
    rate: field.decimal({
      label: label('佣金率', 'Rate'),
      scale: 4,
      min: 0,
      max: 1,
      share: true,
      hiddenFrom,
    }),
    commission: amount('佣金', 'Commission'),
    parentCommission: amount('上级分成', "Parent's share"),
    agentCommission: amount('其中付机构', 'Of it to the agency'),
    carriedFrom: field.ref({ label: label('结转自', 'Carried from'), to: 'partnersSettle' }),
    live: field.yesNo({ label: label('有效', 'In force'), default: 1 }),
  },
  uniqueKeys: [
    { fields: ['orderId', 'itemKind'], where: { live: [1], itemKind: [1, 2] } },
    { fields: ['carriedFrom'], where: { live: [1] } },
  ],
  identity: { parts: ['settleId', 'itemKind', 'orderNo'] },
  permissions: { prefix: 'settle:item', actions: ['list', 'export'] },
  scope: {
    partner: { through: 'settleId' },
    province: { through: 'settleId' },
    agency: { readOnly: 'settlements are between the house and its partners' },
    own: { through: 'settleId' },
  },
  list: {
    columns: [
      'itemKind',
      'orderNo',
      'orderType',
      'payAmount',
      'refundAmount',
      'rate',
      'commission',
      'agentCommission',
      'agentId',
    ],
    hidden: ['itemId', 'settleId', 'orderId', 'parentCommission', 'carriedFrom'],
    filters: ['settleId', 'itemKind', 'orderNo', 'orderType', 'agentId'],
    sort: ['itemKind', 'itemId'],
  },
  summary: {
    payAmount: inForce('实付金额(不含作废)', 'Paid (none void)'),
    refundAmount: inForce('退款金额(不含作废)', 'Refunded (none void)'),
    commission: inForce('佣金(不含作废)', 'Commission (none void)'),
    agentCommission: inForce('付机构(不含作废)', 'To agencies (none void)'),
  },
});
