import { enable } from '../codes/shared.ts';
import { field } from '../kernel/field.ts';
import { label } from '../kernel/label.ts';
import { limits } from '../limits.ts';
import { dataYear } from '../rules/data-year.ts';

/** The macros of domain 0.1: fields that many datasets have in the same form. */
export const common = {
  dataYear: field.year({
    label: label('数据年份', 'Data year'),
    required: true,
    default: (now: Date) => dataYear(now),
  }),
  provinceId: field.ref({ label: label('省份', 'Province'), to: 'province', required: true }),
  jointCategoryId: field.ref({
    label: label('统考类别', 'Joint category'),
    to: 'jointCategory',
    within: ['dataYear', 'provinceId'],
    required: true,
  }),
  schoolId: field.ref({ label: label('院校', 'School'), to: 'school', required: true }),
  status: field.code({ label: label('状态', 'Status'), of: enable, default: 1 }),
  orderNum: field.integer({ label: label('排序', 'Order'), default: 0, min: 0, max: 999_999 }),
  remark: field.text({ label: label('备注', 'Remark'), max: limits.remark }),
} as const;
