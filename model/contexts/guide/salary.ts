import { defineDataset, everyAction, field, label, notAbove } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common, countOf } from '../shared/fields.ts';
import { workYears } from './guide.codes.ts';

/** Pay of an occupation, by place and years in it (domain D11). */
export const salary = defineDataset({
  name: 'salary',
  path: '/api/data/wish/salary',
  menu: { at: '/wish/salary', group: 'guidance', icon: 'MoneyCollectOutlined', order: 2 },
  tableId: 17,
  label: label('薪酬', 'Salaries'),
  fields: {
    id: field.id({ label: label('ID', 'ID') }),
    dataYear: common.dataYear,
    occupationId: field.ref({ label: label('职业', 'Occupation'), to: 'occupation', required: true }),
    profId: field.ref({ to: 'prof' }),
    cityId: field.ref({ to: 'city', where: { level: 2 } }),
    workYears: field.code({ label: label('工作年限', 'Years in work'), of: workYears, required: true }),
    salaryMin: field.money(),
    salaryAvg: field.money({ label: label('平均月薪', 'Average monthly salary'), required: true }),
    salaryMax: field.money(),
    sampleNum: countOf(label('样本数', 'Samples')),
    sourceDesc: field.text({ label: label('数据来源', 'Where from'), max: limits.name }),
  },
  naturalKey: ['dataYear', 'occupationId', 'cityId', 'workYears'],
  checks: [
    notAbove(
      'salaryMin',
      'salaryAvg',
      label('最低月薪不能高于平均月薪', 'The lowest salary cannot be above the average'),
    ),
    notAbove(
      'salaryAvg',
      'salaryMax',
      label('平均月薪不能高于最高月薪', 'The average salary cannot be above the highest'),
    ),
  ],
  permissions: { prefix: 'wish:salary', actions: everyAction },
  scope: { common: 'salaries are reference data' },
  list: {
    point: ['occupationId', 'cityId', 'salaryAvg', 'salaryMin', 'salaryMax'],
    columns: [...(['workYears'] as const), ...(['sampleNum', 'sourceDesc', 'dataYear'] as const)],
    filters: ['dataYear', 'occupationId', 'cityId', 'workYears', 'profId', 'id'],
  },
});
