import { defineDataset, everyAction, field, label, notBefore } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common, ofYear, orderAndStatus } from '../shared/fields.ts';
import { scheduleType } from './school.codes.ts';

/** The dates on the way to college, by province (domain C7). */
export const scheduleExam = defineDataset({
  name: 'scheduleExam',
  path: '/api/base/schedule/exam',
  menu: { at: '/base/schedule', group: 'schools', icon: 'ScheduleOutlined', order: 6 },
  tableId: 25,
  label: label('考试日程', 'Exam schedule'),
  fields: {
    scheduleId: field.id({ label: label('日程ID', 'Schedule ID') }),
    ...ofYear,
    jointCategoryId: field.ref({ to: 'jointCategory', within: ['dataYear', 'provinceId'] }),
    schoolId: field.ref({ to: 'school' }),
    scheduleType: field.code({ label: label('类型', 'Kind'), of: scheduleType, required: true }),
    title: field.text({ required: true, max: limits.name }),
    startTime: field.dateTime({ required: true }),
    endTime: field.dateTime(),
    url: field.text({ label: label('链接', 'Link'), max: limits.path, format: 'url' }),
    remindFlag: field.yesNo({ label: label('提醒', 'Reminder'), default: 1 }),
    ...orderAndStatus,
    remark: common.remark,
  },
  naturalKey: ['dataYear', 'provinceId', 'scheduleType', 'title', 'schoolId'],
  identity: { name: 'title' },
  checks: [notBefore('startTime', 'endTime')],
  permissions: { prefix: 'base:schedule', actions: everyAction },
  scope: { province: 'provinceId', rest: { common: 'the schedule is reference data' } },
  list: {
    point: ['title', 'schoolId', 'startTime', 'endTime', 'status'],
    hidden: ['orderNum', 'remark'],
    without: ['url'],
    filters: [
      ...(['dataYear', 'provinceId', 'scheduleType', 'title', 'jointCategoryId', 'schoolId'] as const),
      ...(['scheduleId', 'status'] as const),
    ],
  },
  groups: ['scheduleType', 'startTime'],
  excel: {
    kinds: [
      {
        type: 2501,
        label: label('起止时间一列', 'Start and end in a column'),
        sets: {},
        combines: [
          { label: label('考试时间', 'Exam time'), form: 'timeSpan', fields: ['startTime', 'endTime'] },
        ],
      },
    ],
  },
});
