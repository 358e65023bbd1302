import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { ofYear, orderAndStatus, scoreOf } from '../shared/fields.ts';
import { jointParent } from '../shared/shared.codes.ts';

/**
 * Joint-exam categories, one row per year and province. `jointCategoryId` is the business id that other
 * datasets store; the same province and name keeps it from year to year (domain B7, Q35).
 */
export const jointCategory = defineDataset({
  name: 'jointCategory',
  path: '/api/data/wish/jointCategory',
  menu: { at: '/wish/jointCategory', group: 'data', icon: 'AppstoreOutlined', order: 8 },
  tableId: 15,
  label: label('统考类别', 'Joint categories'),
  fields: {
    dataId: field.id(),
    ...ofYear,
    jointCategoryId: field.integer({ label: label('类别ID', 'Category ID'), readOnly: true }),
    jointCategoryName: field.text({ label: label('类别名称', 'Category'), required: true, max: 32 }),
    parentType: field.code({ label: label('大类', 'Family'), of: jointParent, required: true }),
    fullScore: scoreOf(label('专业满分', 'Full mark'), { default: '300.00' }),
    passScore: scoreOf(label('本科合格线', 'Pass line, undergraduate'), {
      headers: ['合格线', '统考合格线', '专业合格线', 'Pass line'],
    }),
    juniorPassScore: scoreOf(label('专科合格线', 'Pass line, junior college'), {
      headers: ['高职专科合格线', '高职(专科)合格线'],
    }),
    subjects: field.text({ label: label('科目及分值', 'Subjects and marks'), max: limits.path }),
    aosScope: field.text({ label: label('适用科类', 'Arts or science'), max: limits.shortName }),
    prevCategoryId: field.integer({
      label: label('原类别ID', 'Former category ID'),
      min: 0,
      help: label(
        '更名或合并前的类别ID，历史数据沿用',
        'Category ID before it was renamed or merged; its history is carried over',
      ),
    }),
    ...orderAndStatus,
  },
  naturalKey: ['dataYear', 'provinceId', 'jointCategoryName'],
  identity: {
    open: true,
    value: 'jointCategoryId',
    name: 'jointCategoryName',
    within: ['dataYear', 'provinceId'],
    found: true,
  },
  permissions: { prefix: 'wish:jointcategory', actions: everyAction },
  yearly: { without: ['passScore', 'juniorPassScore'], former: 'prevCategoryId' },
  scope: { province: 'provinceId', rest: { common: 'categories are reference data' } },
  list: {
    point: ['fullScore', 'passScore', 'status'],
    hidden: ['jointCategoryId', 'aosScope', 'prevCategoryId', 'orderNum'],
    filters: ['dataYear', 'provinceId', 'jointCategoryName', 'parentType', 'dataId', 'status'],
  },
  excel: {
    import: { without: ['prevCategoryId'] },
    batchUpdate: { without: ['subjects', 'aosScope'] },
  },
});
