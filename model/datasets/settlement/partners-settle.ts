import { settleStatus } from '../../codes/settlement.ts';
import { notBefore } from '../../kernel/checks.ts';
import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common } from '../common.ts';
import { settleItem } from './settle-item.ts';

/** A sum of the lines. What a partner gets and passes on is nothing that its agencies know. */
const total = (zh: string, en: string) =>
  field.money({
    label: label(zh, en),
    required: true,
    default: '0.00',
    readOnly: true,
    hiddenFrom: ['agency'],
  });

/**
 * Settlements: what a partner gets for the orders of a period (domain F6, 3.3, 4.10). Its lines come from the orders when
 * it is made, and hold them until it is void; amounts follow from the lines.
 */
export const partnersSettle = defineDataset({
  name: 'partnersSettle',
  path: '/api/data/wish/partners/settle',
  menu: { at: '/wish/settle', group: 'orders', icon: 'ReconciliationOutlined', order: 6 },
  key: 'settleId',
  tableId: 58,
  label: label('结算', 'Settlements'),
  fields: {
    settleId: field.id({ label: label('结算ID', 'Settlement ID') }),
    settleNo: field.text({ label: label('结算单号', 'Number'), max: 20, readOnly: true }),
    partnersId: field.ref({ to: 'partners', required: true }),
    channelId: field.ref({ to: 'channel', zero: label('全部', 'All'), default: 0, lockedOnEdit: true }),
    periodStart: field.date({ required: true, lockedOnEdit: true }),
    periodEnd: field.date({ label: label('结算止', 'Period end'), required: true, lockedOnEdit: true }),
    orderNum: field.integer({ label: label('订单数', 'Orders'), default: 0, readOnly: true }),
    orderAmount: total('订单金额', 'Order amount'),
    refundAmount: total('退款金额', 'Refunded'),
    baseAmount: total('计佣基数', 'Base'),
    commission: total('佣金', 'Commission'),
    parentCommission: total('上级分成', "Parents' share"),
    agentCommission: total('其中付机构', 'Of it to agencies'),
    carriedAmount: total('上期结转', 'Carried forward'),
    adjustAmount: field.money({
      label: label('调整金额', 'Adjustment'),
      default: '0.00',
      min: -9_999_999.99,
      hiddenFrom: ['agency'],
      help: label(
        '正数增加应付，负数减少；原因写在备注里',
        'Added to what is paid, below nought taken off; say why in the remark',
      ),
    }),
    payableAmount: total('应付金额', 'Payable'),
    settleStatus: field.code({ of: settleStatus, required: true, default: 0, readOnly: true }),
    carriedTo: field.ref({ label: label('结转至', 'Carried to'), to: 'partnersSettle', readOnly: true }),
    submitBy: field.ref({ label: label('提交人', 'Submitted by'), to: 'adminUser', readOnly: true }),
    confirmBy: field.ref({ label: label('确认人', 'Confirmed by'), to: 'adminUser', readOnly: true }),
    payTime: field.dateTime({ label: label('打款时间', 'Paid'), readOnly: true }),
    payVoucher: field.image({ label: label('打款凭证', 'Voucher'), readOnly: true, hiddenFrom: ['agency'] }),
    invoiceNo: field.text({ label: label('发票号', 'Invoice'), max: limits.shortName }),
    remark: common.remark,
  },
  naturalKey: [],
  identity: { value: 'settleId', name: 'settleNo' },
  uniqueKeys: [
    ['settleNo'],
    {
      fields: ['partnersId', 'channelId', 'periodStart'],
      where: { settleStatus: [0, 1, 2, 3] },
      message: label(
        '该合伙人和渠道在这一期已有结算单',
        'This partner and channel have a settlement of this period already',
      ),
    },
  ],
  checks: [notBefore('periodStart', 'periodEnd')],
  permissions: {
    prefix: 'wish:settle',
    actions: ['list', 'add', 'update', 'export'],
  },
  scope: {
    partner: 'partnersId',
    province: { through: 'partnersId' },
    agency: { readOnly: 'settlements are between the house and its partners' },
    own: 'createBy',
  },
  list: {
    columns: [
      'settleNo',
      'partnersId',
      'periodStart',
      'periodEnd',
      'settleStatus',
      'payableAmount',
      'commission',
      'adjustAmount',
      'carriedAmount',
      'orderNum',
      'orderAmount',
      'refundAmount',
      'channelId',
      'payTime',
    ],
    hidden: [
      'baseAmount',
      'parentCommission',
      'agentCommission',
      'carriedTo',
      'submitBy',
      'confirmBy',
      'invoiceNo',
      'remark',
    ],
    filters: ['settleNo', 'partnersId', 'channelId', 'settleStatus', 'periodStart', 'createTime'],
    sort: ['-settleId'],
  },
  summary: { orderAmount: 'sum', refundAmount: 'sum', commission: 'sum', payableAmount: 'sum' },
  details: [{ of: settleItem, by: 'settleId' }],
});
