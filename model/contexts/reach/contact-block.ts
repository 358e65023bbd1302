import { defineDataset, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { blockScope, blockSource } from './reach.codes.ts';

/** Numbers that are not called or written to, by their owner's wish or the vendor's list. */
export const contactBlock = defineDataset({
  name: 'contactBlock',
  path: '/api/admin/feige/block',
  menu: { at: '/feige/block', group: 'sales', icon: 'StopOutlined', order: 9 },
  label: label('免打扰号码', 'Numbers left alone'),
  fields: {
    id: field.id({ label: label('记录ID', 'Entry ID') }),
    mobile: field.mobile({ required: true }),
    blockScope: field.code({
      label: label('不接受', 'Wants no'),
      of: blockScope,
      required: true,
      default: 4,
    }),
    blockSource: field.code({
      label: label('来源', 'Origin'),
      of: blockSource,
      default: 1,
      readOnly: true,
    }),
    reason: field.text({ max: limits.remark }),
  },
  naturalKey: ['mobile'],
  identity: { name: 'id' },
  permissions: { prefix: 'feige:block', actions: ['list', 'add', 'update', 'delete'] },
  scope: {
    common: 'a wish to be left alone binds everybody',
    ofPersons: 'people who call or write must know the numbers that are not to be called',
  },
  list: {
    columns: ['mobile', 'blockScope', 'blockSource', 'reason', 'createTime'],
    filters: ['mobile', 'blockScope', 'blockSource', 'createTime'],
  },
});
