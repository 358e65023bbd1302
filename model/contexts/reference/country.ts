import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { continent } from '../school/school.codes.ts';
import { orderAndStatus } from '../shared/fields.ts';

/** Countries that people study in (domain B4). */
export const country = defineDataset({
  name: 'country',
  path: '/api/base/country',
  menu: { at: '/base/country', group: 'abroad', icon: 'FlagOutlined', order: 4 },
  label: label('国家', 'Countries'),
  fields: {
    countryId: field.id({ label: label('国家ID', 'Country ID') }),
    countryName: field.text({ label: label('国家', 'Country'), required: true, max: limits.shortName }),
    enName: field.text({ max: limits.name }),
    code: field.text({ max: 3, format: 'code' }),
    continent: field.code({ label: label('大洲', 'Continent'), of: continent }),
    flag: field.image({ label: label('国旗', 'Flag') }),
    hotFlag: field.yesNo({ default: 0 }),
    intro: field.richText(),
    ...orderAndStatus,
  },
  naturalKey: ['countryName'],
  identity: { open: true, also: ['enName', 'code'] },
  permissions: { prefix: 'base:country', actions: ['list', 'add', 'update', 'delete'] },
  scope: { common: 'countries are reference data' },
  list: {
    point: ['hotFlag', 'status'],
    filters: ['countryName', 'enName', 'code', 'continent', 'hotFlag', 'status'],
  },
});
