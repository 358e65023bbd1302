import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common, ofYear, orderAndStatus, plainContent } from '../shared/fields.ts';
import { remarkType } from './guide.codes.ts';

/** Notes to be read before a school is wished for (domain D6). */
export const remark = defineDataset({
  name: 'remark',
  path: '/api/data/wish/remark',
  menu: { at: '/wish/remark', group: 'data', icon: 'FileTextOutlined', order: 14 },
  tableId: 6,
  label: label('备注记录', 'Remarks'),
  fields: {
    remarkId: field.id({ label: label('备注ID', 'Remark ID') }),
    ...ofYear,
    jointCategoryId: field.ref({ to: 'jointCategory', within: ['dataYear', 'provinceId'] }),
    schoolId: common.schoolId,
    profName: field.text({ label: label('专业', 'Programme'), max: limits.address }),
    remarkType: field.code({ label: label('类型', 'Kind'), of: remarkType, required: true }),
    content: field.richText({ required: true }),
    contentText: common.contentText,
    ...orderAndStatus,
  },
  naturalKey: ['dataYear', 'provinceId', 'schoolId', 'remarkType', 'profName'],
  permissions: { prefix: 'wish:remark', actions: everyAction },
  scope: { province: 'provinceId', rest: { common: 'remarks are reference data' } },
  list: {
    point: ['schoolId', 'profName', 'remarkType', 'status'],
    hidden: ['orderNum'],
    filters: [
      ...(['dataYear', 'provinceId', 'jointCategoryId', 'schoolId', 'profName', 'remarkType'] as const),
      ...(['remarkId', 'status'] as const),
    ],
  },
  excel: { export: { with: ['contentText'] }, joins: [plainContent] },
});
