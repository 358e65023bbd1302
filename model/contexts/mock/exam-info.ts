import { defineDataset, field, label, notAbove, notBefore } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common, scoreOf } from '../shared/fields.ts';
import { ofExam, ownedByExam } from './mock-fields.ts';

/** Sessions of a mock exam, with their times, by category (domain H2). */
export const examInfo = defineDataset({
  name: 'examInfo',
  path: '/api/mock/base/exam_info',
  menu: { at: '/mock/examInfo', group: 'mock', icon: 'HighlightOutlined', order: 2 },
  label: label('考试科目', 'Subjects'),
  fields: {
    infoId: field.id({ label: label('科目ID', 'Session ID') }),
    examId: ofExam.examId,
    partnersId: ofExam.partnersId,
    dataYear: ofExam.dataYear,
    provinceId: ofExam.provinceId,
    jointCategoryId: common.jointCategoryId,
    subjectName: field.text({ required: true, max: limits.shortName }),
    fullScore: field.decimal({ scale: 2, min: 1, max: 9999, default: '100.00' }),
    passScore: scoreOf(label('合格分', 'Pass mark')),
    startTime: field.dateTime({ required: true }),
    endTime: field.dateTime({ required: true }),
    weight: field.decimal({
      label: label('权重', 'Weight'),
      scale: 4,
      min: 0,
      max: 100,
      default: '1.0000',
      help: label('总分为各科成绩乘权重之和', 'The total is the sum of marks times weights'),
    }),
    orderNum: common.orderNum,
    notice: field.text({ max: limits.path }),
  },
  naturalKey: ['examId', 'jointCategoryId', 'subjectName'],
  identity: { name: 'subjectName' },
  permissions: { prefix: 'mock:examinfo', actions: ['list', 'add', 'update', 'delete'] },
  scope: { ...ownedByExam, province: 'provinceId' },
  checks: [
    notBefore('startTime', 'endTime'),
    notAbove(
      'passScore',
      'fullScore',
      label('合格分不能高于满分', 'The pass mark cannot be above the full mark'),
    ),
  ],
  list: {
    point: ['subjectName', 'examId', 'startTime', 'endTime', 'fullScore'],
    without: ['dataYear', 'provinceId'],
    filters: [
      'examId',
      'jointCategoryId',
      'subjectName',
      'provinceId',
      'dataYear',
      'startTime',
      'partnersId',
    ],
    sort: ['-examId', 'startTime', 'orderNum'],
  },
});
