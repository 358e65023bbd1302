import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/** The review of a template, by a second person or by the vendor's own answer (domain M6, 0.5 `@audit`). */
export const smsTemplateSteps = defineSteps(
  registry.smsTemplate,
  'auditStatus',
  {
    start: 'draft',
    end: [],
    edit: {
      draft: 'all',
      submitted: ['remark', 'status'],
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
    },
    approve: {
      move: { submitted: 'approved' },
      label: label('通过', 'Approve'),
      may: 'audit',
      by: ['person', 'vendor'],
      form: { auditRemark: 'optional' },
      fourEyes: 'submitBy',
      byHouse: true,
    },
    reject: {
      move: { submitted: 'rejected' },
      label: label('驳回', 'Reject'),
      may: 'audit',
      by: ['person', 'vendor'],
      form: { auditRemark: 'required' },
      danger: true,
    },
    revise: {
      move: { approved: 'draft', rejected: 'draft' },
      label: label('修改', 'Revise'),
      may: 'update',
      by: ['step'],
    },
  },
);
