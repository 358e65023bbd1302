import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/**
 * A payment waits until its vendor reports it as paid or closed. The vendor's report of a payment always counts, even
 * after closing: the order receives the event (`payRecord.pay`) and decides about late money.
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
      byHouse: true,
      form: { remark: 'optional' },
      ask: label(
        '到账金额将原路全部退回',
        'The full amount received is refunded to the original payment method',
      ),
      danger: true,
    },
    /** Money that has come is given up by two people: the first one asks with a reason, and another one confirms it. */
    settle: {
      move: { held: ['held', 'settled'] },
      label: label('线下处理', 'Settle otherwise'),
      may: 'audit',
      form: { remark: 'required' },
      fourEyes: 'settleAskedBy',
      byHouse: true,
      ask: label(
        '须两人先后办理：先由一人说明处理方式，再由另一人确认。确认后这笔款项不再退回',
        'It takes two people: one says how it was handled, then another one confirms it. The money is then not refunded any more',
      ),
    },
    dropSettle: {
      move: { held: 'held' },
      label: label('撤销线下处理', 'Withdraw the request'),
      may: 'audit',
      byHouse: true,
      needs: {
        asked: [
          ({ settleAskedBy }) => settleAskedBy !== null,
          label('没有待确认的线下处理', 'There is no request to confirm'),
        ],
      },
    },
  },
);

/**
 * A refund is under way until its vendor reports the outcome; a failed one can be requested again. If the vendor has
 * not answered for a day, a person who has checked with them can stop it.
 */
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
    stop: {
      move: { processing: 'failed' },
      label: label('停止退款', 'Stop'),
      may: 'audit',
      byHouse: true,
      form: { errorMsg: 'required' },
      needs: {
        waited: label('支付渠道一天内会有结果，请等待', 'The vendor answers within a day; please wait'),
      },
      ask: label(
        '请先在支付渠道的后台确认该笔款项没有退出；停止后可改为线下退款',
        "First check in the vendor's console that the money has not been refunded; after stopping, you can refund it offline",
      ),
      danger: true,
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
        withoutRefund: label('请在“退款”页重试该笔退款', 'Retry this refund on the Refunds page'),
      },
    },
  },
);
