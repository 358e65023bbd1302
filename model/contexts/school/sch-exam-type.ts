import { defineDataset, everyAction, field, label, notBefore } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common, ofCategory } from '../shared/fields.ts';
import { applyStatus, change, examType } from '../shared/shared.codes.ts';

/** The school exam calendar by province (spec sections 2, 3 and 5; domain C3). */
export const schExamType = defineDataset({
  name: 'schExamType',
  path: '/api/data/wish/sch/examType',
  menu: { at: '/sch/examType', group: 'schools', icon: 'CalendarOutlined', order: 3 },
  tableId: 10,
  label: label('学校考试类型', 'School exam calendar'),
  fields: {
    dataId: field.id(),
    ...ofCategory,
    schoolId: common.schoolId,
    roundNo: field.integer({
      label: label('轮次', 'Round'),
      default: 1,
      min: 1,
      max: 9,
      help: label('同一院校有两轮考试时填 2', 'Enter 2 for the second round of a school'),
    }),
    examType: field.code({ of: examType, required: true }),
    examTypeChange: field.code({ label: label('次年是否变化', 'Changes next year'), of: change, default: 0 }),
    startTime: field.dateTime({ label: label('报名开始', 'Registration start') }),
    endTime: field.dateTime({ label: label('报名结束', 'Registration end') }),
    onlineExamStartTime: field.dateTime({ label: label('考试开始', 'Exam start') }),
    onlineExamEndTime: field.dateTime({ label: label('考试结束', 'Exam end') }),
    examTime: field.text({ label: label('考试时间说明', 'Exam time note'), max: limits.remark }),
    applyStatus: field.code({
      label: label('报名状态', 'Registration'),
      of: applyStatus,
      help: label('留空时按报名时间自动判断', 'Left empty, it follows the registration times'),
    }),
    remark: common.remark,
    onlineSchoolRemark: field.text({
      label: label('线上院校备注', 'Online school remark'),
      max: limits.remark,
    }),
    onlineSchoolInfoUrl: field.richText({ label: label('线上院校信息', 'Online school information') }),
    examInfo: field.richText({ label: label('考试信息', 'Exam information') }),
    subject: field.richText({ label: label('考试科目', 'Exam subjects') }),
    orderNum: common.orderNum,
  },
  naturalKey: ['dataYear', 'provinceId', 'jointCategoryId', 'schoolId', 'roundNo'],
  // The most common filter: an index-only scan counts such rows.
  indexes: [['dataYear', 'provinceId', 'examType']],
  checks: [notBefore('startTime', 'endTime'), notBefore('onlineExamStartTime', 'onlineExamEndTime')],
  permissions: { prefix: 'sch:examType', actions: everyAction },
  dataChecks: true,
  scope: { province: 'provinceId', rest: { common: 'the calendar is reference data' } },
  list: {
    point: ['schoolId', 'applyStatus', 'startTime', 'endTime', 'examType'],
    hidden: ['roundNo'],
    without: ['onlineExamStartTime', 'onlineExamEndTime', 'examTime', 'onlineSchoolRemark'],
    filters: [
      'dataId',
      'provinceId',
      'jointCategoryId',
      'schoolId',
      'dataYear',
      'examType',
      'applyStatus',
      'endTime',
    ],
    // The buttons that spec section 3 names for this page.
    tools: [
      ...(['add', 'import', 'export', 'batchUpdate', 'batchDelete'] as const),
      ...(['exportFields', 'template', 'check'] as const),
    ],
  },
  groups: ['dataYear', 'provinceId', 'examType', 'applyStatus', 'startTime'],
  excel: {
    batchUpdate: { without: ['onlineSchoolInfoUrl', 'examInfo', 'subject'] },
    jobs: { import: 50, export: 30, batchUpdate: 70 },
  },
});
