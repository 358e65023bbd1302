import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { lecturePay } from './teaching.codes.ts';

/**
 * Registrations for lectures (domain J4). A call adds them, their order pays them, and a person signs people in by the
 * code of their QR picture.
 */
export const lectureApply = defineDataset({
  name: 'lectureApply',
  path: '/api/data/wish/lecture/apply',
  menu: { at: '/wish/lectureApply', group: 'courses', icon: 'IdcardOutlined', order: 5 },
  tableId: 74,
  label: label('讲座报名', 'Lecture registrations'),
  readOnly: true,
  fields: {
    id: field.id({ label: label('报名ID', 'Registration ID') }),
    lectureId: field.ref({ label: label('讲座', 'Lecture'), to: 'lecture', required: true }),
    userId: field.ref({ label: label('考生账号', "Candidate's account"), to: 'wishUser' }),
    name: field.text({ label: label('姓名', 'Name'), required: true, max: limits.shortName, personal: true }),
    mobile: field.mobile({ required: true, find: 'equal' }),
    amount: field.money({ label: label('金额', 'Amount'), required: true, default: '0.00' }),
    payStatus: field.code({ label: label('报名状态', 'State'), of: lecturePay, required: true, default: 0 }),
    orderId: field.ref({ label: label('订单', 'Order'), to: 'serviceOrder' }),
    signFlag: field.yesNo({ label: label('签到', 'Checked in'), default: 0 }),
    signTime: field.dateTime({ label: label('签到时间', 'Checked in at') }),
    signCode: field.text({ label: label('签到码', 'Check-in code'), max: 16, find: 'equal', watched: true }),
  },
  uniqueKeys: [
    ['signCode'],
    {
      fields: ['lectureId', 'mobile'],
      where: { payStatus: [0, 1, 2] },
      message: label('该手机号已报名此讲座', 'This number is registered for the lecture already'),
    },
  ],
  identity: { parts: ['name', 'lectureId'] },
  permissions: {
    prefix: 'wish:lectureapply',
    actions: ['list', 'export'],
    own: {
      add: label('登记报名', 'Register people'),
      update: label('取消报名', 'Cancel registrations'),
    },
  },
  scope: {
    partner: { through: 'userId' },
    province: { through: 'lectureId' },
    agency: { through: 'userId' },
    own: { through: 'userId' },
  },
  list: {
    point: ['lectureId', 'name', 'mobile', 'payStatus', 'signFlag', 'createTime'],
    hidden: ['signCode', 'orderId'],
    filters: ['lectureId', 'payStatus', 'signFlag', 'name', 'mobile', 'userId', 'signCode', 'createTime'],
  },
});
