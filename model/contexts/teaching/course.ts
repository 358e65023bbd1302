import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { reviewStatus } from '../partner/partner.codes.ts';
import { upStatus } from '../sales/sales.codes.ts';
import { common } from '../shared/fields.ts';
import { lesson } from './lesson.ts';
import { courseType } from './teaching.codes.ts';

/**
 * Courses: lessons under one name, reviewed and put on the shelf (domain J1, 3.14). One that costs something is sold as
 * goods, which follow its name, price and shelf; who may watch it is read of the orders.
 */
export const course = defineDataset({
  name: 'course',
  path: '/api/course',
  menu: { at: '/course/course', group: 'courses', icon: 'PlayCircleOutlined', order: 1 },
  label: label('课程', 'Courses'),
  fields: {
    courseId: field.id({ label: label('课程ID', 'Course ID') }),
    courseName: field.text({ label: label('课程名称', 'Course'), required: true, max: limits.name }),
    cover: field.image({ required: true }),
    teacherId: field.ref({ label: label('老师', 'Teacher'), to: 'teacherPartners' }),
    courseType: field.code({ of: courseType, required: true, default: 1 }),
    columnId: field.ref({ label: label('栏目', 'Column'), to: 'column' }),
    price: field.money({ default: '0.00', min: 0 }),
    linePrice: field.money({ min: 0 }),
    freeFlag: field.yesNo({
      label: label('免费', 'Free'),
      default: 0,
      help: label('免费课程无需购买即可观看', 'A free course can be watched without buying it'),
    }),
    lessonNum: field.count({ label: label('课时数', 'Lessons'), of: 'lesson', by: 'courseId' }),
    saleNum: field.count({
      label: label('销量', 'Sold'),
      of: 'serviceOrder',
      by: 'courseId',
      where: { status: [1, 4] },
    }),
    intro: field.richText({ label: label('课程介绍', 'About the course') }),
    partnersId: field.ref({ to: 'partners' }),
    auditStatus: field.code({ of: reviewStatus, required: true, default: 0, readOnly: true }),
    auditRemark: field.text({ max: limits.remark, readOnly: true }),
    upStatus: field.code({ of: upStatus, required: true, default: 0, readOnly: true }),
    orderNum: common.orderNum,
  },
  naturalKey: ['courseName', 'teacherId'],
  identity: { found: true },
  permissions: { prefix: 'course:course', actions: ['list', 'add', 'update', 'delete'] },
  scope: {
    partner: 'partnersId',
    province: { through: 'partnersId' },
    agency: { readOnly: 'an agency looks at the courses of its partner' },
    own: { common: 'courses are those of the house or of a partner, not of one person' },
  },
  list: {
    columns: [
      ...([
        'courseName',
        'teacherId',
        'courseType',
        'price',
        'lessonNum',
        'auditStatus',
        'upStatus',
      ] as const),
      ...([
        'saleNum',
        'freeFlag',
        'columnId',
        'partnersId',
        'auditRemark',
        'orderNum',
        'createTime',
      ] as const),
    ],
    point: ['courseName', 'teacherId', 'price', 'lessonNum', 'auditStatus', 'upStatus'],
    filters: [
      ...(['courseName', 'auditStatus', 'upStatus', 'courseType', 'teacherId', 'columnId'] as const),
      ...(['freeFlag', 'partnersId', 'courseId'] as const),
    ],
  },
  details: [{ of: lesson, by: 'courseId', label: label('课时', 'Lessons') }],
});
