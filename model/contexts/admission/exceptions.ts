import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common, countOf, ofCategory, ofSchool, scoreOf } from '../shared/fields.ts';
import { exceptionType, scoreType } from './admission.codes.ts';

/** Admissions under special rules (domain D14). */
export const exceptions = defineDataset({
  name: 'exceptions',
  path: '/api/data/wish/exceptions',
  menu: { at: '/wish/exceptions', group: 'data', icon: 'ExceptionOutlined', order: 9 },
  tableId: 20,
  label: label('特殊录取', 'Special admissions'),
  fields: {
    id: field.id({ label: label('ID', 'ID') }),
    ...ofCategory,
    aos: common.aos,
    batch: common.batch,
    ...ofSchool,
    profName: field.text({ label: label('专业', 'Programme'), required: true, max: limits.address }),
    exceptionType: field.code({ label: label('类型', 'Kind'), of: exceptionType, required: true }),
    planNum: countOf(label('计划数', 'Places')),
    admitNum: countOf(),
    scoreType: field.code({ of: scoreType, default: 1 }),
    minScore: scoreOf(label('最低分', 'Lowest score')),
    minRank: countOf(label('最低位次', 'Lowest rank')),
    remark: common.remark,
  },
  naturalKey: ['dataYear', 'provinceId', 'schoolId', 'profName', 'exceptionType', 'batch'],
  identity: { name: 'profName' },
  permissions: { prefix: 'wish:exceptions', actions: everyAction },
  scope: { province: 'provinceId', rest: { common: 'admissions are reference data' } },
  list: {
    point: ['profName', 'exceptionType', 'planNum', 'admitNum', 'minScore', 'minRank'],
    hidden: ['remark'],
    without: ['schprovinceId'],
    filters: [
      ...(['dataYear', 'provinceId', 'jointCategoryId', 'aos', 'batch', 'schoolId', 'profName'] as const),
      ...(['exceptionType', 'schprovinceId', 'id'] as const),
    ],
  },
});
