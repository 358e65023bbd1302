import { defineCodes } from '@yikao/model/kernel/codes.ts';
import { defineDataset, field, label } from '@yikao/model/kernel/language.ts';
import { defineMachines, defineSteps } from '@yikao/model/kernel/steps.ts';
import { postMessages } from '../outbox/post.ts';
import { defineStepServer, type StepServer } from '../steps/step-server.ts';
import { takeStep } from '../steps/take-step.ts';

const states = defineCodes('testOrderStatus', [
  { code: 1, name: 'draft', zh: '草稿', en: 'Draft' },
  { code: 2, name: 'pending', zh: '待支付', en: 'To pay' },
  { code: 3, name: 'paid', zh: '已支付', en: 'Paid' },
  { code: 4, name: 'closed', zh: '已关闭', en: 'Closed' },
  { code: 5, name: 'refunding', zh: '退款中', en: 'Refunding' },
  { code: 6, name: 'refunded', zh: '已退款', en: 'Refunded' },
]);

/**
 * Orders with every difficult kind of step: edits and deletions by state, a clock, a vendor, a fork, two people; for
 * tests only.
 */
export const testOrder = defineDataset({
  name: 'testOrder',
  path: '/api/test/order',
  tableId: 991,
  label: label('测试订单', 'Test orders'),
  fields: {
    orderId: field.id({ label: label('订单ID', 'Order ID') }),
    orderNo: field.text({ label: label('订单号', 'Order no.'), required: true, max: 32 }),
    title: field.text({ label: label('标题', 'Title'), max: 64 }),
    amount: field.money({ label: label('金额', 'Amount'), min: 0 }),
    applyBy: field.ref({ label: label('申请人', 'Asked by'), to: 'adminUser', readOnly: true }),
    expireTime: field.dateTime({ label: label('过期时间', 'Expires') }),
    payNo: field.text({ label: label('支付单号', 'Payment no.'), max: 32, readOnly: true }),
    remark: field.text({ label: label('备注', 'Remark'), max: 64 }),
    orderStatus: field.code({
      label: label('订单状态', 'State'),
      of: states,
      default: 1,
      required: true,
      readOnly: true,
    }),
  },
  naturalKey: ['orderNo'],
  permissions: {
    prefix: 'test:order',
    actions: ['list', 'add', 'update', 'delete', 'import', 'export', 'batchUpdate', 'batchDelete'],
  },
  scope: { common: 'in tests alone' },
  list: { filters: ['orderNo', 'orderStatus', 'title'] },
  excel: {},
});

/** The steps of {@link testOrder}. */
export const testOrderSteps = defineSteps(
  testOrder,
  'orderStatus',
  {
    start: 'draft',
    end: ['refunded'],
    edit: {
      draft: 'all',
      pending: { fields: ['title', 'amount'], step: 'reopen' },
      paid: ['remark'],
    },
    delete: ['draft', 'closed'],
  },
  {
    submit: {
      move: { draft: 'pending' },
      label: label('提交', 'Submit'),
      bulk: 'each',
      form: { expireTime: 'optional' },
      needs: { priced: [row => row.amount !== null, label('没有金额', 'It has no amount')] },
    },
    reopen: {
      move: { pending: 'draft' },
      label: label('退回草稿', 'Send back'),
      by: ['person', 'step'],
      needs: { free: label('标题含“锁定”', 'Its title says that it is locked') },
    },
    pay: {
      move: { pending: 'paid' },
      label: label('支付', 'Pay'),
      by: ['vendor'],
      form: { payNo: 'required' },
    },
    close: {
      move: { pending: 'closed' },
      label: label('关闭', 'Close'),
      by: ['person', 'clock', 'step'],
      due: 'expireTime',
    },
    refundLate: {
      move: { closed: 'refunding' },
      label: label('退回迟到的款', 'Give late money back'),
      by: ['step'],
      form: { payNo: 'required' },
    },
    refund: {
      move: { paid: 'refunding' },
      label: label('退款', 'Refund'),
      bulk: 'all',
      fourEyes: 'applyBy',
      byHouse: true,
      inputs: { reason: field.text({ label: label('原因', 'Reason'), max: 64, required: true }) },
    },
    settle: {
      move: { refunding: ['refunded', 'paid'] },
      label: label('退款结果', 'Refund result'),
      by: ['vendor'],
      inputs: { done: field.yesNo({ label: label('成功', 'Done'), default: 0 }) },
    },
    remind: { label: label('提醒', 'Remind'), bulk: 'each' },
  },
);

/** Collected like the product's machines, which checks their completeness. */
const testMachines = defineMachines({ testOrder: testOrderSteps });

/** The effects of the steps of {@link testOrder}; paying posts a message. */
export const testOrderStepServer: StepServer = defineStepServer(testMachines.testOrder, {
  needs: {
    async free({ rows }) {
      return new Set(rows.filter(({ title }) => title?.includes('锁定')).map(({ rowKey }) => rowKey));
    },
  },
  effects: {
    async pay({ engine, db, rows }) {
      await postMessages(
        engine,
        db,
        rows.map(row => ({
          topic: 'sms' as const,
          subject: `order:${row.rowKey}`,
          content: { paid: row.orderNo },
        })),
      );
    },
    async close({ rows }) {
      // An unexpected failure of one row, to test the effect on the others.
      if (rows.some(({ title }) => title === '坏')) throw new Error('This row is broken');
    },
    async settle({ rows, given }) {
      const to = given.done === 1 ? ('refunded' as const) : ('paid' as const);
      return new Map(rows.map(row => [row.rowKey, { to }]));
    },
  },
  otherwise: {
    async pay({ engine, db, rows, given: { payNo } }) {
      await takeStep(engine, testOrderSteps, 'refundLate', {
        keys: rows.map(({ rowKey }) => rowKey),
        by: { kind: 'step' },
        given: { payNo },
        within: db,
      });
    },
  },
});
