import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { upStatus } from '../sales/sales.codes.ts';
import { common } from '../shared/fields.ts';
import { abroadDegree } from './abroad.codes.ts';

/** Programmes: a service with its price, which orders take while the programme is on the shelf (domain O3). */
export const abroadItem = defineDataset({
  name: 'abroadItem',
  path: '/api/data/wish/abroad/item',
  menu: { at: '/abroad/item', group: 'abroad', icon: 'ProjectOutlined', order: 3 },
  tableId: 43,
  label: label('留学项目', 'Programmes'),
  fields: {
    id: field.id({ label: label('项目ID', 'Programme ID') }),
    itemName: field.text({ label: label('项目', 'Programme'), required: true, max: limits.name }),
    countryId: field.ref({ to: 'country', required: true }),
    directionId: field.ref({ to: 'abroadDirection', required: true }),
    schoolId: field.ref({
      label: label('院校', 'School'),
      to: 'abroadSchool',
      within: ['countryId'],
      help: label('先选国家；不限院校的项目留空', 'Choose the country first; leave it empty for any school'),
    }),
    degree: field.code({ label: label('学历', 'Degree'), of: abroadDegree, required: true }),
    price: field.money({ label: label('服务费', 'Service fee'), required: true }),
    duration: field.text({ max: limits.shortName }),
    requirement: field.text({
      label: label('申请要求', 'Requirements'),
      max: limits.longText,
      multiline: true,
    }),
    cover: field.image(),
    intro: field.richText(),
    upStatus: field.code({ of: upStatus, headers: ['On the shelf'], required: true, default: 0 }),
    orderNum: common.orderNum,
  },
  naturalKey: ['itemName', 'countryId'],
  identity: { found: true },
  permissions: { prefix: 'abroad:item', actions: everyAction },
  scope: { common: 'programmes are sold by everybody' },
  list: {
    point: ['itemName', 'countryId', 'degree', 'price', 'upStatus'],
    filters: ['itemName', 'countryId', 'directionId', 'schoolId', 'degree', 'upStatus', 'price'],
  },
});
