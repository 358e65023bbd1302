import { defineDataset, everyAction, field, label, notAbove } from '../../kernel/language.ts';
import { common, countOf, ofCategory, ofSchool, scoreOf } from '../shared/fields.ts';
import { diploma } from '../shared/shared.codes.ts';
import { scoreType } from './admission.codes.ts';

/** A school's admissions from a province with their scores, by category and level (domain D2). */
export const schoolStat = defineDataset({
  name: 'schoolStat',
  path: '/api/data/wish/schoolStat',
  menu: { at: '/wish/schoolStat', group: 'data', icon: 'BarChartOutlined', order: 2 },
  tableId: 2,
  label: label('院校统计', 'School statistics'),
  fields: {
    dataId: field.id(),
    ...ofCategory,
    ...ofSchool,
    diploma: field.code({ of: diploma, default: 1 }),
    planNum: countOf(label('计划数', 'Places')),
    applyNum: countOf(label('报考人数', 'Applicants')),
    archiveNum: countOf(label('投档人数', 'Submitted candidates'), {
      headers: ['Put before the school', 'Candidates filed'],
    }),
    admitNum: countOf(),
    minScore: scoreOf(label('最低分', 'Lowest score')),
    avgScore: scoreOf(label('平均分', 'Average score')),
    maxScore: scoreOf(label('最高分', 'Highest score')),
    scoreType: field.code({ of: scoreType, default: 1 }),
    minRank: countOf(label('最低位次', 'Lowest rank')),
    ratio: field.decimal({
      label: label('报录比', 'Applicants per place'),
      scale: 2,
      readOnly: true,
      elsewhere: true,
    }),
    remark: common.remark,
  },
  naturalKey: ['dataYear', 'provinceId', 'jointCategoryId', 'schoolId', 'diploma'],
  checks: [
    notAbove(
      'minScore',
      'avgScore',
      label('最低分不能高于平均分', 'The lowest score cannot be above the average'),
    ),
    notAbove(
      'avgScore',
      'maxScore',
      label('平均分不能高于最高分', 'The average score cannot be above the highest'),
    ),
  ],
  permissions: { prefix: 'wish:schoolstat', actions: everyAction },
  scope: { province: 'provinceId', rest: { common: 'statistics are reference data' } },
  list: {
    point: ['schoolId', 'planNum', 'admitNum', 'minScore', 'minRank', 'ratio'],
    columns: ['applyNum', 'diploma', 'jointCategoryId', 'dataYear', 'provinceId', 'dataId'],
    filters: ['dataYear', 'provinceId', 'jointCategoryId', 'schoolId', 'diploma', 'schprovinceId', 'dataId'],
  },
  excel: { export: { with: ['ratio'] } },
});
