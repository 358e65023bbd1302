import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { payType } from '../payment/payment.codes.ts';
import { refund } from '../sales/refund.ts';
import { orderStatus } from '../sales/sales.codes.ts';

const amount = (zh: string, en: string) =>
  field.money({ label: label(zh, en), required: true, default: '0.00', readOnly: true });

/**
 * Payments for a mock exam, by candidates or by their agency for all of them (domain H16, 3.1). Registrations create
 * them.
 */
export const mockOrder = defineDataset({
  name: 'mockOrder',
  path: '/api/mock/app/order',
  menu: { at: '/mock/order', group: 'orders', icon: 'ProfileOutlined', order: 3 },
  key: 'orderId',
  tableId: 45,
  label: label('模考订单', 'Mock-exam orders'),
  fields: {
    orderId: field.id({ label: label('订单ID', 'Order ID') }),
    orderNo: field.text({ required: true, max: limits.shortName, readOnly: true }),
    examId: field.ref({ to: 'mockExam', required: true, readOnly: true }),
    studentId: field.ref({ to: 'mockStudent', required: true, readOnly: true, protects: false }),
    studentName: field.text({ required: true, max: limits.shortName, readOnly: true }),
    idNo: field.text({ required: true, max: 18, format: 'idNumber', readOnly: true }),
    agentId: field.ref({ to: 'agent', readOnly: true }),
    partnersId: field.ref({ to: 'partners', required: true, readOnly: true }),
    amount: amount('应付金额', 'Amount'),
    payAmount: amount('实付金额', 'Paid'),
    refundAmount: amount('退款金额', 'Refunded'),
    status: field.code({ of: orderStatus, required: true, default: 0, readOnly: true }),
    payType: field.code({ of: payType, readOnly: true }),
    payTime: field.dateTime({ readOnly: true }),
    transactionId: field.text({ max: limits.name, readOnly: true }),
    expireTime: field.dateTime({ label: label('支付截止', 'Pay until'), readOnly: true }),
    closeTime: field.dateTime({ readOnly: true }),
    refundTime: field.dateTime({ readOnly: true }),
    batchNo: field.text({
      label: label('统付批次', 'Batch of the agency'),
      max: limits.shortName,
      readOnly: true,
    }),
    remark: field.text({ max: limits.remark, readOnly: true }),
  },
  naturalKey: ['orderNo'],
  identity: { value: 'orderId', name: 'orderNo', found: true },
  permissions: {
    prefix: 'mock:order',
    actions: ['list', 'delete', 'export'],
    own: { update: label('登记收款与关闭', 'Record payments and close orders') },
  },
  scope: {
    partner: 'partnersId',
    province: { through: 'examId' },
    agency: 'agentId',
    own: { through: 'studentId' },
  },
  summary: {
    amount: { of: 'sum', where: { status: [0] }, label: label('待收', 'To be paid') },
    payAmount: { of: 'sum', where: { status: [1, 4, 3] }, label: label('实收', 'Received') },
    refundAmount: { of: 'sum', where: { status: [1, 4, 3] }, label: label('已退', 'Refunded') },
  },
  details: [{ of: refund, by: 'mockOrderId', label: label('退款', 'Refunds') }],
  list: {
    columns: [
      'orderNo',
      'studentName',
      'payAmount',
      'refundAmount',
      'status',
      'payTime',
      'examId',
      'idNo',
      'agentId',
      'amount',
      'payType',
      'batchNo',
      'remark',
      'createTime',
    ],
    point: ['orderNo', 'studentName', 'payAmount', 'refundAmount', 'status', 'payTime'],
    filters: [
      'orderNo',
      'examId',
      'studentName',
      'idNo',
      'agentId',
      'partnersId',
      'status',
      'payType',
      'payTime',
      'batchNo',
      'studentId',
      'createTime',
    ],
    sort: ['-orderId'],
  },
});
