import { registry } from '../../datasets/index.ts';
import { field } from '../../kernel/field.ts';
import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { limits } from '../../limits.ts';

/**
 * A refund (domain 3.2): somebody else than the applicant approves it, two people where the entitlement was used already
 * (0.7, 10), then the vendor gives the money back, or a person says that it was given back by hand.
 */
export const refundSteps = defineSteps(
  registry.refund,
  'refundStatus',
  { start: 'applied', end: ['done', 'rejected'] },
  {
    audit: {
      move: { applied: ['processing', 'rejected', 'applied'] },
      label: label('审核', 'Review'),
      fourEyes: 'applyBy',
      inputs: {
        pass: field.yesNo({ label: label('审核结论', 'Decision'), required: true }),
        remark: field.text({ label: label('审核意见', 'Reason'), max: limits.remark }),
      },
      ask: label(
        '通过后立即退款；权益已使用的，须两人先后通过。驳回须填写意见',
        'The money goes back at once; where the entitlement was used two people approve. A refusal needs its reason',
      ),
      needs: {
        another: label('初审人不能再次审核', 'Whoever approved it first cannot approve it again'),
      },
    },
    passBySelf: {
      move: { applied: 'processing' },
      label: label('自动通过', 'Approve by itself'),
      by: ['step'],
    },
    // Money may go though a failure was told before.
    succeed: {
      move: { processing: 'done', failed: 'done' },
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
    retry: { move: { failed: 'processing' }, label: label('重试', 'Try again'), may: 'audit' },
    confirm: {
      move: { processing: 'done', failed: 'done' },
      label: label('确认已线下退款', 'Refunded by hand'),
      may: 'audit',
      form: { channelRefundNo: 'optional' },
      needs: {
        byHand: label('支付渠道正在退款，请等待结果', 'The payment vendor is at it; wait for its answer'),
      },
      ask: label('确认款项已退给考生', 'The money has gone back to the candidate'),
    },
  },
);
