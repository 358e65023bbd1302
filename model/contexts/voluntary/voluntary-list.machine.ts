import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/** A voluntary list from draft to review (domain 3.14); a refused one is reopened and changed. */
export const voluntaryListSteps = defineSteps(
  registry.voluntaryList,
  'listStatus',
  {
    start: 'draft',
    end: ['reviewed'],
    edit: { draft: 'all', submitted: ['teacherId', 'remark'], reviewed: ['teacherId', 'remark'] },
    delete: ['draft', 'rejected'],
  },
  {
    submit: {
      move: { draft: 'submitted' },
      label: label('提交审核', 'Submit'),
      may: 'update',
      bulk: 'each',
      needs: {
        filled: label('还没有填报志愿', 'There are no choices yet'),
        room: label('志愿数超过了批次规定的个数', 'There are more choices than the batch allows'),
        subjects: label(
          '有志愿的选科要求与考生的选科不符，请先更换',
          'Some choices require subjects that the candidate does not take; replace them first',
        ),
      },
    },
    approve: {
      move: { submitted: 'reviewed' },
      label: label('审核通过', 'Approve'),
      may: 'audit',
      form: { auditRemark: 'optional' },
      bulk: 'each',
      needs: {
        subjects: label(
          '有志愿的选科要求与考生的选科不符，请先驳回更换',
          'Some choices require subjects that the candidate does not take; reject the list so that they are replaced',
        ),
      },
    },
    reject: {
      move: { submitted: 'rejected' },
      label: label('驳回', 'Reject'),
      may: 'audit',
      form: { auditRemark: 'required' },
      danger: true,
      bulk: 'each',
    },
    reopen: {
      move: { rejected: 'draft' },
      label: label('重新编辑', 'Open again'),
      may: 'update',
      bulk: 'each',
    },
  },
);
