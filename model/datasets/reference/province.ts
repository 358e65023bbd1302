import { examMode } from '../../codes/shared.ts';
import { defineDataset } from '../../kernel/dataset.ts';
import { field } from '../../kernel/field.ts';
import { label } from '../../kernel/label.ts';
import { common } from '../common.ts';

/** Provinces, keyed by their GB/T 2260 code (domain B1). */
export const province = defineDataset({
  name: 'province',
  path: '/api/base/province',
  menu: '/base/province',
  key: 'provinceId',
  keyBy: 'given',
  label: label('省份', 'Provinces'),
  fields: {
    provinceId: field.integer({
      label: label('省份编码', 'Province code'),
      required: true,
      min: 100_000,
      max: 999_999,
      lockedOnEdit: true,
    }),
    provinceName: field.text({ label: label('省份', 'Province'), required: true, max: 16 }),
    provinceShortName: field.text({ label: label('简称', 'Short name'), required: true, max: 8 }),
    regionId: field.ref({ label: label('大区', 'Region'), to: 'region' }),
    examMode: field.code({ label: label('高考模式', 'Exam mode'), of: examMode, required: true }),
    dataYear: field.year({ label: label('当前数据年份', 'Current data year') }),
    cultureFull: field.integer({
      label: label('文化满分', 'Culture full mark'),
      default: 750,
      min: 1,
      max: 2000,
    }),
    jointFull: field.integer({
      label: label('统考满分', 'Unified full mark'),
      default: 300,
      min: 1,
      max: 2000,
    }),
    guideFlag: field.yesNo({ label: label('指南开通', 'Guide open'), default: 1 }),
    probFlag: field.yesNo({ label: label('概率开通', 'Probability open'), default: 1 }),
    listFlag: field.yesNo({ label: label('志愿表开通', 'List open'), default: 1 }),
    hotFlag: field.yesNo({ label: label('热门', 'Popular'), default: 0 }),
    orderNum: common.orderNum,
    status: common.status,
  },
  naturalKey: ['provinceId'],
  identity: {
    value: 'provinceId',
    name: 'provinceName',
    also: ['provinceShortName'],
    enabledBy: 'status',
  },
  permissions: { prefix: 'base:province', actions: ['list', 'add', 'update', 'delete'] },
  scope: { province: 'provinceId', rest: { common: 'provinces are reference data' } },
  list: {
    columns: [
      'provinceId',
      'provinceName',
      'provinceShortName',
      'regionId',
      'examMode',
      'dataYear',
      'cultureFull',
      'jointFull',
      'guideFlag',
      'probFlag',
      'listFlag',
      'status',
    ],
    hidden: ['hotFlag', 'orderNum', 'createTime', 'updateTime'],
    filters: ['provinceId', 'provinceName', 'examMode', 'status', 'provinceShortName', 'regionId'],
  },
  form: [
    {
      label: label('基本信息', 'Basic information'),
      fields: [
        'provinceId',
        'provinceName',
        'provinceShortName',
        'regionId',
        'examMode',
        'dataYear',
        'orderNum',
        'status',
      ],
    },
    {
      label: label('满分与开通', 'Full marks and products'),
      fields: ['cultureFull', 'jointFull', 'guideFlag', 'probFlag', 'listFlag', 'hotFlag'],
    },
  ],
});
