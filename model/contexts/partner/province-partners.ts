import { defineDataset, field, label, notBefore } from '../../kernel/language.ts';
import { common, statusAndRemark } from '../shared/fields.ts';

/** The partners of a province in a year; one may have it exclusively (domain F2). */
export const provincePartners = defineDataset({
  name: 'provincePartners',
  path: '/api/base/province/partners',
  menu: { at: '/base/provincePartners', group: 'partners', icon: 'ClusterOutlined', order: 2 },
  tableId: 51,
  label: label('省份合伙人', 'Province partners'),
  fields: {
    id: field.id({ label: label('ID', 'ID') }),
    provinceId: common.provinceId,
    partnersId: field.ref({ to: 'partners', required: true }),
    dataYear: common.dataYear,
    exclusiveFlag: field.yesNo({ default: 1 }),
    startDate: field.date({ required: true }),
    endDate: field.date({ required: true }),
    ...statusAndRemark,
  },
  naturalKey: ['provinceId', 'dataYear', 'partnersId'],
  uniqueKeys: [
    {
      fields: ['provinceId', 'dataYear'],
      where: { exclusiveFlag: 1, status: 1 },
      message: label('该省份本年度已有独家合伙人', 'Another partner has this province alone in that year'),
    },
  ],
  identity: { name: 'dataYear' },
  checks: [notBefore('startDate', 'endDate')],
  permissions: {
    prefix: 'base:provincepartners',
    actions: ['list', 'add', 'update', 'delete', 'import', 'export'],
  },
  scope: {
    partner: 'partnersId',
    province: 'provinceId',
    agency: { readOnly: 'an agency knows where its partner works' },
    own: { common: 'provinces are given out by the house, not by one person' },
  },
  list: {
    point: ['partnersId', 'startDate', 'endDate', 'status'],
    filters: ['provinceId', 'partnersId', 'dataYear', 'exclusiveFlag', 'status'],
  },
});
