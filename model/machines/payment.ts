import { registry } from '../datasets/index.ts';
import { label } from '../kernel/label.ts';
import { defineSteps } from '../kernel/steps.ts';

/**
 * A payment waits until its vendor says that it was paid or closed. Paid is what the vendor says it is, closed before or
 * not: what becomes of money that comes late is for the order to decide, which hears of it (`payRecord.pay`).
 */
export const payRecordSteps = defineSteps(
  registry.payRecord,
  'payStatus',
  { start: 'pending', end: ['paid', 'returned', 'settled'] },
  {
    pay: {
      move: { pending: 'paid', closed: 'paid' },
      label: label('到账', 'Paid'),
      by: ['vendor'],
      form: { paidAmount: 'required', transactionId: 'optional', payTime: 'required' },
    },
    hold: {
      move: { pending: 'held', closed: 'held' },
      label: label('金额不符', 'Wrong amount'),
      by: ['vendor'],
      form: { paidAmount: 'required', transactionId: 'optional', payTime: 'required' },
    },
    close: {
      move: { pending: 'closed' },
      label: label('关闭', 'Close'),
      by: ['vendor', 'step'],
    },
    giveBack: {
      move: { held: 'returned' },
      label: label('退回款项', 'Give the money back'),
      may: 'audit',
      form: { remark: 'optional' },
      ask: label('到账金额将原路全部退回', 'All that was received goes back the way it came'),
      danger: true,
    },
    settle: {
      move: { held: 'settled' },
      label: label('已线下处理', 'Settled otherwise'),
      may: 'audit',
      form: { remark: 'required' },
    },
  },
);

/**
 * Whether a refund gives back what should not have come, without anybody having applied for it. It then has the number of
 * its payment; those of applications begin with `R` and the time.
 */
function isReturn(refundNo: string): boolean {
  return !/^R\d/.test(refundNo);
}

/** A refund is on its way until its vendor says how it ended; one that failed can be asked for again. */
export const payRefundSteps = defineSteps(
  registry.payRefund,
  'payRefundStatus',
  { start: 'processing', end: ['done'] },
  {
    done: {
      move: { processing: 'done', failed: 'done' },
      label: label('退款成功', 'Refunded'),
      by: ['vendor'],
      form: { channelRefundNo: 'optional', refundTime: 'required' },
    },
    fail: {
      move: { processing: 'failed' },
      label: label('退款失败', 'Fail'),
      by: ['vendor'],
      form: { errorMsg: 'required' },
    },
    again: {
      move: { failed: 'processing' },
      label: label('重新退款', 'Ask again'),
      by: ['step'],
    },
    repeat: {
      move: { failed: 'processing' },
      label: label('重新退款', 'Ask again'),
      may: 'audit',
      needs: {
        withoutApplication: [
          row => isReturn(row.refundNo),
          label('请在“退款”页重试该退款申请', 'Repeat it on the page of refunds, where it was asked for'),
        ],
      },
    },
  },
);
