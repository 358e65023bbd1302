import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { markState } from './exam.codes.ts';

const mark = (zh: string, en: string) => field.decimal({ label: label(zh, en), scale: 2, min: 0, max: 9999 });
const marker = (zh: string, en: string) =>
  field.ref({ label: label(zh, en), to: 'adminUser', protects: false, hiddenFrom: ['partner', 'agency'] });

/**
 * The answers of candidates (0.7, 26). Rules mark objective ones as they come. The marks of people appear here once the
 * answer is settled and not before, so that no marker sees those of another. Whose answer it is shows a separate code,
 * which people who mark do not hold.
 */
export const examAnswer = defineDataset({
  name: 'examAnswer',
  path: '/api/exam/answer',
  menu: { at: '/exam/answer', group: 'exams', icon: 'ProfileOutlined', order: 8 },
  tableId: 78,
  label: label('答卷', 'Answers'),
  readOnly: true,
  fields: {
    answerId: field.id({ label: label('答案ID', 'Answer ID') }),
    applyId: field.ref({
      label: label('考生', 'Candidate'),
      to: 'examApply',
      required: true,
      needs: 'exam:answer:name',
    }),
    examId: field.ref({ to: 'onlineExam', required: true }),
    subjectId: field.ref({ to: 'examSubject', required: true, within: ['examId'] }),
    questionId: field.ref({ label: label('试题', 'Question'), to: 'question', required: true }),
    seq: field.integer({ label: label('序号', 'Sequence'), required: true }),
    value: field.text({ label: label('答案', 'Answer'), max: limits.longText, multiline: true }),
    files: field.images({ label: label('作品', 'Works'), personal: true, shownBy: ['exam:answer:mark'] }),
    at: field.dateTime({ label: label('作答时间', 'Answered'), required: true }),
    markState: field.code({ label: label('评阅', 'Marking'), of: markState, required: true, default: 0 }),
    score: mark('第一评分', 'First mark'),
    markerId: marker('第一评卷人', 'First marker'),
    secondScore: mark('第二评分', 'Second mark'),
    secondMarkerId: marker('第二评卷人', 'Second marker'),
    thirdScore: mark('仲裁评分', 'Third mark'),
    thirdMarkerId: marker('仲裁人', 'Third marker'),
    finalScore: mark('得分', 'Final mark'),
    keyHash: field.integer({
      label: label('答案摘要', 'Digest of the key'),
      signed: true,
      readOnly: true,
      private: true,
    }),
  },
  naturalKey: ['applyId', 'questionId'],
  // Named by its own number, so that rows are distinguished by people who do not see whose they are.
  identity: { name: 'answerId', parts: ['subjectId', 'questionId', 'answerId'] },
  indexes: [['subjectId', 'markState']],
  permissions: {
    prefix: 'exam:answer',
    actions: ['list', 'export'],
    own: {
      mark: label('评卷', 'Mark answers'),
      name: label('查看答题考生', 'See whose answers they are'),
    },
  },
  scope: { through: 'applyId' },
  list: {
    columns: [
      ...([
        'at',
        'score',
        'markerId',
        'secondScore',
        'secondMarkerId',
        'thirdScore',
        'thirdMarkerId',
      ] as const),
      ...(['examId', 'seq'] as const),
    ],
    point: ['answerId', 'subjectId', 'questionId', 'applyId', 'value', 'markState', 'finalScore'],
    filters: [
      'examId',
      'subjectId',
      'applyId',
      'questionId',
      'markState',
      'markerId',
      'secondMarkerId',
      'at',
      'answerId',
    ],
  },
});
