import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { limits } from '../../limits.ts';
import { compare } from '../../rules/money.ts';
import { registry } from '../datasets.ts';
import { closing, paying, refunding } from '../sales/order-steps.ts';
import { orderStatus } from '../sales/sales.codes.ts';
import { lastStage, lastUnpaidStage, serviceStage as serviceStages } from './abroad.codes.ts';

/** The service moves while the order waits for its money or has it, and changes nothing of that (domain 3.1). */
const served = { pending: 'pending', paid: 'paid' } as const;

const ended = label('服务已结案，不能再变更阶段', 'The file is closed; its stage can no longer be changed');

/**
 * The life cycle of an order of a programme (domain 3.1), and beside it the stages of its service, which two
 * steps take one at a time (3.14): forward, or back with a reason. Money and service meet in one place: what follows
 * the signing is done for paid orders alone.
 */
export const abroadOrderSteps = defineSteps(
  registry.abroadOrder,
  'status',
  { start: 'pending', end: ['closed', 'refunded'] },
  {
    pay: {
      ...paying,
      by: ['person', 'vendor', 'step'],
      ask: label('确认已收到全部款项', 'Full payment has been received'),
    },
    close: {
      ...closing,
      by: ['person', 'clock'],
      ask: label('关闭后不能再支付', 'It can no longer be paid'),
    },
    void: {
      move: { paid: 'refunded' },
      label: label('作废', 'Void'),
      may: 'refund',
      inputs: { reason: field.text({ max: limits.remark, required: true }) },
      needs: {
        free: [
          row => compare(row.payAmount, '0') === 0,
          label('订单有实付金额，请申请退款', 'This order has been paid: apply for a refund instead'),
        ],
      },
      danger: true,
    },
    ...refunding,
    advance: {
      move: served,
      label: label('进入下一阶段', 'Next stage'),
      may: 'stage',
      inputs: { note: field.text({ label: label('办理说明', 'What was done'), max: limits.remark }) },
      needs: {
        open: [({ serviceStage }) => serviceStage < lastStage, ended],
        paid: [
          ({ serviceStage, status }) => serviceStage < lastUnpaidStage || status === orderStatus.is.paid,
          label('签约之后的阶段须先付款', 'Stages after the signing require payment first'),
        ],
      },
      bulk: 'each',
    },
    stepBack: {
      move: served,
      label: label('退回上一阶段', 'Back one stage'),
      may: 'stage',
      inputs: {
        reason: field.text({ label: label('退回原因', 'Reason'), required: true, max: limits.remark }),
      },
      needs: {
        open: [({ serviceStage }) => serviceStage < lastStage, ended],
        begun: [
          ({ serviceStage }) => serviceStage > serviceStages.is.consulting,
          label('已是第一个阶段', 'It is already at the first stage'),
        ],
      },
      danger: true,
    },
    handOver: {
      label: label('转交顾问', 'Hand over'),
      may: 'stage',
      form: { consultantId: 'required' },
      needs: {
        known: label(
          '该顾问已停用，或不在您的数据范围内',
          'This consultant is disabled, or outside your data scope',
        ),
      },
      bulk: 'each',
    },
    remark: {
      label: label('备注', 'Remark'),
      may: 'stage',
      form: { remark: 'optional' },
      alias: ['PUT /'],
    },
  },
);
