import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { orderAndStatus } from '../shared/fields.ts';

/** Schools abroad (domain O2). */
export const abroadSchool = defineDataset({
  name: 'abroadSchool',
  path: '/api/data/wish/abroad/school',
  menu: { at: '/abroad/school', group: 'abroad', icon: 'BankOutlined', order: 2 },
  tableId: 42,
  label: label('海外院校', 'Schools abroad'),
  fields: {
    id: field.id({ label: label('院校ID', 'School ID') }),
    schoolName: field.text({ label: label('院校', 'School'), required: true, max: limits.name }),
    enName: field.text({ max: limits.address }),
    countryId: field.ref({ to: 'country', required: true }),
    cityName: field.text({ max: limits.name }),
    qsRank: field.integer({ label: label('QS排名', 'QS rank'), min: 1, max: 10_000 }),
    directionIds: field.refs({ to: 'abroadDirection' }),
    tuition: field.text({ label: label('学费/年', 'Tuition a year'), max: limits.name }),
    language: field.text({ label: label('语言要求', 'Language required'), max: limits.name }),
    siteUrl: field.text({ max: limits.path, format: 'url' }),
    logo: field.image(),
    intro: field.richText(),
    ...orderAndStatus,
  },
  naturalKey: ['schoolName'],
  identity: { also: ['enName'], found: true },
  permissions: { prefix: 'abroad:school', actions: everyAction },
  scope: { common: 'schools abroad are reference data' },
  list: {
    point: ['schoolName', 'countryId', 'qsRank', 'tuition', 'status'],
    hidden: ['siteUrl', 'orderNum'],
    filters: ['schoolName', 'enName', 'countryId', 'directionIds', 'cityName', 'qsRank', 'status'],
  },
});
