import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { orderPayment } from '../sales/order-fields.ts';
import { refund } from '../sales/refund.ts';
import { orderStatus } from '../sales/sales.codes.ts';

const amount = (zh: string, en: string) =>
  field.money({ label: label(zh, en), required: true, default: '0.00' });

/** Fees of applications for online exams, on the road of all payments (domain I5, 3.1). Approvals place them. */
export const examOrder = defineDataset({
  name: 'examOrder',
  path: '/api/exam/order',
  menu: { at: '/exam/order', group: 'orders', icon: 'ContainerOutlined', order: 11 },
  tableId: 76,
  label: label('考试订单', 'Exam orders'),
  readOnly: true,
  fields: {
    orderId: field.id({ label: label('订单ID', 'Order ID') }),
    orderNo: field.text({ required: true, max: limits.shortName }),
    examId: field.ref({ to: 'onlineExam', required: true }),
    applyId: field.ref({
      label: label('报名', 'Application'),
      to: 'examApply',
      required: true,
      protects: false,
    }),
    partnersId: field.ref({ to: 'partners', protects: false }),
    studentName: field.text({ required: true, max: limits.shortName }),
    amount: amount('应付金额', 'Amount'),
    payAmount: amount('实付金额', 'Paid'),
    refundAmount: amount('退款金额', 'Refunded'),
    status: field.code({ of: orderStatus, required: true, default: 0 }),
    ...orderPayment,
  },
  naturalKey: ['orderNo'],
  identity: { found: true },
  permissions: {
    prefix: 'exam:order',
    actions: ['list', 'export'],
    own: { update: label('登记收款与关闭', 'Record payments and close orders') },
  },
  scope: {
    partner: 'partnersId',
    province: { through: 'examId' },
    agency: { readOnly: 'an agency looks on while its partner’s candidates pay' },
    own: { through: 'applyId' },
  },
  summary: {
    amount: { of: 'sum', where: { status: [0] }, label: label('待收', 'To be paid') },
    payAmount: { of: 'sum', where: { status: [1, 4, 3] }, label: label('实收', 'Received') },
    refundAmount: { of: 'sum', where: { status: [1, 4, 3] }, label: label('已退', 'Refunded') },
  },
  details: [{ of: refund, by: 'examOrderId', label: label('退款', 'Refunds') }],
  list: {
    point: ['orderNo', 'studentName', 'payAmount', 'refundAmount', 'status', 'payTime'],
    filters: [
      ...(['orderNo', 'examId', 'studentName', 'status', 'payType', 'payTime', 'applyId'] as const),
      ...(['partnersId', 'createTime'] as const),
    ],
  },
});
