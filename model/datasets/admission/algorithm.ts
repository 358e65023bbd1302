import { probMethod } from '../../codes/admission.ts';
import type { Label } from '../../kernel/label.ts';
import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { common } from '../common.ts';

/** A factor of an algorithm, with four places. */
function factor(name: Label | undefined, value: string) {
  return field.decimal({ ...(name && { label: name }), scale: 4, min: -1000, max: 1000, default: value });
}

/** How probabilities of a province are worked out (domain D12, 4.8). */
export const algorithm = defineDataset({
  name: 'algorithm',
  path: '/api/data/wish/algorithm',
  menu: { at: '/wish/algorithm', group: 'data', icon: 'ExperimentOutlined', order: 13 },
  key: 'id',
  tableId: 18,
  label: label('概率算法', 'Algorithms'),
  fields: {
    id: field.id({ label: label('ID', 'ID') }),
    dataYear: common.dataYear,
    provinceId: common.provinceId,
    jointCategoryId: common.anyCategoryId,
    batch: field.ref({ to: 'batch', within: ['dataYear', 'provinceId'], orAny: ['jointCategoryId'] }),
    algorithmName: field.text({ label: label('名称', 'Name'), required: true, max: limits.shortName }),
    method: field.code({ label: label('方法', 'Method'), of: probMethod, required: true }),
    p0: factor(undefined, '0.4725'),
    k: factor(undefined, '5.1000'),
    p5: factor(undefined, '0.5500'),
    logisticK: factor(undefined, '6.0000'),
    bigYearAdj: factor(undefined, '0.0300'),
    smallYearAdj: factor(undefined, '-0.0300'),
    minProb: factor(undefined, '0.0100'),
    maxProb: factor(undefined, '0.9900'),
    yearWeights: field.text({
      label: label('历年权重', 'Weights of the years'),
      max: limits.name,
      default: '0.5,0.3,0.2',
      help: label('从最近一年起，逗号分隔', 'From the latest year on, by commas'),
    }),
    planElasticity: factor(undefined, '0.3000'),
    levels: field.text({
      label: label('冲稳保阈值', 'Thresholds of the bands'),
      max: limits.shortName,
      default: '0.2,0.5,0.8',
    }),
    status: common.status,
    remark: common.remark,
  },
  naturalKey: ['dataYear', 'provinceId', 'jointCategoryId', 'batch', 'algorithmName'],
  identity: { value: 'id', name: 'algorithmName', enabledBy: 'status' },
  permissions: { prefix: 'wish:algorithm', actions: everyAction },
  scope: { province: 'provinceId', rest: { common: 'algorithms are reference data' } },
  list: {
    hidden: [
      'p5',
      'logisticK',
      'bigYearAdj',
      'smallYearAdj',
      'minProb',
      'maxProb',
      'planElasticity',
      'remark',
    ],
    filters: [
      'dataYear',
      'provinceId',
      'jointCategoryId',
      'batch',
      'algorithmName',
      'method',
      'id',
      'status',
    ],
  },
});
