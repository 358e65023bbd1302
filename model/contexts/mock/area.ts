import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common } from '../shared/fields.ts';
import { readByAgencies } from './mock-fields.ts';

const degrees = (zh: string, en: string, max: number) =>
  field.decimal({ label: label(zh, en), scale: 4, min: -max, max, signed: true });

/** Exam places of a partner, reused for successive exams (domain H3). */
export const area = defineDataset({
  name: 'area',
  path: '/api/mock/base/area',
  menu: { at: '/mock/area', group: 'mock', icon: 'EnvironmentOutlined', order: 3 },
  label: label('考区库', 'Areas'),
  fields: {
    areaId: field.id({ label: label('考区ID', 'Area ID') }),
    areaName: field.text({ label: label('考区', 'Area'), required: true, max: limits.name }),
    partnersId: field.ref({ to: 'partners', required: true }),
    provinceId: common.provinceId,
    cityId: common.cityId,
    address: field.text({ required: true, max: limits.address }),
    contact: field.text({ max: limits.shortName }),
    phone: field.text({ max: 20, personal: true }),
    lng: degrees('经度', 'Longitude', 180),
    lat: degrees('纬度', 'Latitude', 90),
    mapImg: field.image({ label: label('平面图', 'Map') }),
    status: common.status,
  },
  naturalKey: ['partnersId', 'areaName'],
  identity: { name: 'areaName', found: true },
  permissions: { prefix: 'mock:area', actions: ['list', 'add', 'update', 'delete'] },
  scope: { partner: 'partnersId', province: 'provinceId', agency: readByAgencies, own: 'createBy' },
  list: {
    point: ['areaName', 'address', 'contact', 'phone', 'status'],
    hidden: ['lng', 'lat'],
    filters: ['areaName', 'partnersId', 'provinceId', 'cityId', 'contact', 'status'],
  },
});
