import { filled } from '../../kernel/derived.ts';
import { defineDataset, everyAction, field, label, notBefore } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common } from '../shared/fields.ts';
import { examType, schoolLevel } from '../shared/shared.codes.ts';

/**
 * Schools that take the unified exam, their own exam, or both (spec sections 2 to 6 and 9; domain C2). A row describes
 * the school's exam, so its key is the school's.
 */
export const examSchool = defineDataset({
  name: 'examSchool',
  path: '/api/data/wish/sch/school',
  menu: { at: '/sch/school', group: 'schools', icon: 'BankOutlined', order: 2 },
  key: 'schoolId',
  tableId: 23,
  label: label('考试院校', 'Exam schools'),
  fields: {
    schoolId: field.ref({
      label: label('院校ID', 'School ID'),
      to: 'school',
      required: true,
      lockedOnEdit: true,
    }),
    provinceId: filled(
      { from: 'schoolId', what: 'provinceId' },
      field.ref({ label: label('省份', 'Province'), to: 'province', required: true, lockedOnEdit: true }),
    ),
    schoolNo: filled(
      { from: 'schoolId', what: 'schoolNo' },
      field.text({
        label: label('院校代码', 'School code'),
        required: true,
        max: 10,
        lockedOnEdit: true,
      }),
    ),
    // A stored text, which also serves as the reference's name.
    schoolName: filled(
      { from: 'schoolId', what: 'schoolName' },
      field.text({ required: true, max: limits.name, lockedOnEdit: true }),
    ),
    examType: field.code({ of: examType, required: true, radios: true }),
    schoolLevel: filled(
      { from: 'schoolId', what: 'schoolLevel' },
      field.code({ label: label('院校层次', 'Level'), of: schoolLevel, radios: true }),
    ),
    dataStatus: { ...common.status, label: label('启用', 'Enabled') },
    examInfo: field.richText({ label: label('考试信息', 'Exam information') }),
    subject: field.richText({ label: label('考试科目', 'Exam subjects') }),
    tagNames: field.text({ label: label('院校标签', 'Tags'), max: limits.path }),
    askUrl: field.text({ label: label('咨询地址', 'Questions at'), max: limits.path, format: 'url' }),
    admissionYear: field.year({ label: label('招生年份', 'Admission year') }),
    admissionNum: field.integer({ label: label('招生人数', 'Places'), min: 0, max: 1_000_000 }),
    startTime: field.dateTime({ label: label('报名开始', 'Registration start') }),
    endTime: field.dateTime({ label: label('报名结束', 'Registration end') }),
    parentId: field.ref({ label: label('上级', 'Above'), to: 'examSchool' }),
  },
  naturalKey: ['schoolId'],
  identity: { name: 'schoolName', also: ['schoolNo'], found: true },
  parent: 'parentId',
  checks: [notBefore('startTime', 'endTime')],
  permissions: { prefix: 'sch:school', actions: everyAction },
  scope: { province: 'provinceId', rest: { common: 'what schools say of their exams is reference data' } },
  list: {
    columns: ['schoolId', 'schoolName', 'tagNames', 'provinceId', 'schoolLevel'],
    hidden: ['schoolNo', 'examType', 'dataStatus'],
    filters: ['schoolId', 'provinceId', 'schoolName', { field: 'examType', as: 'examTypeValue' }],
    open: 3,
    tools: ['add'],
  },
  form: {
    groups: [
      {
        label: label('更多信息', 'More'),
        fields: ['tagNames', 'askUrl', 'admissionYear', 'admissionNum', 'startTime', 'endTime', 'parentId'],
        as: 'folded',
      },
    ],
  },
  excel: { import: { without: ['examInfo', 'subject'] } },
});
