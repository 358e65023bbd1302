import { defineDataset, everyAction, field, label, notBefore } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { admitType, archiveRule } from '../admission/admission.codes.ts';
import { aosHeaders, common, ofAnyCategory, orderAndStatus } from '../shared/fields.ts';
import { aos } from '../shared/shared.codes.ts';

/**
 * Batches of admission, one row per year, province, category and arts or science; other datasets store the code
 * `batch`, which means the same in every year (domain B8).
 */
export const batch = defineDataset({
  name: 'batch',
  path: '/api/data/wish/batch',
  menu: { at: '/wish/batch', group: 'data', icon: 'ProfileOutlined', order: 7 },
  tableId: 11,
  label: label('批次', 'Batches'),
  fields: {
    dataId: field.id(),
    ...ofAnyCategory,
    aos: field.code({ of: aos, default: 3, headers: aosHeaders }),
    batch: field.integer({ label: label('批次代码', 'Batch code'), required: true, min: 1, max: 999 }),
    batchName: field.text({ label: label('批次', 'Batch'), required: true, max: limits.shortName }),
    diploma: common.diploma,
    archiveRule: field.code({ of: archiveRule, default: 1 }),
    admitType: field.code({ of: admitType, default: 1 }),
    voluntaryNum: field.integer({
      label: label('志愿个数', 'Number of choices'),
      headers: ['Wishes'],
      min: 1,
      max: 999,
    }),
    profNum: field.integer({
      label: label('每志愿专业数', 'Majors per choice'),
      headers: ['Majors of a wish'],
      min: 1,
      max: 99,
    }),
    adjustFlag: field.yesNo({ label: label('是否调剂', 'Reassignment'), default: 0 }),
    fillStartTime: field.dateTime({ label: label('填报开始', 'Filing from'), headers: ['Wishes from'] }),
    fillEndTime: field.dateTime({ label: label('填报结束', 'Filing until'), headers: ['Wishes until'] }),
    prevBatch: field.integer({
      label: label('原批次代码', 'Former batch code'),
      min: 1,
      max: 999,
      help: label(
        '合并或改名前的批次代码，历史数据沿用',
        'Batch code before it was merged or renamed; its history is carried over',
      ),
    }),
    ...orderAndStatus,
    remark: common.remark,
  },
  naturalKey: ['dataYear', 'provinceId', 'jointCategoryId', 'batch', 'aos'],
  identity: { open: true, value: 'batch', name: 'batchName', within: ['dataYear', 'provinceId'] },
  checks: [notBefore('fillStartTime', 'fillEndTime')],
  permissions: { prefix: 'wish:batch', actions: everyAction },
  yearly: { without: ['fillStartTime', 'fillEndTime'], former: 'prevBatch' },
  scope: { province: 'provinceId', rest: { common: 'batches are reference data' } },
  list: {
    point: ['batchName', 'archiveRule', 'voluntaryNum', 'fillStartTime', 'fillEndTime', 'status'],
    hidden: ['profNum', 'adjustFlag', 'prevBatch', 'orderNum', 'remark'],
    filters: [
      ...(['dataYear', 'provinceId', 'jointCategoryId', 'batchName', 'batch', 'aos', 'diploma'] as const),
      ...(['archiveRule', 'admitType', 'dataId', 'status'] as const),
    ],
  },
  excel: { import: { without: ['prevBatch'] } },
});
