import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { orderAndStatus } from '../shared/fields.ts';
import { teacherService } from './partner.codes.ts';

/** Teachers of the partners, who plan the candidates' wishes, teach or serve them (domain F3). */
export const teacherPartners = defineDataset({
  name: 'teacherPartners',
  path: '/api/base/teacher/partners',
  menu: { at: '/base/teacherPartners', group: 'partners', icon: 'ContactsOutlined', order: 3 },
  label: label('合伙人老师', 'Partner teachers'),
  fields: {
    id: field.id({ label: label('老师ID', 'Teacher ID') }),
    teacherName: field.text({ label: label('老师', 'Teacher'), required: true, max: limits.shortName }),
    mobile: field.mobile({ required: true, find: 'equal' }),
    userId: field.ref({ label: label('后台账号', 'Account'), to: 'adminUser', protects: false }),
    partnersId: field.ref({ to: 'partners', required: true }),
    provinceIds: field.refs({ label: label('负责省份', 'Provinces'), to: 'province' }),
    title: field.text({ label: label('头衔', 'Title'), max: limits.shortName }),
    avatar: field.image(),
    intro: field.richText(),
    serviceType: field.code({ of: teacherService, default: 1 }),
    wxQrCode: field.image(),
    ...orderAndStatus,
  },
  naturalKey: ['mobile'],
  identity: { name: 'teacherName' },
  permissions: { prefix: 'base:teacherpartners', actions: ['list', 'add', 'update', 'delete'] },
  scope: {
    partner: 'partnersId',
    province: { through: 'partnersId' },
    agency: { readOnly: 'an agency meets the teachers of its partner' },
    own: {
      common: 'teachers are those of a partner, not of one person',
      ofPersons: 'candidates are sent to the teachers, whose number is their business one',
    },
  },
  list: {
    columns: ['partnersId', 'provinceIds', 'title', 'id'],
    point: ['teacherName', 'mobile', 'serviceType', 'status'],
    filters: ['teacherName', 'mobile', 'partnersId', 'serviceType', 'status'],
  },
});
