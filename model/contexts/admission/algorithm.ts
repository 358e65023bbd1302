import type { Bounds, FieldOptions } from '../../kernel/field.ts';
import { defineDataset, everyAction, field, label, notAbove } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { ofAnyCategory, statusAndRemark } from '../shared/fields.ts';
import { probMethod } from './admission.codes.ts';

/** A factor of an algorithm, with four places. */
function factor(value: string, more: FieldOptions<string> & Bounds = { max: 1000 }) {
  return field.decimal({ scale: 4, ...more, default: value });
}

/** An adjustment, which may raise or lower a chance. */
const signed = { min: -1000, max: 1000, signed: true } as const;

const chance = {
  min: 0,
  max: 1,
  share: true,
  help: label('0 到 1 之间，如 0.01 表示 1%', 'Between 0 and 1: 0.01 is 1%'),
} as const;

/** The calculation of probabilities for a province (domain D12, 4.8). */
export const algorithm = defineDataset({
  name: 'algorithm',
  path: '/api/data/wish/algorithm',
  menu: { at: '/wish/algorithm', group: 'data', icon: 'ExperimentOutlined', order: 13 },
  tableId: 18,
  label: label('概率算法', 'Algorithms'),
  fields: {
    id: field.id({ label: label('ID', 'ID') }),
    ...ofAnyCategory,
    batch: field.ref({ to: 'batch', within: ['dataYear', 'provinceId'], orAny: ['jointCategoryId'] }),
    algorithmName: field.text({ label: label('名称', 'Name'), required: true, max: limits.shortName }),
    method: field.code({ label: label('方法', 'Method'), of: probMethod, required: true }),
    p0: factor('0.4725'),
    k: factor('5.1000'),
    p5: factor('0.5500'),
    logisticK: factor('6.0000'),
    bigYearAdj: factor('0.0300', signed),
    smallYearAdj: factor('-0.0300', signed),
    minProb: factor('0.0100', chance),
    maxProb: factor('0.9900', chance),
    yearWeights: field.text({
      label: label('历年权重', 'Weights of the years'),
      max: limits.name,
      format: 'yearWeights',
      default: '0.5,0.3,0.2',
      help: label('从最近一年起，逗号分隔', 'From the latest year on, by commas'),
    }),
    planElasticity: factor('0.3000'),
    levels: field.text({
      label: label('冲稳保阈值', 'Thresholds of the bands'),
      max: limits.shortName,
      format: 'bandLevels',
      default: '0.2,0.5,0.8',
    }),
    ...statusAndRemark,
  },
  naturalKey: ['dataYear', 'provinceId', 'jointCategoryId', 'batch', 'algorithmName'],
  identity: { name: 'algorithmName' },
  checks: [
    notAbove(
      'minProb',
      'maxProb',
      label('最小概率不能大于最大概率', 'The lowest probability is above the highest'),
    ),
  ],
  permissions: {
    prefix: 'wish:algorithm',
    actions: everyAction,
    own: { backTest: label('回测', 'Back-test') },
  },
  yearly: {},
  scope: { province: 'provinceId', rest: { common: 'algorithms are reference data' } },
  list: {
    point: ['algorithmName', 'method', 'p0', 'k', 'status'],
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
