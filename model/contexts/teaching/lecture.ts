import { defineDataset, everyAction, field, label, notBefore } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { upStatus } from '../sales/sales.codes.ts';
import { common } from '../shared/fields.ts';
import { lectureApply } from './lecture-apply.ts';
import { lectureType } from './teaching.codes.ts';

/** Lectures: a time, a place or an address, and a number of places (domain J4). */
export const lecture = defineDataset({
  name: 'lecture',
  path: '/api/data/wish/lecture',
  menu: { at: '/wish/lecture', group: 'courses', icon: 'SoundOutlined', order: 4 },
  tableId: 26,
  label: label('讲座', 'Lectures'),
  fields: {
    id: field.id({ label: label('讲座ID', 'Lecture ID') }),
    dataYear: common.dataYear,
    provinceId: field.ref({ to: 'province' }),
    jointCategoryId: field.ref({ to: 'jointCategory', within: ['dataYear', 'provinceId'] }),
    lectureName: field.text({ label: label('讲座', 'Lecture'), required: true, max: limits.name }),
    teacherName: field.text({ label: label('主讲', 'Speaker'), required: true, max: limits.shortName }),
    lectureType: field.code({ label: label('形式', 'Held'), of: lectureType, required: true, default: 1 }),
    startTime: field.dateTime({ label: label('开始时间', 'Start'), required: true }),
    endTime: field.dateTime({ label: label('结束时间', 'End') }),
    address: field.text({
      label: label('地址或链接', 'Address or link'),
      max: limits.path,
    }),
    cover: field.image(),
    price: field.money({ default: '0.00', min: 0 }),
    quota: field.integer({
      label: label('名额', 'Places'),
      default: 0,
      min: 0,
      max: 1_000_000,
      help: label('0 为不限', '0: no limit'),
    }),
    applyNum: field.count({
      label: label('已报名', 'Registered'),
      of: 'lectureApply',
      by: 'lectureId',
      where: { payStatus: [0, 1, 2] },
    }),
    intro: field.richText({ label: label('讲座介绍', 'About the lecture') }),
    replayUrl: field.text({
      label: label('回放地址', 'Replay'),
      max: limits.path,
      format: 'url',
    }),
    upStatus: field.code({ of: upStatus, headers: ['On the shelf'], required: true, default: 0 }),
    orderNum: common.orderNum,
  },
  naturalKey: ['dataYear', 'lectureName', 'startTime'],
  identity: { name: 'lectureName', found: true },
  checks: [notBefore('startTime', 'endTime')],
  permissions: { prefix: 'wish:lecture', actions: everyAction },
  scope: { province: 'provinceId', rest: { common: 'lectures are those of the house' } },
  list: {
    point: ['lectureName', 'teacherName', 'startTime', 'quota', 'applyNum', 'upStatus'],
    filters: [
      ...(['lectureName', 'upStatus', 'startTime', 'dataYear', 'provinceId', 'jointCategoryId'] as const),
      ...(['teacherName', 'lectureType'] as const),
    ],
    sort: ['-startTime'],
  },
  details: [{ of: lectureApply, by: 'lectureId', label: label('报名', 'Registrations') }],
});
