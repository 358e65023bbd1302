import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { lateReason, lateState } from './exam.codes.ts';

/** Answers that were given in time and arrived late; a person decides on each (0.7, 26). */
export const examLate = defineDataset({
  name: 'examLate',
  path: '/api/exam/late',
  menu: { at: '/exam/late', group: 'exams', icon: 'ClockCircleOutlined', order: 10 },
  tableId: 79,
  label: label('迟到答案', 'Late answers'),
  readOnly: true,
  fields: {
    lateId: field.id({ label: label('迟到ID', 'Late answer ID') }),
    applyId: field.ref({ label: label('考生', 'Candidate'), to: 'examApply', required: true }),
    examId: field.ref({ to: 'onlineExam', required: true }),
    subjectId: field.ref({ to: 'examSubject', required: true, within: ['examId'] }),
    questionId: field.ref({ label: label('试题', 'Question'), to: 'question', required: true }),
    seq: field.integer({ label: label('序号', 'Sequence'), required: true }),
    value: field.text({ label: label('答案', 'Answer'), max: limits.longText, multiline: true }),
    files: field.images({ label: label('作品', 'Works'), personal: true }),
    at: field.dateTime({ label: label('作答时间', 'Answered'), required: true }),
    receiveTime: field.dateTime({ label: label('到达时间', 'Arrived'), required: true }),
    lateReason: field.code({ label: label('原因', 'Why'), of: lateReason, required: true }),
    lateState: field.code({ label: label('处理', 'Decision'), of: lateState, required: true, default: 0 }),
    auditBy: field.ref({ to: 'adminUser', protects: false, hiddenFrom: ['partner', 'agency'] }),
    auditRemark: field.text({ max: limits.remark }),
  },
  uniqueKeys: [
    {
      fields: ['applyId', 'questionId'],
      where: { lateState: [0] },
      message: label('该题已有待处理的迟到答案', 'A late answer to this question waits already'),
    },
  ],
  identity: { name: 'applyId' },
  permissions: {
    prefix: 'exam:late',
    actions: ['list', 'export'],
    own: { audit: label('处理迟到答案', 'Decide on late answers') },
  },
  scope: { through: 'applyId' },
  list: {
    columns: ['lateReason', 'subjectId', 'auditBy', 'auditRemark', 'examId', 'seq'],
    point: ['applyId', 'questionId', 'value', 'at', 'receiveTime', 'lateState'],
    filters: ['examId', 'subjectId', 'applyId', 'questionId', 'lateState', 'lateReason', 'receiveTime'],
  },
});
