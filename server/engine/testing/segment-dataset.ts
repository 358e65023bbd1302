import { defineCodes } from '@yikao/model/kernel/codes.ts';
import { defineDataset, field, label } from '@yikao/model/kernel/language.ts';
import { defineServer } from '../table/server-side.ts';
import { addsUp, neverFalls, noRepeat } from '../write/file-checks.ts';

const scoreTypes = defineCodes('testScoreType', [
  { code: 1, zh: '文化分', en: 'Culture' },
  { code: 2, zh: '专业分', en: 'Professional' },
]);

/** A score table whose files come in kinds and must be consistent, as segments are (domain D5, 0.6); for tests only. */
export const testSegment = defineDataset({
  name: 'testSegment',
  path: '/api/test/segment',
  tableId: 989,
  label: label('一分一段', 'Score table'),
  fields: {
    segmentId: field.id({ label: label('ID', 'ID') }),
    dataYear: field.year({ label: label('年份', 'Year'), required: true }),
    scoreType: field.code({ label: label('分数类型', 'Kind of score'), of: scoreTypes, required: true }),
    score: field.integer({ label: label('分数', 'Score'), required: true, min: 0, max: 10_000_000 }),
    num: field.integer({ label: label('人数', 'People'), min: 0, max: 1_000_000 }),
    cumNum: field.integer({ label: label('累计人数', 'People so far'), min: 0, max: 1_000_000_000 }),
    code: field.text({ label: label('编号', 'Code'), max: 16 }),
    remark: field.text({ label: label('备注', 'Remark'), max: 64 }),
  },
  naturalKey: ['dataYear', 'scoreType', 'score'],
  permissions: {
    prefix: 'test:segment',
    actions: ['list', 'import', 'export', 'batchDelete'],
    own: { importProfessional: label('导入专业分', 'Import professional scores') },
  },
  scope: { common: 'in tests alone' },
  list: { filters: ['dataYear', 'scoreType', 'score'] },
  excel: {
    kinds: [
      {
        type: 41,
        label: label('文化分', 'Culture'),
        sets: { scoreType: 1 },
        columns: ['dataYear', 'score', 'num', 'cumNum', 'code'],
        bizType: 41,
      },
      {
        type: 152,
        label: label('专业分', 'Professional'),
        sets: { scoreType: 2 },
        may: 'importProfessional',
      },
    ],
  },
});

/** Server side of {@link testSegment}: checks of a file as a whole. */
export const testSegmentServer = defineServer(testSegment, {
  fileChecks: [
    addsUp({ within: ['dataYear', 'scoreType'], by: 'score', part: 'num', total: 'cumNum' }),
    neverFalls({ within: ['dataYear', 'scoreType'], by: 'score', value: 'cumNum' }),
    noRepeat(['dataYear', 'code'], label('同一年份的编号', 'the code within a year')),
  ],
});
