import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common, ofCategory, scoreOf } from '../shared/fields.ts';

/** Lines of a province: who may be admitted in a batch at all (domain D8). */
export const score = defineDataset({
  name: 'score',
  path: '/api/data/wish/score',
  menu: { at: '/wish/score', group: 'data', icon: 'LineChartOutlined', order: 5 },
  tableId: 12,
  label: label('省控线', 'Provincial control lines'),
  fields: {
    dataId: field.id(),
    ...ofCategory,
    aos: common.aos,
    batch: common.batch,
    diploma: common.batchDiploma,
    cultureLine: scoreOf(label('文化线', 'Culture line')),
    profLine: scoreOf(label('专业线', 'Professional line')),
    compositeLine: scoreOf(label('综合线', 'Composite line')),
    passLine: scoreOf(label('本科合格线', 'Pass line, undergraduate'), {
      headers: ['统考合格线', '合格线', '专业合格线', 'Pass line of the joint exam'],
    }),
    juniorPassLine: scoreOf(label('专科合格线', 'Pass line, junior college'), {
      headers: ['高职专科合格线', '高职(专科)合格线'],
    }),
    cultureFull: scoreOf(label('文化满分', 'Culture full mark'), { default: '750.00' }),
    profFull: scoreOf(label('专业满分', 'Professional full mark'), { default: '300.00' }),
    rankUsing: field.yesNo({ label: label('位次启用', 'By rank'), default: 1 }),
    formulaId: field.ref({ to: 'formula' }),
    scoreDesc: field.text({ label: label('说明', 'Note'), max: limits.path }),
    remark: common.remark,
  },
  naturalKey: ['dataYear', 'provinceId', 'jointCategoryId', 'aos', 'batch'],
  permissions: { prefix: 'wish:score', actions: everyAction },
  yearly: {
    without: [
      ...(['cultureLine', 'profLine', 'compositeLine', 'passLine', 'juniorPassLine'] as const),
      ...(['formulaId', 'scoreDesc'] as const),
    ],
  },
  scope: { province: 'provinceId', rest: { common: 'lines are reference data' } },
  list: {
    point: ['jointCategoryId', 'batch', 'cultureLine', 'profLine', 'compositeLine', 'passLine'],
    hidden: ['cultureFull', 'profFull', 'remark'],
    without: ['scoreDesc'],
    filters: ['dataYear', 'provinceId', 'jointCategoryId', 'aos', 'batch', 'diploma', 'dataId'],
  },
});
