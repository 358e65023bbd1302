import { defineDataset, field, label, notAbove, notBefore } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common, scoreOf } from '../shared/fields.ts';
import { examScoreMode } from './exam.codes.ts';

/** Subjects of an online exam, with the people who mark them (domain I3; 0.7, 26). */
export const examSubject = defineDataset({
  name: 'examSubject',
  path: '/api/exam/subject',
  menu: { at: '/exam/subject', group: 'exams', icon: 'BookOutlined', order: 3 },
  label: label('在线考试科目', 'Subjects of online exams'),
  fields: {
    subjectId: field.id({ label: label('科目ID', 'Subject ID') }),
    examId: field.ref({ to: 'onlineExam', required: true, lockedOnEdit: true }),
    subjectName: field.text({ required: true, max: limits.shortName }),
    fullScore: field.decimal({ scale: 2, min: 1, max: 9999, default: '100.00' }),
    passScore: scoreOf(label('合格分', 'Pass mark')),
    durationMin: field.integer({
      label: label('时长(分)', 'Minutes'),
      min: 1,
      max: 1_440,
      help: label(
        '从考生开始作答算起；留空则到考试结束',
        'From the first page on. Left empty: until the end',
      ),
    }),
    startTime: field.dateTime({ help: label('留空为考试开始', 'Left empty: the start of the exam') }),
    endTime: field.dateTime({ help: label('留空为考试结束', 'Left empty: the end of the exam') }),
    scoreMode: field.code({ of: examScoreMode, default: 1 }),
    markBound: field.decimal({
      label: label('允许分差', 'Difference allowed'),
      scale: 2,
      min: 0,
      max: 9999,
      default: '2.00',
      help: label(
        '两名评卷人给一题的分数相差超过此值时，由第三人评定',
        'If the two marks of an answer differ by more than this, a third person marks it',
      ),
    }),
    markerIds: field.refs({
      label: label('评卷人', 'Markers'),
      to: 'adminUser',
      help: label(
        '简答和作品各由两人独立评阅',
        'Each short answer and work is marked by two people independently',
      ),
    }),
    arbiterIds: field.refs({ label: label('仲裁人', 'Third markers'), to: 'adminUser' }),
    orderNum: common.orderNum,
  },
  naturalKey: ['examId', 'subjectName'],
  identity: { name: 'subjectName' },
  permissions: { prefix: 'exam:subject', actions: ['list', 'add', 'update', 'delete'] },
  scope: { province: { through: 'examId' }, rest: { common: 'subjects are those of an exam of the house' } },
  checks: [
    notBefore('startTime', 'endTime'),
    notAbove(
      'passScore',
      'fullScore',
      label('合格分不能高于满分', 'The pass mark cannot be above the full mark'),
    ),
  ],
  list: {
    point: ['subjectName', 'examId', 'fullScore', 'durationMin', 'scoreMode'],
    filters: ['examId', 'subjectName', 'scoreMode', 'startTime', 'subjectId'],
    sort: ['-examId', 'orderNum'],
  },
  form: {
    groups: [
      { label: label('时间', 'Times'), fields: ['durationMin', 'startTime', 'endTime'] },
      { label: label('评卷', 'Marking'), fields: ['scoreMode', 'markBound', 'markerIds', 'arbiterIds'] },
    ],
  },
});
