import { filled } from '../../kernel/derived.ts';
import { type Label, label } from '../../kernel/label.ts';
import { field } from '../../kernel/make-field.ts';
import { limits } from '../../limits.ts';
import { dataYear } from '../../rules/data-year.ts';
import { aos, diploma, enable } from './shared.codes.ts';

/** Names of the column of arts or science in published tables. */
export const aosHeaders = ['文理', '科类名称', '文理科', '文理分科'];

/** The macros of domain 0.1: fields that many datasets have in the same form. */
export const common = {
  dataYear: field.year({ required: true, default: (now: Date) => dataYear(now) }),
  provinceId: field.ref({ to: 'province', required: true }),
  jointCategoryId: field.ref({ to: 'jointCategory', within: ['dataYear', 'provinceId'], required: true }),
  /** A joint category; 0 for all (domain 2.D: `jointCategoryId 0`). */
  anyCategoryId: field.ref({
    to: 'jointCategory',
    within: ['dataYear', 'provinceId'],
    zero: label('全部', 'All'),
    default: 0,
  }),
  /** A batch of the row's year and province, for its category or for all. */
  batch: field.ref({
    to: 'batch',
    within: ['dataYear', 'provinceId'],
    orAny: ['jointCategoryId'],
    required: true,
  }),
  aos: field.code({ of: aos, required: true, headers: aosHeaders }),
  diploma: field.code({ of: diploma, required: true }),
  /** Taken from the batch unless the row gives its own. */
  batchDiploma: filled({ from: 'batch', what: 'diploma' }, field.code({ of: diploma, required: true })),
  schoolId: field.ref({ to: 'school', required: true }),
  /** Where the row's school lies, read of the school: a filter of lists and exports (domain 8.8). */
  schprovinceId: field.ref({
    label: label('院校所在省份', 'Province of the school'),
    to: 'province',
    protects: false,
    readOnly: true,
    elsewhere: true,
  }),
  /** A place of the city level in the row's province (domain B2). */
  cityId: field.ref({ to: 'city', within: ['provinceId'], where: { level: 2 } }),
  /** The words of a rich text, for files; read of `content` (domain D6, D15). */
  contentText: field.text({ max: limits.richTextWords, readOnly: true, elsewhere: true, multiline: true }),
  status: field.code({ of: enable, default: 1 }),
  orderNum: field.integer({ default: 0, min: 0, max: 999_999 }),
  remark: field.text({ max: limits.remark }),
} as const;

/** The year and the province of a row. */
export const ofYear = { dataYear: common.dataYear, provinceId: common.provinceId } as const;

/** The year, the province and the joint category of a row. */
export const ofCategory = { ...ofYear, jointCategoryId: common.jointCategoryId } as const;

/** The year and the province of a row, and its joint category or all of them. */
export const ofAnyCategory = { ...ofYear, jointCategoryId: common.anyCategoryId } as const;

/** The school of a row, and the province that it lies in. */
export const ofSchool = { schoolId: common.schoolId, schprovinceId: common.schprovinceId } as const;

/** The place of a row among others, and the switch that enables it. */
export const orderAndStatus = { orderNum: common.orderNum, status: common.status } as const;

/** The switch that enables a row, and a remark. */
export const statusAndRemark = { status: common.status, remark: common.remark } as const;

/** A file may give the content as plain text, one paragraph per line. */
export const plainContent = {
  field: 'content',
  columns: [{ headers: ['纯文本', 'Plain text', 'contentText'] }],
  between: '',
} as const;

/** A score or a part of one, with two places. */
export function scoreOf<const D = undefined>(
  name: Label,
  options: { readonly default?: D & string; readonly headers?: readonly string[] } = {},
) {
  return field.decimal({ label: name, scale: 2, min: 0, max: 9999, ...options });
}

/** A number of people or places, or a rank; 0 is a number, blank means unknown. */
export function countOf(name?: Label, options: { readonly headers?: readonly string[] } = {}) {
  return field.integer({ min: 0, max: 100_000_000, ...(name && { label: name }), ...options });
}

/** The parent in a tree of rows of one dataset; 0 is the root (domain 2, head). */
export function parentOf<const T extends string>(to: T, name?: Label) {
  return field.ref({ to, zero: label('无', 'None'), default: 0, ...(name && { label: name }) });
}
