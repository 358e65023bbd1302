import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { orderAndStatus, parentOf } from '../shared/fields.ts';

/** Fields of study abroad, in a tree (domain O1). The page has the literal address of the specification (Q43). */
export const abroadDirection = defineDataset({
  name: 'abroadDirection',
  path: '/api/data/wish/abroad/direction',
  menu: { at: '/aboard/direction', group: 'abroad', icon: 'AimOutlined', order: 1 },
  label: label('留学方向', 'Directions'),
  fields: {
    id: field.id({ label: label('方向ID', 'Direction ID') }),
    directionName: field.text({ label: label('方向', 'Direction'), required: true, max: limits.shortName }),
    parentId: parentOf('abroadDirection', label('上级方向', 'Parent direction')),
    countryIds: field.refs({ to: 'country' }),
    cover: field.image(),
    intro: field.richText(),
    ...orderAndStatus,
  },
  naturalKey: ['directionName'],
  parent: 'parentId',
  levels: 2,
  permissions: { prefix: 'abroad:direction', actions: ['list', 'add', 'update', 'delete'] },
  scope: { common: 'directions are reference data' },
  list: {
    point: ['directionName', 'countryIds', 'status'],
    filters: ['directionName', 'countryIds', 'status'],
  },
});
