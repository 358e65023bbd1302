import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common } from '../shared/fields.ts';
import { difficulty, questionType } from './exam.codes.ts';

/** Most questions of a paper. */
export const paperMax = 300;

/**
 * Papers of a subject: drawn from its questions by type and difficulty with a seed, or put together by hand. Of several
 * that are enabled each candidate gets one, always the same.
 */
export const examPaper = defineDataset({
  name: 'examPaper',
  path: '/api/exam/paper',
  menu: { at: '/exam/paper', group: 'exams', icon: 'FileDoneOutlined', order: 5 },
  label: label('试卷', 'Papers'),
  fields: {
    paperId: field.id({ label: label('试卷ID', 'Paper ID') }),
    examId: field.ref({ to: 'onlineExam', required: true, lockedOnEdit: true }),
    subjectId: field.ref({ to: 'examSubject', required: true, within: ['examId'], lockedOnEdit: true }),
    paperName: field.text({ label: label('试卷名称', 'Paper'), required: true, max: limits.name }),
    questionIds: field.refs({
      label: label('试题', 'Questions'),
      to: 'question',
      required: true,
      within: ['examId', 'subjectId'],
      max: paperMax,
    }),
    questionNum: field.integer({ label: label('题数', 'Questions'), default: 0, readOnly: true }),
    totalScore: field.decimal({ scale: 2, min: 0, max: 99_999, default: '0.00', readOnly: true }),
    seed: field.text({
      label: label('随机种子', 'Seed'),
      max: limits.shortName,
      readOnly: true,
      help: label('同一题库用同一种子抽出同一试卷', 'The same seed draws the same paper of the same bank'),
    }),
    picks: field.lines({
      label: label('抽题规则', 'What was drawn'),
      readOnly: true,
      of: {
        questionType: field.code({ label: label('题型', 'Type'), of: questionType, required: true }),
        difficulty: field.code({ label: label('难度', 'Difficulty'), of: difficulty }),
        num: field.integer({ label: label('题数', 'Questions'), required: true, min: 1, max: paperMax }),
      },
    }),
    status: common.status,
  },
  naturalKey: ['subjectId', 'paperName'],
  identity: { name: 'paperName', within: ['subjectId'], found: true },
  permissions: { prefix: 'exam:paper', actions: ['list', 'add', 'update', 'delete'] },
  scope: { province: { through: 'examId' }, rest: { common: 'papers are those of an exam of the house' } },
  list: {
    columns: ['seed', 'examId', 'createTime'],
    point: ['paperName', 'subjectId', 'questionNum', 'totalScore', 'status'],
    filters: ['examId', 'subjectId', 'paperName', 'status', 'createTime'],
  },
});
