import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { orderPayment } from '../sales/order-fields.ts';
import { refund } from '../sales/refund.ts';
import { orderStatus } from '../sales/sales.codes.ts';

const amount = (zh: string, en: string) =>
  field.money({ label: label(zh, en), required: true, default: '0.00' });

/**
 * Payments for a mock exam, by candidates or by their agency for all of them (domain H16, 3.1). Registrations create
 * them.
 */
export const mockOrder = defineDataset({
  name: 'mockOrder',
  path: '/api/mock/app/order',
  menu: { at: '/mock/order', group: 'orders', icon: 'ProfileOutlined', order: 3 },
  tableId: 45,
  label: label('模考订单', 'Mock-exam orders'),
  readOnly: true,
  fields: {
    orderId: field.id({ label: label('订单ID', 'Order ID') }),
    orderNo: field.text({ required: true, max: limits.shortName }),
    examId: field.ref({ to: 'mockExam', required: true }),
    studentId: field.ref({ to: 'mockStudent', required: true, protects: false }),
    studentName: field.text({ required: true, max: limits.shortName }),
    idNo: field.text({ required: true, max: 18, format: 'idNumber' }),
    agentId: field.ref({ to: 'agent' }),
    partnersId: field.ref({ to: 'partners', required: true }),
    amount: amount('应付金额', 'Amount'),
    payAmount: amount('实付金额', 'Paid'),
    refundAmount: amount('退款金额', 'Refunded'),
    status: field.code({ of: orderStatus, required: true, default: 0 }),
    ...orderPayment,
    batchNo: field.text({ label: label('统付批次', 'Batch of the agency'), max: limits.shortName }),
    remark: field.text({ max: limits.remark }),
  },
  naturalKey: ['orderNo'],
  identity: { found: true },
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
    columns: ['examId', 'idNo', 'agentId', 'amount', 'payType', 'batchNo', 'remark', 'createTime'],
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
  },
});
