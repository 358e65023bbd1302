import { filled } from '../../kernel/derived.ts';
import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { reviewStatus } from '../partner/partner.codes.ts';
import { common } from '../shared/fields.ts';
import { examPayStatus, examResult } from './exam.codes.ts';
import { examAnswer } from './exam-answer.ts';
import { examOrder } from './exam-order.ts';
import { examSitting } from './exam-sitting.ts';

/** Applications of candidates for majors of online exams: reviewed, paid, numbered, judged (domain I5, 3.14). */
export const examApply = defineDataset({
  name: 'examApply',
  path: '/api/exam/apply',
  menu: { at: '/exam/apply', group: 'exams', icon: 'SolutionOutlined', order: 6 },
  tableId: 47,
  label: label('考试报名', 'Exam applications'),
  fields: {
    applyId: field.id({ label: label('报名ID', 'Application ID') }),
    examId: field.ref({ to: 'onlineExam', required: true, lockedOnEdit: true }),
    profId: field.ref({ to: 'examProf', required: true, within: ['examId'] }),
    userId: field.ref({ label: label('考生账号', "Candidate's account"), to: 'wishUser' }),
    studentName: field.text({ required: true, max: limits.shortName }),
    idNo: field.text({ required: true, max: 18, format: 'idNumber' }),
    mobile: field.mobile({ required: true }),
    claimMobile: field.mobile({
      label: label('待核对的新手机号', 'New number to confirm'),
      readOnly: true,
      help: label(
        '有人用同一身份证号和这个手机号再次报名',
        'Somebody applied again with the same ID number and this mobile number',
      ),
    }),
    claimFlag: field.yesNo({
      label: label('换号待核对', 'New number waits'),
      required: true,
      default: 0,
      readOnly: true,
    }),
    provinceId: filled({ from: 'examId', what: 'provinceId' }, field.ref({ to: 'province' })),
    highSchool: field.text({ max: limits.name }),
    teacherId: field.ref({
      label: label('指导老师', 'Teacher'),
      to: 'adminUser',
      help: label('指导老师不评阅自己的学生', 'Teachers do not mark their own candidates'),
    }),
    photo: field.image({ personal: true }),
    works: field.images({ label: label('作品', 'Works'), personal: true }),
    auditStatus: field.code({ of: reviewStatus, required: true, default: 1, readOnly: true }),
    auditRemark: field.text({ max: limits.remark, readOnly: true }),
    auditBy: field.ref({ to: 'adminUser', readOnly: true, protects: false }),
    payStatus: field.code({ of: examPayStatus, required: true, default: 0, readOnly: true }),
    ticketNo: field.text({ max: 16, readOnly: true }),
    score: field.decimal({ label: label('总分', 'Total'), scale: 2, min: 0, max: 99_999, readOnly: true }),
    resultFlag: field.code({ of: examResult, required: true, default: 0, readOnly: true }),
    remark: common.remark,
  },
  naturalKey: ['examId', 'profId', 'idNo'],
  uniqueKeys: [['examId', 'ticketNo']],
  identity: { name: 'studentName', also: ['ticketNo', 'idNo'], found: true },
  permissions: {
    prefix: 'exam:apply',
    actions: ['list', 'add', 'update', 'delete', 'export'],
    own: { audit: label('审核报名与判定结果', 'Review applications, decide results') },
  },
  scope: {
    partner: { through: 'userId' },
    province: 'provinceId',
    agency: { through: 'userId' },
    own: { through: 'userId' },
  },
  details: [
    { of: examOrder, by: 'applyId', label: label('订单', 'Orders') },
    { of: examSitting, by: 'applyId', label: label('作答', 'Sittings') },
    { of: examAnswer, by: 'applyId', label: label('答案', 'Answers') },
  ],
  list: {
    columns: [
      ...(['score', 'resultFlag', 'idNo', 'mobile', 'provinceId', 'teacherId', 'auditRemark'] as const),
      ...(['claimFlag', 'remark', 'createTime'] as const),
    ],
    point: ['studentName', 'examId', 'profId', 'auditStatus', 'payStatus', 'ticketNo'],
    filters: [
      ...(['examId', 'profId', 'studentName', 'idNo', 'mobile', 'auditStatus', 'payStatus'] as const),
      ...(['provinceId', 'ticketNo', 'resultFlag', 'teacherId', 'userId', 'claimFlag'] as const),
      ...(['createTime', 'applyId'] as const),
    ],
  },
});
