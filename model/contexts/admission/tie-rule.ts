import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { ofAnyCategory, statusAndRemark } from '../shared/fields.ts';

/** The order in which a province compares candidates with equal totals (同分排序), by year and category. */
export const tieRule = defineDataset({
  name: 'tieRule',
  path: '/api/data/wish/tieRule',
  menu: { at: '/wish/tieRule', group: 'data', icon: 'OrderedListOutlined', order: 17 },
  tableId: 90,
  label: label('同分排序', 'Order of equal scores'),
  fields: {
    id: field.id({ label: label('规则ID', 'Rule ID') }),
    ...ofAnyCategory,
    tieOrder: field.text({
      label: label('比较顺序', 'Compared in turn'),
      required: true,
      max: limits.address,
      format: 'tieOrder',
      help: label(
        '用 > 隔开；可用：专业分、文化分、语数之和、语数最高、语文、数学、外语、首选科目、再选最高、再选次高',
        'Separated by >; known: 专业分, 文化分, 语数之和, 语数最高, 语文, 数学, 外语, 首选科目, 再选最高, 再选次高',
      ),
    }),
    sourceDesc: field.text({ label: label('依据', 'Source'), max: limits.address }),
    ...statusAndRemark,
  },
  naturalKey: ['dataYear', 'provinceId', 'jointCategoryId'],
  identity: { name: 'tieOrder' },
  permissions: { prefix: 'wish:tierule', actions: everyAction },
  yearly: {},
  scope: { province: 'provinceId', rest: { common: 'rules of provinces are reference data' } },
  list: {
    point: ['provinceId', 'dataYear', 'jointCategoryId', 'tieOrder', 'status'],
    filters: ['dataYear', 'provinceId', 'jointCategoryId', 'status', 'id'],
  },
});
