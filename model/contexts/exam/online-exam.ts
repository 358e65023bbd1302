import { defineDataset, field, label, notBefore } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common } from '../shared/fields.ts';
import { examMode, examSwitch, onlineExamState } from './exam.codes.ts';
import { examApply } from './exam-apply.ts';
import { examProf } from './exam-prof.ts';
import { examSubject } from './exam-subject.ts';

/** Online exams and exams of schools with their registration, from the draft to the published results (domain I1). */
export const onlineExam = defineDataset({
  name: 'onlineExam',
  path: '/api/exam/exam',
  menu: { at: '/exam/exam', group: 'exams', icon: 'LaptopOutlined', order: 1 },
  label: label('在线考试', 'Online exams'),
  fields: {
    examId: field.id({ label: label('考试ID', 'Exam ID') }),
    examName: field.text({ required: true, max: limits.name }),
    schoolId: field.ref({ to: 'school', help: label('校考请选择院校', 'For an exam of a school') }),
    dataYear: field.year({ required: true, default: common.dataYear.default }),
    provinceId: field.ref({ to: 'province' }),
    mode: field.code({ label: label('形式', 'Form'), of: examMode, required: true }),
    applyStart: field.dateTime({ required: true }),
    applyEnd: field.dateTime({ required: true }),
    examStart: field.dateTime({ required: true }),
    examEnd: field.dateTime({ required: true }),
    fee: field.money({ label: label('报名费', 'Fee'), default: '0.00', min: 0 }),
    notice: field.richText({ label: label('考生须知', 'Notice to candidates') }),
    examState: field.code({ of: onlineExamState, default: 0, required: true, readOnly: true }),
    judgeLine: field.decimal({
      label: label('总分合格线', 'Line of the total'),
      scale: 2,
      min: 0,
      max: 99_999,
      readOnly: true,
      help: label('最近一次按线判定所用', 'The one that results were judged by last'),
    }),
    outdatedNum: field.integer({
      label: label('成绩有变人数', 'Outdated results'),
      elsewhere: true,
      readOnly: true,
      help: label(
        '已发布的结果与现在的答卷或答案不一致的考生数',
        'Candidates whose published result is no longer what their answers give',
      ),
    }),
    status: field.code({ of: examSwitch, default: 1 }),
  },
  naturalKey: ['dataYear', 'schoolId', 'examName'],
  identity: { name: 'examName', found: true },
  permissions: {
    prefix: 'exam:exam',
    actions: ['list', 'add', 'update', 'delete'],
    own: { publish: label('发布考试和成绩', 'Publish exams and results') },
  },
  scope: { province: 'provinceId', rest: { common: 'online exams are those of the house' } },
  checks: [
    notBefore('applyStart', 'applyEnd'),
    notBefore('applyEnd', 'examStart'),
    notBefore('examStart', 'examEnd'),
  ],
  details: [
    { of: examSubject, by: 'examId', label: label('科目', 'Subjects') },
    { of: examProf, by: 'examId', label: label('专业', 'Majors') },
    { of: examApply, by: 'examId', label: label('报名', 'Applications') },
  ],
  list: {
    point: ['examName', 'examState', 'mode', 'applyEnd', 'examStart', 'examEnd'],
    columns: ['schoolId', 'outdatedNum', 'applyStart', 'fee', 'status', 'dataYear', 'provinceId'],
    filters: ['examName', 'schoolId', 'dataYear', 'provinceId', 'mode', 'examState', 'status', 'examId'],
  },
  form: {
    groups: [
      { label: label('时间', 'Times'), fields: ['applyStart', 'applyEnd', 'examStart', 'examEnd'] },
      { label: label('收费与状态', 'Fee and status'), fields: ['fee', 'status'] },
    ],
  },
});
