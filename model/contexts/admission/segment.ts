import { notAbove } from '../../kernel/checks.ts';
import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { aosHeaders, common, ofYear } from '../shared/fields.ts';
import { aos } from '../shared/shared.codes.ts';
import { segmentType } from './admission.codes.ts';

/** The number of candidates at each score, from the highest down (domain D7). */
export const segment = defineDataset({
  name: 'segment',
  path: '/api/data/wish/segment',
  menu: { at: '/wish/segment', group: 'data', icon: 'StockOutlined', order: 6 },
  tableId: 9,
  label: label('一分一段', 'Score distribution'),
  fields: {
    segmentId: field.id({ label: label('分段ID', 'Segment ID') }),
    ...ofYear,
    scoreType: field.code({ of: segmentType, required: true }),
    jointCategoryId: common.anyCategoryId,
    aos: field.code({ of: aos, default: 3, headers: aosHeaders }),
    score: field.decimal({
      label: label('分数', 'Score'),
      scale: 2,
      min: 0,
      max: 9999,
      unit: 'openClass',
      required: true,
    }),
    sameNum: field.integer({
      label: label('本段人数', 'At this score'),
      headers: ['In this segment'],
      required: true,
      min: 0,
      max: 100_000_000,
    }),
    totalNum: field.integer({
      label: label('累计人数', 'Cumulative'),
      headers: ['Down to here'],
      required: true,
      min: 0,
      max: 100_000_000,
    }),
    brokenFlag: field.yesNo({
      label: label('累计不符', 'Does not add up'),
      help: label(
        '这张表的累计人数对不上，不用于换算位次和概率；请重新导入整张表',
        'The cumulative numbers of the table do not add up: it is not used for ranks and chances. Import the whole table again',
      ),
      warns: true,
      elsewhere: true,
      readOnly: true,
    }),
    remark: common.remark,
  },
  naturalKey: ['dataYear', 'provinceId', 'scoreType', 'jointCategoryId', 'aos', 'score'],
  identity: { name: 'score' },
  checks: [
    notAbove(
      'sameNum',
      'totalNum',
      label('本段人数不能大于累计人数', 'the people at a score cannot be more than the cumulative people'),
    ),
  ],
  permissions: { prefix: 'wish:segment', actions: everyAction },
  scope: { province: 'provinceId', rest: { common: 'segments are reference data' } },
  list: {
    point: ['score', 'sameNum', 'totalNum', 'brokenFlag'],
    filters: [
      ...(['dataYear', 'provinceId'] as const),
      { field: 'scoreType', also: 'dataTypeString' },
      ...(['jointCategoryId', 'aos', 'score', 'segmentId'] as const),
    ],
    sort: ['-dataYear', 'provinceId', 'scoreType', 'jointCategoryId', 'aos', '-score'],
  },
  excel: {
    kinds: [
      {
        type: 41,
        label: label('文化分一分一段', 'Culture segments'),
        button: label('导入文化分', 'Import culture'),
        sets: { scoreType: 2 },
        bizType: 41,
      },
      {
        type: 152,
        label: label('专业分一分一段', 'Professional segments'),
        button: label('导入专业分', 'Import professional'),
        sets: { scoreType: 3 },
        bizType: 152,
      },
      {
        type: 153,
        label: label('综合分一分一段', 'Composite segments'),
        button: label('导入综合分', 'Import composite'),
        sets: { scoreType: 1 },
        bizType: 153,
      },
    ],
  },
});
