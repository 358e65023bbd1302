import { defineDataset, field, label } from '../../kernel/language.ts';
import { sittingState } from './exam.codes.ts';

/**
 * The work of one candidate in one subject: the paper that was given, from when until when, and the hand-in. The calls of
 * the apps write the rows (0.7, 26).
 */
export const examSitting = defineDataset({
  name: 'examSitting',
  path: '/api/exam/sitting',
  menu: { at: '/exam/sitting', group: 'exams', icon: 'FieldTimeOutlined', order: 7 },
  tableId: 77,
  label: label('考试作答', 'Sittings'),
  readOnly: true,
  fields: {
    sittingId: field.id({ label: label('作答ID', 'Sitting ID') }),
    examId: field.ref({ to: 'onlineExam', required: true }),
    applyId: field.ref({ label: label('考生', 'Candidate'), to: 'examApply', required: true }),
    subjectId: field.ref({ to: 'examSubject', required: true, within: ['examId'] }),
    paperId: field.ref({
      label: label('试卷', 'Paper'),
      to: 'examPaper',
      required: true,
      within: ['examId', 'subjectId'],
    }),
    sittingState: field.code({ label: label('作答状态', 'State'), of: sittingState, elsewhere: true }),
    answerNum: field.integer({ label: label('已答题数', 'Answered'), elsewhere: true }),
    startTime: field.dateTime({ label: label('开始作答', 'Began'), required: true }),
    endTime: field.dateTime({ label: label('截止时间', 'Until'), required: true }),
    submitTime: field.dateTime({ label: label('交卷时间', 'Submitted') }),
    score: field.decimal({ label: label('科目成绩', 'Mark'), scale: 2, min: 0, max: 99_999 }),
    skewMs: field.integer({
      label: label('时钟差（毫秒）', 'Clock difference, ms'),
      signed: true,
      max: 9_007_199_254_740_991,
      readOnly: true,
      private: true,
    }),
  },
  naturalKey: ['applyId', 'subjectId'],
  permissions: { prefix: 'exam:sitting', actions: ['list', 'export'] },
  scope: { through: 'applyId' },
  list: {
    columns: ['startTime', 'endTime', 'score', 'paperId'],
    point: ['applyId', 'examId', 'subjectId', 'sittingState', 'answerNum', 'submitTime'],
    filters: ['examId', 'subjectId', 'applyId', 'sittingState', 'startTime', 'submitTime'],
  },
  excel: {
    export: [
      ...(['sittingId', 'applyId', 'examId', 'subjectId', 'paperId', 'sittingState'] as const),
      ...(['answerNum', 'startTime', 'endTime', 'submitTime', 'score'] as const),
    ],
  },
});
