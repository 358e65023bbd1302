import { enable } from '../codes/shared.ts';
import { field } from '../kernel/field.ts';
import { type Label, label } from '../kernel/label.ts';
import { limits } from '../limits.ts';
import { dataYear } from '../rules/data-year.ts';

/** The macros of domain 0.1: fields that many datasets have in the same form. */
export const common = {
  dataYear: field.year({ required: true, default: (now: Date) => dataYear(now) }),
  provinceId: field.ref({ to: 'province', required: true }),
  jointCategoryId: field.ref({ to: 'jointCategory', within: ['dataYear', 'provinceId'], required: true }),
  schoolId: field.ref({ to: 'school', required: true }),
  /** A place of the city level in the row's province (domain B2). */
  cityId: field.ref({ to: 'city', within: ['provinceId'], where: { level: 2 } }),
  status: field.code({ of: enable, default: 1 }),
  orderNum: field.integer({ default: 0, min: 0, max: 999_999 }),
  remark: field.text({ max: limits.remark }),
} as const;

/** The parent in a tree of rows of one dataset; 0 is the root (domain 2, head). */
export function parentOf<const T extends string>(to: T, name?: Label) {
  return field.ref({ to, zero: label('无', 'None'), default: 0, ...(name && { label: name }) });
}
