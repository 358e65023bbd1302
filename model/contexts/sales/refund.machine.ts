import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { limits } from '../../limits.ts';
import { registry } from '../datasets.ts';
import { refundKind } from './sales.codes.ts';

/**
 * A refund (domain 3.2): somebody other than the applicant approves it, or two people if the entitlement was already
 * used (0.7, 10); then the vendor returns the money, or a person confirms a manual refund. An application that leads
 * nowhere also ends: the applicant withdraws it, or a failed one is given up.
 */
export const refundSteps = defineSteps(
  registry.refund,
  'refundStatus',
  { start: 'applied', end: ['done'] },
  {
    audit: {
      move: { applied: ['processing', 'rejected', 'applied'] },
      label: label('审核', 'Review'),
      fourEyes: ['applyBy', 'firstAuditBy'],
      byHouse: true,
      inputs: {
        pass: field.yesNo({ label: label('审核结论', 'Decision'), required: true }),
        remark: field.text({ label: label('审核意见', 'Reason'), max: limits.remark }),
      },
      ask: label(
        '通过后立即退款；权益已使用的，须两人先后通过。驳回须填写意见',
        'Once approved, the money is refunded at once; if the entitlement has been used, two people have to approve. A rejection needs a reason',
      ),
      needs: {
        another: label('初审人不能再次审核', 'The person who approved it first cannot approve it again'),
      },
    },
    passBySelf: {
      move: { applied: 'processing' },
      label: label('自动通过', 'Approve by itself'),
      by: ['step'],
    },
    withdraw: {
      move: { applied: 'rejected' },
      label: label('撤回申请', 'Withdraw'),
      may: 'add',
      needs: { own: label('只有申请人可以撤回', 'Only its applicant can withdraw it') },
      ask: label('撤回后订单保持已支付，可重新申请', 'The order stays paid; you can request a refund again'),
    },
    // Money may be returned after a failure was reported or the refund was given up.
    succeed: {
      move: { processing: 'done', failed: 'done', rejected: 'done' },
      label: label('退款成功', 'Refunded'),
      by: ['step'],
      form: { channelRefundNo: 'optional', refundTime: 'optional' },
    },
    fail: {
      move: { processing: 'failed' },
      label: label('退款失败', 'Fail'),
      by: ['step'],
      form: { errorMsg: 'required' },
    },
    retry: {
      move: { failed: 'processing' },
      label: label('重试', 'Try again'),
      may: 'audit',
      byHouse: true,
    },
    confirm: {
      move: { processing: 'done', failed: 'done' },
      label: label('确认已线下退款', 'Refunded by hand'),
      may: 'audit',
      byHouse: true,
      form: { channelRefundNo: 'optional' },
      needs: {
        byHand: label(
          '支付渠道正在退款，请等待结果',
          'The payment vendor is processing the refund; wait for its result',
        ),
      },
      ask: label('确认款项已退给考生', 'Confirm that the money has been refunded to the candidate'),
    },
    giveUp: {
      move: { failed: 'rejected' },
      label: label('放弃退款', 'Give up'),
      may: 'audit',
      byHouse: true,
      form: { auditRemark: 'required' },
      needs: {
        applied: [
          row => row.refundKind !== refundKind.is.notOwed,
          label(
            '多收的款项必须退回，请重试或线下退款后确认',
            'Money that was not due has to be refunded: retry, or refund it offline and confirm',
          ),
        ],
        nothingGone: label(
          '已有部分款项退回，请重试或线下退清后确认',
          'Part of it has been refunded: retry, or refund the rest offline and confirm',
        ),
      },
      ask: label('款项不再退回，订单恢复为已支付', 'No money is refunded, and the order becomes paid again'),
      danger: true,
    },
    overpaid: {
      label: label('重复退款', 'Refunded twice'),
      by: ['step'],
      form: { errorMsg: 'required' },
    },
  },
);
