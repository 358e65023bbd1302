import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { common, countOf, ofAnyCategory } from '../shared/fields.ts';

/** Numbers of applicants and admissions in a province, in total and by category (domain D1). */
export const provinceStat = defineDataset({
  name: 'provinceStat',
  path: '/api/data/wish/provinceStat',
  menu: { at: '/wish/provinceStat', group: 'data', icon: 'PieChartOutlined', order: 1 },
  tableId: 1,
  label: label('省份统计', 'Province statistics'),
  fields: {
    dataId: field.id(),
    ...ofAnyCategory,
    entranceExamNum: countOf(label('高考报名人数', 'Entrance exam')),
    artExamNum: countOf(label('艺考报名人数', 'Arts exam')),
    jointPassNum: countOf(label('统考合格人数', 'Passed the joint exam')),
    planNumUndergrad: countOf(label('本科计划', 'Undergraduate places')),
    planNumJunior: countOf(label('专科计划', 'Junior college places')),
    admitNum: countOf(),
    admitRate: field.decimal({
      label: label('录取率', 'Admission rate'),
      scale: 4,
      share: true,
      readOnly: true,
      elsewhere: true,
    }),
    remark: common.remark,
  },
  naturalKey: ['dataYear', 'provinceId', 'jointCategoryId'],
  permissions: { prefix: 'wish:provincestat', actions: everyAction },
  scope: { province: 'provinceId', rest: { common: 'statistics are reference data' } },
  list: {
    point: ['jointCategoryId', 'artExamNum', 'jointPassNum', 'planNumUndergrad', 'admitNum', 'admitRate'],
    columns: ['planNumJunior', 'entranceExamNum', 'dataYear', 'provinceId', 'dataId'],
    filters: ['dataYear', 'provinceId', 'jointCategoryId', 'entranceExamNum', 'artExamNum', 'dataId'],
  },
  excel: { export: { with: ['admitRate'] } },
});
