import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common, countOf, ofCategory, ofSchool } from '../shared/fields.ts';
import { archiveRound, scoreType } from './admission.codes.ts';

/** Lines down to which candidates were put before a school, round by round (domain D5). */
export const archive = defineDataset({
  name: 'archive',
  path: '/api/data/wish/archive',
  menu: { at: '/wish/archive', group: 'data', icon: 'RiseOutlined', order: 4 },
  tableId: 5,
  label: label('投档线', 'Filing cut-offs'),
  fields: {
    dataId: field.id(),
    ...ofCategory,
    aos: common.aos,
    batch: common.batch,
    roundNo: field.code({ label: label('轮次', 'Round'), of: archiveRound, default: 1 }),
    ...ofSchool,
    groupNo: field.text({ max: 16, compareBy: 'groupNumber' }),
    profName: field.text({ label: label('专业', 'Programme'), max: limits.address }),
    planNum: countOf(label('计划', 'Places')),
    archiveNum: countOf(label('投档人数', 'Submitted candidates'), {
      headers: ['Put before the school', 'Candidates filed'],
    }),
    scoreType: field.code({ of: scoreType, default: 1 }),
    archiveMinScore: field.decimal({
      label: label('投档最低分', 'Lowest score'),
      scale: 2,
      min: 0,
      max: 9999,
      required: true,
    }),
    archiveMinRank: countOf(label('最低位次', 'Lowest rank')),
    tieBreak: field.text({ label: label('同分排序', 'Order of equal scores'), max: limits.address }),
    remark: common.remark,
  },
  naturalKey: [
    ...(['dataYear', 'provinceId', 'jointCategoryId', 'aos', 'batch', 'roundNo', 'schoolId'] as const),
    ...(['groupNo', 'profName'] as const),
  ],
  permissions: { prefix: 'wish:archive', actions: everyAction },
  scope: { province: 'provinceId', rest: { common: 'lines are reference data' } },
  list: {
    point: ['schoolId', 'profName', 'archiveMinScore', 'archiveMinRank', 'planNum', 'archiveNum'],
    columns: [
      ...(['groupNo', 'batch', 'jointCategoryId', 'aos', 'roundNo', 'scoreType'] as const),
      ...(['dataYear', 'provinceId', 'dataId'] as const),
    ],
    filters: [
      ...([
        'dataYear',
        'provinceId',
        'jointCategoryId',
        'aos',
        'batch',
        'roundNo',
        'schoolId',
        'groupNo',
      ] as const),
      'profName',
      { field: 'scoreType', also: 'dataTypeString' },
      ...(['schprovinceId', 'dataId'] as const),
    ],
  },
});
