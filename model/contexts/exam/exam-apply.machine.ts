import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';
import { examPayStatus } from './exam.codes.ts';

const person = ['studentName', 'idNo', 'mobile', 'provinceId', 'highSchool'] as const;
/** Steps that leave the review where it is. */
const staying = { submitted: 'submitted', approved: 'approved', rejected: 'rejected' } as const;

const claimed = [
  ({ claimFlag }: { readonly claimFlag: number | null }) => claimFlag === 1,
  label('没有待核对的新手机号', 'No new number waits'),
] as const;

const beside = ['userId', 'teacherId', 'photo', 'works', 'remark'] as const;

/**
 * The review of an application (domain I5, 3.14), and what follows it: its money, its ticket number and its result. One
 * that was refused is submitted again by an edit.
 */
export const examApplySteps = defineSteps(
  registry.examApply,
  'auditStatus',
  {
    start: 'submitted',
    end: [],
    unused: ['draft'],
    edit: {
      submitted: 'all',
      approved: ['mobile', 'highSchool', 'userId', 'teacherId', 'photo', 'works', 'remark'],
      rejected: { fields: ['profId', ...person, ...beside], step: 'resubmit' },
    },
    delete: ['submitted', 'rejected'],
  },
  {
    pass: {
      move: { submitted: 'approved' },
      label: label('通过', 'Approve'),
      may: 'audit',
      form: { auditRemark: 'optional' },
      ask: label(
        '需缴费的将生成订单，免费的直接编准考证号',
        'If there is a fee, an order is placed; otherwise the ticket number is assigned at once',
      ),
      needs: { room: label('该专业的名额已满', 'All places of this major are taken') },
      bulk: 'each',
    },
    reject: {
      move: { submitted: 'rejected' },
      label: label('驳回', 'Refuse'),
      may: 'audit',
      form: { auditRemark: 'required' },
      danger: true,
      bulk: 'each',
    },
    resubmit: {
      move: { rejected: 'submitted' },
      label: label('重新提交', 'Submit again'),
      may: 'update',
      by: ['step', 'vendor'],
    },
    claim: {
      move: staying,
      label: label('用新手机号再次报名', 'Applied with a new number'),
      by: ['vendor'],
      form: { claimMobile: 'required' },
      needs: {
        first: [({ claimFlag }) => claimFlag === 0, label('已有待核对的新手机号', 'A number waits already')],
      },
    },
    takeNumber: {
      move: staying,
      label: label('换成新手机号', 'Take the new number'),
      may: 'audit',
      ask: label(
        '请先拨打原手机号或当面核对本人。换号后，考生用新手机号即可查到本次报名',
        'Call the former number or see the candidate first. With the new number the candidate then finds this application',
      ),
      needs: { claimed },
    },
    keepNumber: {
      move: staying,
      label: label('保留原手机号', 'Keep the former number'),
      may: 'audit',
      needs: { claimed },
    },
    bill: {
      move: { approved: 'approved' },
      label: label('重新下单', 'New order'),
      may: 'audit',
      ask: label(
        '原订单已关闭或退款后，为考生重新生成订单',
        'Places a new order for the candidate after the former one was closed or refunded',
      ),
      needs: {
        unpaid: [
          ({ payStatus }) => payStatus === examPayStatus.is.unpaid,
          label('已支付或免费', 'It is paid or free'),
        ],
        idle: label('还有待支付的订单', 'There is still an order waiting for payment'),
        open: label('考试已开始', 'The exam has begun'),
      },
    },
    settle: {
      move: { approved: 'approved' },
      label: label('缴费完成', 'Paid'),
      by: ['step'],
      form: { payStatus: 'required' },
    },
    unsettle: { move: { approved: 'approved' }, label: label('已退费', 'Refunded'), by: ['step'] },
    decide: {
      move: { approved: 'approved' },
      label: label('判定结果', 'Decide the result'),
      may: 'audit',
      form: { resultFlag: 'required', score: 'optional' },
      needs: {
        ended: label('考试还没有结束，或成绩已发布', 'The exam is not over, or its results are published'),
        within: label('分数超过各科满分之和', 'The marks are above the full marks of all subjects'),
      },
      bulk: 'each',
    },
    reopen: {
      move: { approved: 'approved' },
      label: label('成绩有变，重新待定', 'Opened again'),
      by: ['step'],
    },
    judge: {
      move: { approved: 'approved' },
      label: label('按线判定', 'Judged by the line'),
      by: ['step'],
      inputs: {
        line: field.decimal({
          label: label('总分合格线', 'Line of the total'),
          scale: 2,
          min: 0,
          max: 99_999,
          required: true,
        }),
      },
    },
  },
);
