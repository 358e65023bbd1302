import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { refundRule, ttAudit, ttShelf } from './tiktok.codes.ts';

/** Courses as goods of Douyin, which the platform reviews (domain K2, 3.10). */
export const ttCourse = defineDataset({
  name: 'ttCourse',
  path: '/api/course/tiktok/course',
  menu: { at: '/tiktok/course', group: 'douyin', icon: 'ProductOutlined', order: 2 },
  label: label('抖音课程商品', 'Courses on Douyin'),
  fields: {
    id: field.id({ label: label('ID', 'ID') }),
    courseId: field.ref({ to: 'course', required: true }),
    partnersId: field.ref({ to: 'partners', lockedOnEdit: true }),
    title: field.text({ required: true, max: limits.name }),
    classId: field.text({ label: label('类目', 'Category'), required: true, max: limits.shortName }),
    price: field.money({ required: true, min: 0.01 }),
    images: field.images(),
    refundRule: field.code({ of: refundRule, default: 1 }),
    auditStatus: field.code({ of: ttAudit, required: true, default: 0, readOnly: true }),
    auditRemark: field.text({ max: limits.address, readOnly: true }),
    platformId: field.text({ max: limits.shortName, readOnly: true }),
    submitTime: field.dateTime({ readOnly: true }),
    askTime: field.dateTime({ label: label('下次查询', 'Asked next'), readOnly: true, private: true }),
    upStatus: field.code({ of: ttShelf, default: 0, readOnly: true }),
  },
  naturalKey: ['courseId'],
  identity: { name: 'title' },
  permissions: { prefix: 'tiktok:course', actions: ['list', 'add', 'update', 'delete'] },
  scope: {
    partner: 'partnersId',
    agency: { readOnly: 'an agency sees the courses of its partner' },
    rest: { common: 'courses are of the house or of a partner' },
  },
  list: {
    columns: [
      ...(['title', 'courseId', 'price', 'auditStatus', 'upStatus', 'auditRemark'] as const),
      ...(['classId', 'platformId', 'submitTime', 'partnersId'] as const),
    ],
    point: ['title', 'price', 'auditStatus', 'upStatus', 'auditRemark'],
    filters: ['title', 'courseId', 'auditStatus', 'upStatus', 'partnersId'],
  },
});
