import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { limits } from '../../limits.ts';
import { compare } from '../../rules/money.ts';
import { registry } from '../datasets.ts';

/**
 * A settlement from draft to payment (domain 3.3; 0.7, 34). Every payment involves at least two people: the person who
 * submitted a settlement cannot confirm it, and the house pays it by somebody who neither drew, corrected, submitted nor
 * confirmed it. A correction past a limit is approved by a second person before the partner sees it.
 */
export const partnersSettleSteps = defineSteps(
  registry.partnersSettle,
  'settleStatus',
  {
    start: 'draft',
    end: ['paid', 'void'],
    edit: {
      draft: ['adjustAmount', 'adjustReason', 'invoiceNo', 'remark'],
      toConfirm: ['invoiceNo', 'remark'],
      confirmed: ['invoiceNo', 'remark'],
      paid: ['invoiceNo'],
    },
  },
  {
    submit: {
      move: { draft: 'toConfirm' },
      label: label('提交确认', 'Submit'),
      may: 'update',
      bulk: 'each',
      needs: {
        over: [
          (row, { today }) => row.periodEnd < today,
          label('结算期尚未结束', 'The period is not over yet'),
        ],
        items: label('没有结算明细', 'There are no lines'),
        adjusted: label(
          '调整金额超过上限，须由另一位总部人员批准后才能提交',
          'The adjustment is over the limit: another person of head office has to approve it first',
        ),
      },
    },
    approveAdjust: {
      move: { draft: 'draft' },
      label: label('批准调整', 'Approve the adjustment'),
      may: 'update',
      fourEyes: 'handledBy',
      byHouse: true,
      needs: {
        open: [
          row => row.adjustOkBy === null && compare(row.adjustAmount ?? '0', '0') !== 0,
          label('没有待批准的调整', 'There is no adjustment to approve'),
        ],
      },
      ask: label(
        '请核对调整金额和原因；批准后可以提交给合伙人',
        'Check the amount and its reason; once approved, the settlement can be submitted to the partner',
      ),
    },
    redraw: {
      move: { draft: 'draft' },
      label: label('重新计算', 'Recalculate'),
      may: 'update',
      bulk: 'each',
      ask: label(
        '按现在的订单和退款重新计算明细',
        'Recalculates the lines from the current orders and refunds',
      ),
    },
    sendBack: {
      move: { toConfirm: 'draft' },
      label: label('退回草稿', 'Send back'),
      may: 'confirm',
      inputs: { reason: field.text({ max: limits.remark, required: true }) },
    },
    confirm: {
      // A total of exactly zero needs no payment and no carrying forward, so the settlement is complete (4.10).
      move: { toConfirm: ['confirmed', 'paid'] },
      label: label('确认', 'Confirm'),
      bulk: 'each',
      fourEyes: 'submitBy',
      // The partner agrees to what it is paid; that gives no money away.
      byHouse: false,
      needs: {
        another: label('不能确认自己生成的结算单', 'You cannot confirm a settlement that you generated'),
      },
      ask: label(
        '确认后金额不再变动，等待打款；应付金额为零的直接结清',
        'The amounts are then final and wait to be paid; a settlement of zero is completed at once',
      ),
    },
    pay: {
      move: { confirmed: 'paid' },
      label: label('登记打款', 'Pay'),
      form: { payVoucher: 'required', payTime: 'optional', invoiceNo: 'optional' },
      ask: label(
        '确认款项已打出；登记后不能撤销',
        'Confirm that the money has been transferred; this cannot be undone',
      ),
      fourEyes: ['confirmBy', 'submitBy', 'handledBy'],
      byHouse: true,
      needs: {
        drawn: label(
          '生成、调整或提交结算单的人不能登记打款',
          'Whoever drew, adjusted or submitted a settlement cannot pay it',
        ),
        payable: [
          row => compare(row.payableAmount, '0') > 0,
          label(
            '应付金额小于零，将结转到下一期',
            'The amount is below zero, and is carried forward to the next settlement',
          ),
        ],
      },
    },
    void: {
      move: { draft: 'void', toConfirm: 'void' },
      label: label('作废', 'Void'),
      may: 'delete',
      bulk: 'each',
      ask: label('明细中的订单将释放，可重新结算', 'Its orders are released and can be settled again'),
      danger: true,
    },
  },
);
