import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { orderAndStatus, parentOf } from '../shared/fields.ts';
import { salary } from './salary.ts';

/** A tree of the occupations that majors lead to (domain D10). */
export const occupation = defineDataset({
  name: 'occupation',
  path: '/api/data/wish/occupation',
  menu: { at: '/wish/occupation', group: 'guidance', icon: 'IdcardOutlined', order: 1 },
  tableId: 16,
  label: label('职业', 'Occupations'),
  fields: {
    id: field.id({ label: label('ID', 'ID') }),
    occupationName: field.text({ label: label('职业', 'Occupation'), required: true, max: limits.name }),
    parentId: parentOf('occupation'),
    code: field.text({ label: label('职业代码', 'Code'), max: 16 }),
    industry: field.text({ label: label('行业', 'Industry'), max: limits.shortName }),
    profIds: field.refs({ label: label('相关专业', 'Majors'), to: 'prof' }),
    intro: field.richText({ label: label('介绍', 'About it') }),
    prospect: field.text({ label: label('前景', 'Prospects'), max: limits.longText, multiline: true }),
    skill: field.text({
      label: label('能力要求', 'Required skills'),
      headers: ['Skills wanted'],
      max: limits.longText,
      multiline: true,
    }),
    hotFlag: field.yesNo({ default: 0 }),
    ...orderAndStatus,
  },
  naturalKey: ['occupationName'],
  identity: { open: true, also: ['code'], found: true },
  parent: 'parentId',
  levels: 4,
  permissions: { prefix: 'wish:occupation', actions: everyAction },
  scope: { common: 'occupations are reference data' },
  list: {
    hidden: ['parentId', 'orderNum'],
    without: ['prospect', 'skill'],
    filters: ['occupationName', 'industry', 'hotFlag', 'id', 'status'],
  },
  details: [salary],
  excel: { import: { without: ['intro'] }, batchUpdate: { without: ['profIds', 'prospect', 'skill'] } },
});
