import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { limits } from '../../limits.ts';
import { registry } from '../datasets.ts';
import { closing, paying } from '../sales/order-steps.ts';

/** The life cycle of a code purchase (domain 3.1, G4). Paying it makes its codes; a refund voids as many of them. */
export const cardOrderSteps = defineSteps(
  registry.cardOrder,
  'status',
  { start: 'pending', end: ['closed', 'refunded'] },
  {
    pay: {
      ...paying,
      by: ['person', 'vendor'],
      // Who buys does not say that the money has come.
      byHouse: true,
      needs: {
        owned: label('合伙人已停用，不能再采购', 'The partner is disabled and cannot buy'),
      },
      ask: label(
        '确认款项已收到；将立即生成激活码',
        'Payment has been received; the codes are generated at once',
      ),
    },
    close: {
      ...closing,
      may: 'update',
      by: ['person', 'clock'],
      ask: label('关闭后不能再支付', 'It can no longer be paid'),
    },
    /** The buyer gives up a purchase that is not paid. */
    withdraw: {
      move: { pending: 'closed' },
      label: label('取消采购', 'Cancel the purchase'),
      may: 'add',
      needs: {
        own: label('只有采购方可以取消自己的订单', 'Only the buyer can cancel its purchase'),
      },
      ask: label('取消后不能再支付', 'It can no longer be paid'),
    },
    beginRefund: {
      move: { paid: 'refunding' },
      label: label('开始退款', 'Refund begins'),
      by: ['step'],
      inputs: {
        asked: field.money({ label: label('退款金额', 'Refund amount'), required: true }),
        refundNo: field.text({ required: true, max: limits.shortName }),
      },
    },
    endRefund: {
      move: { refunding: ['paid', 'refunded'] },
      label: label('退款结束', 'Refund ends'),
      by: ['step'],
      inputs: {
        refunded: field.money({ label: label('退款金额', 'Refunded'), required: true }),
        refundNo: field.text({ required: true, max: limits.shortName }),
      },
    },
    remark: { label: label('备注', 'Remark'), may: 'update', form: { remark: 'optional' } },
  },
);
