import type { Label } from '../../kernel/label.ts';
import { defineDataset, field, label } from '../../kernel/language.ts';
import { provinceSpelling } from '../../rules/names/place-names.ts';
import { orderAndStatus } from '../shared/fields.ts';
import { examMode } from '../shared/shared.codes.ts';

function fullMark(name: Label, value: number, headers: readonly string[] = []) {
  return field.integer({ label: name, headers, default: value, min: 1, max: 2000 });
}

/** Provinces, keyed by their GB/T 2260 code (domain B1). */
export const province = defineDataset({
  name: 'province',
  path: '/api/base/province',
  menu: { at: '/base/province', group: 'system', icon: 'HeatMapOutlined', order: 12 },
  key: 'provinceId',
  label: label('省份', 'Provinces'),
  fields: {
    provinceId: field.integer({
      label: label('省份编码', 'Province code'),
      required: true,
      min: 100_000,
      max: 999_999,
      lockedOnEdit: true,
    }),
    provinceName: field.text({ required: true, max: 16 }),
    provinceShortName: field.text({ label: label('简称', 'Short name'), required: true, max: 8 }),
    regionId: field.ref({ label: label('大区', 'Region'), to: 'region' }),
    examMode: field.code({ label: label('高考模式', 'Exam mode'), of: examMode, required: true }),
    dataYear: field.year({ label: label('当前数据年份', 'Current data year') }),
    cultureFull: fullMark(label('文化满分', 'Culture full mark'), 750),
    jointFull: fullMark(label('统考满分', 'Full mark of the joint exam'), 300, ['Unified full mark']),
    guideFlag: field.yesNo({ label: label('指南开通', 'Guide open'), default: 1 }),
    probFlag: field.yesNo({ label: label('概率开通', 'Probability open'), default: 1 }),
    listFlag: field.yesNo({ label: label('志愿表开通', 'List open'), default: 1 }),
    hotFlag: field.yesNo({ default: 0 }),
    ...orderAndStatus,
  },
  naturalKey: ['provinceId'],
  identity: {
    open: true,
    name: 'provinceName',
    also: ['provinceShortName'],
    spelled: provinceSpelling,
    found: true,
  },
  permissions: { prefix: 'base:province', actions: ['list', 'add', 'update', 'delete'] },
  lookUps: [
    { at: '/api/base/province_cache_list', fields: ['provinceId', 'provinceName', 'provinceShortName'] },
  ],
  scope: {
    province: { readOnly: 'the list of provinces is that of the whole country', within: 'provinceId' },
    rest: { common: 'provinces are reference data' },
  },
  list: {
    point: ['provinceName', 'dataYear', 'examMode', 'guideFlag', 'probFlag', 'listFlag', 'status'],
    hidden: ['hotFlag', 'orderNum'],
    filters: ['provinceId', 'provinceName', 'examMode', 'status', 'provinceShortName', 'regionId'],
  },
  form: {
    groups: [
      {
        label: label('满分与开通', 'Full marks and products'),
        fields: ['cultureFull', 'jointFull', 'guideFlag', 'probFlag', 'listFlag', 'hotFlag'],
      },
    ],
  },
});
