import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { limits } from '../../limits.ts';
import { registry } from '../datasets.ts';
import { closing, paidForm, paying, refunding } from '../sales/order-steps.ts';

/** The life cycle of a mock exam order (domain 3.1, 3.7). The candidate's registration follows it. */
export const mockOrderSteps = defineSteps(
  registry.mockOrder,
  'status',
  { start: 'pending', end: ['closed', 'refunded'], delete: ['pending', 'closed', 'refunded'] },
  {
    pay: {
      ...paying,
      by: ['person', 'vendor', 'step'],
      form: { ...paidForm, batchNo: 'optional' },
      ask: label(
        '确认款项已收到；机构统付时请填写批次，可一次选中多张订单',
        'Payment has been received. If an agency pays for several, enter the batch; you can select all of its orders at once',
      ),
      bulk: 'each',
    },
    close: {
      ...closing,
      may: 'update',
      by: ['person', 'clock', 'step'],
      ask: label('考生的报名随之取消', "The candidate's registration is cancelled with it"),
    },
    /** Applies for all of the money (0.7, 21); an order that cost nothing ends at once. */
    refund: {
      move: { paid: ['paid', 'refunded'] },
      label: label('申请退费', 'Refund'),
      inputs: {
        reason: field.text({ max: limits.remark, required: true }),
        force: field.yesNo({
          label: label('报名截止后仍退费', 'Refund after registration has closed'),
          default: 0,
        }),
      },
      ask: label(
        '提交后由另一人审核，已编排的须两人先后审核；退款到账后，考生的准考证号和座位随之释放',
        "Somebody else reviews it (two people once a seat is arranged); when the refund is complete, the candidate's ticket number and seat are released",
      ),
      needs: {
        early: label(
          '报名已截止，如仍要退费请选择“报名截止后仍退费”',
          'Registration has closed; to refund anyway, choose “Refund after registration has closed”',
        ),
        before: label('考试已结束，不能退费', 'The exam is over; no more refunds'),
      },
      danger: true,
    },
    ...refunding,
  },
);
