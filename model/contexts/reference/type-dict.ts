import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { orderAndStatus } from '../shared/fields.ts';
import { typeFlag } from '../shared/shared.codes.ts';

/** The type dictionary: tags, categories, majors and subjects in four groups (domain A14, spec section 3). */
export const typeDict = defineDataset({
  name: 'typeDict',
  path: '/api/data/wish/type',
  menu: { at: '/wish/type', group: 'schools', icon: 'TagsOutlined', order: 7 },
  tableId: 24,
  label: label('类型字典', 'Type dictionary'),
  fields: {
    typeId: field.id({ label: label('类型ID', 'Type ID') }),
    typeFlag: field.code({ label: label('分组', 'Group'), of: typeFlag, required: true }),
    typeName: field.text({ label: label('类型名称', 'Type'), required: true, max: limits.shortName }),
    parentId: field.ref({ to: 'typeDict', within: ['typeFlag'], zero: label('无', 'None'), default: 0 }),
    ...orderAndStatus,
  },
  naturalKey: ['typeFlag', 'parentId', 'typeName'],
  identity: { open: true, name: 'typeName' },
  parent: 'parentId',
  permissions: { prefix: 'wish:type', actions: everyAction },
  lookUps: [{ at: '/api/data/wish/sch/school/type/list', fields: ['typeId', 'typeName', 'typeFlag'] }],
  scope: { common: 'the dictionary stands in forms of everybody' },
  list: {
    filters: ['typeName', 'typeFlag', 'status', 'typeId'],
    sort: ['typeFlag', 'orderNum', 'typeId'],
  },
});
