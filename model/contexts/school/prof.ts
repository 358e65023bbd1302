import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common, orderAndStatus } from '../shared/fields.ts';
import { jointParent } from '../shared/shared.codes.ts';

/** The dictionary of majors, by the catalogue of the ministry (domain C5). */
export const prof = defineDataset({
  name: 'prof',
  path: '/api/data/wish/prof',
  menu: { at: '/wish/prof', group: 'schools', icon: 'BookOutlined', order: 5 },
  tableId: 7,
  label: label('专业库', 'Majors'),
  fields: {
    profId: field.id({ label: label('专业ID', 'Major ID') }),
    profCode: field.text({ label: label('专业代码', 'Code'), max: 10 }),
    profName: field.text({ required: true, max: limits.name }),
    diploma: common.diploma,
    categoryId: field.ref({ label: label('学科门类', 'Discipline'), to: 'typeDict', where: { typeFlag: 2 } }),
    typeId: field.ref({ label: label('专业类', 'Group'), to: 'typeDict', where: { typeFlag: 3 } }),
    degree: field.text({ label: label('授予学位', 'Degree'), max: limits.shortName }),
    duration: field.integer({ label: label('学制(年)', 'Years'), default: 4, min: 1, max: 10 }),
    artFlag: field.yesNo({ label: label('艺术类', 'Arts'), default: 1 }),
    jointParent: field.code({ label: label('对应统考大类', 'Family of joint exams'), of: jointParent }),
    intro: field.richText({ label: label('专业介绍', 'About the major') }),
    courseInfo: field.text({
      label: label('主干课程', 'Main courses'),
      max: limits.longText,
      multiline: true,
    }),
    jobInfo: field.text({ label: label('就业方向', 'Careers'), max: limits.longText, multiline: true }),
    ...orderAndStatus,
  },
  naturalKey: ['profName', 'diploma'],
  identity: { open: true, also: ['profCode'], found: true },
  permissions: { prefix: 'wish:prof', actions: everyAction },
  lookUps: [{ at: '/api/data/wish/prof/search', fields: ['profId', 'profName'], limit: limits.searchMax }],
  scope: { common: 'majors are reference data' },
  list: {
    point: ['diploma', 'categoryId', 'artFlag', 'status'],
    hidden: ['degree', 'orderNum'],
    without: ['courseInfo', 'jobInfo'],
    filters: [
      ...(['profName', 'profCode', 'diploma', 'categoryId', 'typeId', 'artFlag', 'jointParent'] as const),
      ...(['profId', 'status'] as const),
    ],
  },
  excel: { import: { without: ['intro'] }, batchUpdate: { without: ['courseInfo', 'jobInfo'] } },
});
