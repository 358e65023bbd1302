import { label } from '../../kernel/label.ts';
import { defineSteps } from '../../kernel/steps.ts';
import { registry } from '../datasets.ts';

/** A person's decision on an answer that arrived late (0.7, 26). */
export const examLateSteps = defineSteps(
  registry.examLate,
  'lateState',
  { start: 'waiting', end: ['accepted', 'refused'] },
  {
    accept: {
      move: { waiting: 'accepted' },
      label: label('采纳', 'Accept'),
      may: 'audit',
      form: { auditRemark: 'optional' },
      ask: label(
        '该答案将替换试卷上序号较小的答案',
        'It replaces the answer with a lower sequence number on the paper',
      ),
      needs: {
        unmarked: label('该题已有人评阅', 'Somebody has marked this answer already'),
        unpublished: label('成绩已发布', 'The results are published'),
      },
      bulk: 'each',
    },
    refuse: {
      move: { waiting: 'refused' },
      label: label('不采纳', 'Refuse'),
      may: 'audit',
      form: { auditRemark: 'required' },
      danger: true,
      bulk: 'each',
    },
  },
);
