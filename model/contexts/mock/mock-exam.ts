import { defineDataset, field, label, notBefore } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { readableCode } from '../../rules/readable-code.ts';
import { common } from '../shared/fields.ts';
import { examAgent } from './exam-agent.ts';
import { examArea } from './exam-area.ts';
import { examInfo } from './exam-info.ts';
import { mockExamStatus, mockPayMode, ticketTemplate } from './mock.codes.ts';
import { readByAgencies } from './mock-fields.ts';

/**
 * Mock exams, from the draft to the published marks (domain H1, 3.7). Only its sessions record which categories sit an
 * exam, so that the two never differ.
 */
export const mockExam = defineDataset({
  name: 'mockExam',
  path: '/api/mock/base/exam',
  menu: { at: '/mock/exam', group: 'mock', icon: 'FormOutlined', order: 1 },
  tableId: 61,
  label: label('模拟考试', 'Mock exams'),
  fields: {
    examId: field.id({ label: label('考试ID', 'Exam ID') }),
    examName: field.text({ required: true, max: limits.name }),
    examNo: field.integer({
      label: label('考试序号', 'No. of the year'),
      min: 1,
      max: 999,
      readOnly: true,
    }),
    dataYear: field.year({ required: true, default: common.dataYear.default, lockedOnEdit: true }),
    partnersId: field.ref({ to: 'partners', required: true, lockedOnEdit: true }),
    provinceId: field.ref({ to: 'province', required: true, lockedOnEdit: true }),
    categoryNames: field.text({
      label: label('考试类别', 'Categories'),
      max: limits.path,
      elsewhere: true,
      readOnly: true,
    }),
    regStartTime: field.dateTime({ label: label('报名开始', 'Registration start'), required: true }),
    regEndTime: field.dateTime({ required: true }),
    examStartTime: field.dateTime({ label: label('考试开始', 'Exam start'), required: true }),
    examEndTime: field.dateTime({ label: label('考试结束', 'Exam end'), required: true }),
    ticketTime: field.dateTime({ label: label('准考证开放', 'Tickets from') }),
    ticketPattern: field.text({
      label: label('准考证号规则', 'Pattern of ticket numbers'),
      max: limits.name,
      private: true,
      readOnly: true,
    }),
    fee: field.money({ label: label('报名费', 'Fee'), default: '0.00', min: 0 }),
    payMode: field.code({ of: mockPayMode, default: 1 }),
    photoFlag: field.yesNo({ default: 1 }),
    doubleEntry: field.yesNo({
      label: label('双人录分', 'Marks entered twice'),
      default: 0,
      help: label(
        '每个成绩由两人分别录入，有差异的确定后才能发布',
        'Two people enter each mark; differences must be settled before publishing',
      ),
    }),
    regCode: field.text({
      label: label('报名码', 'Registration code'),
      max: 8,
      readOnly: true,
      generated: () => readableCode(6),
    }),
    printTemplate: field.code({
      label: label('准考证版式', 'Ticket page'),
      of: ticketTemplate,
      default: 'print',
    }),
    notice: field.richText({ label: label('考生须知', 'Notice to candidates') }),
    examStatus: field.code({ of: mockExamStatus, default: 0, required: true, readOnly: true }),
    seatPattern: field.yesNo({
      label: label('准考证号含座位', 'Ticket numbers contain the seat'),
      elsewhere: true,
      readOnly: true,
    }),
    publishFlag: field.yesNo({ label: label('成绩发布', 'Marks published'), default: 0, readOnly: true }),
    outdatedNum: field.integer({
      label: label('成绩有变人数', 'Outdated results'),
      elsewhere: true,
      readOnly: true,
      hiddenFrom: ['agency'],
      help: label(
        '已发布的总分或名次与现在不一致的考生数，如退费或退考之后',
        'Candidates whose published total or place is no longer right, such as after a refund',
      ),
    }),
    remark: common.remark,
  },
  naturalKey: ['dataYear', 'partnersId', 'examName'],
  uniqueKeys: [['regCode'], ['dataYear', 'provinceId', 'examNo']],
  identity: { name: 'examName', found: true },
  permissions: {
    prefix: 'mock:exam',
    actions: ['list', 'add', 'update', 'delete', 'export'],
  },
  scope: { partner: 'partnersId', province: 'provinceId', agency: readByAgencies, own: 'createBy' },
  checks: [notBefore('regStartTime', 'regEndTime'), notBefore('examStartTime', 'examEndTime')],
  details: [
    { of: examInfo, by: 'examId', label: label('科目', 'Subjects') },
    { of: examArea, by: 'examId', label: label('考区', 'Areas') },
    { of: examAgent, by: 'examId', label: label('机构', 'Agencies') },
  ],
  list: {
    columns: ['examNo', 'partnersId', 'categoryNames', 'fee', 'provinceId', 'outdatedNum'],
    point: ['examName', 'examStatus', 'publishFlag', 'regEndTime', 'examStartTime', 'regCode'],
    filters: ['examName', 'dataYear', 'provinceId', 'partnersId', 'examStatus', 'publishFlag', 'createTime'],
  },
  form: {
    groups: [
      {
        label: label('时间', 'Times'),
        fields: ['regStartTime', 'regEndTime', 'examStartTime', 'examEndTime', 'ticketTime'],
      },
      {
        label: label('报名与准考证', 'Registration and tickets'),
        fields: ['fee', 'payMode', 'photoFlag', 'doubleEntry', 'printTemplate', 'remark'],
      },
    ],
  },
  excel: { export: { with: ['categoryNames'] } },
});
