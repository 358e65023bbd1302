import { label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { limits } from '../../limits.ts';
import { registry } from '../datasets.ts';
import { upStatus as upStatuses } from '../sales/sales.codes.ts';

/**
 * The review of courses, and beside it their place on the shelf (domain 0.5 `@audit` and `@upStatus`, J1, 3.14). An
 * edit of a refused course, or of an approved one by somebody who may not review, sends it back to draft; it is then
 * sold no more until it is approved again. Edits of its lessons do the same.
 */
export const courseSteps = defineSteps(
  registry.course,
  'auditStatus',
  {
    start: 'draft',
    end: [],
    edit: {
      draft: 'all',
      submitted: ['orderNum'],
      approved: { fields: 'all', step: 'revise' },
      rejected: { fields: 'all', step: 'revise' },
    },
    delete: ['draft', 'approved', 'rejected'],
  },
  {
    submit: {
      move: { draft: 'submitted' },
      label: label('提交审核', 'Submit'),
      may: 'update',
      needs: { lessons: label('还没有启用的课时', 'It has no lesson that is enabled') },
      bulk: 'each',
    },
    withdraw: {
      move: { submitted: 'draft' },
      label: label('撤回', 'Take back'),
      may: 'update',
      bulk: 'each',
    },
    audit: {
      move: { submitted: ['approved', 'rejected'] },
      label: label('审核', 'Review'),
      inputs: {
        pass: field.yesNo({ label: label('审核结论', 'Decision'), required: true }),
        remark: field.text({ label: label('审核意见', 'Reason'), max: limits.remark }),
      },
      ask: label('驳回须填写意见', 'A rejection needs a reason'),
      alias: ['POST /audit'],
    },
    revise: {
      move: { approved: ['approved', 'draft'], rejected: 'draft' },
      label: label('修改', 'Revise'),
      may: 'update',
      by: ['step'],
    },
    putUp: {
      move: { approved: 'approved' },
      label: label('上架', 'Put online'),
      may: 'audit',
      needs: {
        down: [({ upStatus }) => upStatus === upStatuses.is.off, label('已经上架', 'It is online already')],
        priced: [
          ({ freeFlag, price }) => freeFlag === 1 || Number(price) > 0,
          label('收费课程须先填写售价', 'Enter a price first: the course is not free'),
        ],
      },
      ask: label('收费课程同时作为商品上架', 'A paid course goes on sale as goods at the same time'),
      bulk: 'each',
    },
    takeDown: {
      label: label('下架', 'Take offline'),
      may: 'audit',
      needs: {
        up: [({ upStatus }) => upStatus === upStatuses.is.on, label('还没有上架', 'It is not online')],
      },
      ask: label(
        '下架后不再出售，已购买的考生仍可观看',
        'It is no longer sold; candidates who bought it can still watch it',
      ),
      danger: true,
      bulk: 'each',
    },
  },
);
