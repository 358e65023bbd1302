import { defineDataset, everyAction, field, label } from '../../kernel/language.ts';
import { limits } from '../../limits.ts';
import { parseFormula } from '../../rules/formula/parse.ts';
import { ofAnyCategory, statusAndRemark } from '../shared/fields.ts';
import { roundMode, scoreType } from './admission.codes.ts';

/** Reports whether an expression uses the composite score, which the province's formula produces. */
function namesComposite(expression: string): boolean {
  const read = parseFormula(expression);
  return 'formula' in read && read.formula.letters.includes('S');
}

/**
 * Combines culture and professional scores into one (domain D13, 4.7); without a school it applies to the whole
 * province.
 */
export const formula = defineDataset({
  name: 'formula',
  path: '/api/data/wish/formula',
  menu: { at: '/wish/formula', group: 'data', icon: 'FunctionOutlined', order: 12 },
  tableId: 19,
  label: label('综合分公式', 'Formulas'),
  fields: {
    id: field.id({ label: label('ID', 'ID') }),
    ...ofAnyCategory,
    batch: field.ref({ to: 'batch', within: ['dataYear', 'provinceId'], orAny: ['jointCategoryId'] }),
    schoolId: field.ref({
      to: 'school',
      help: label('留空为全省公式', 'Left empty: a formula of the whole province'),
    }),
    formulaName: field.text({ label: label('名称', 'Name'), required: true, max: limits.shortName }),
    scoreType: field.code({
      label: label('结果类型', 'Result type'),
      headers: ['Gives'],
      of: scoreType,
      default: 1,
    }),
    expression: field.text({
      label: label('表达式', 'Expression'),
      required: true,
      max: limits.path,
      format: 'formula',
      help: label('如 R*0.5+U*(W/Q)*0.5', 'Such as R*0.5+U*(W/Q)*0.5'),
    }),
    decimals: field.integer({ label: label('小数位', 'Places'), default: 2, min: 0, max: 6 }),
    roundMode: field.code({ of: roundMode, default: 1 }),
    tieRule: field.text({ label: label('同分规则', 'Order of equal scores'), max: limits.address }),
    ...statusAndRemark,
  },
  naturalKey: ['dataYear', 'provinceId', 'jointCategoryId', 'batch', 'schoolId', 'formulaName'],
  identity: { name: 'formulaName', found: true },
  checks: [
    {
      kind: 'rule',
      fields: ['expression'],
      test: ({ expression, schoolId }) => Boolean(schoolId) || !namesComposite(String(expression)),
      message: label(
        '只有院校公式才能使用综合分 S：请选择院校，或去掉 S',
        "only a school's formula may use the composite score S: choose the school, or leave S out",
      ),
    },
  ],
  permissions: { prefix: 'wish:formula', actions: everyAction },
  yearly: {},
  scope: { province: 'provinceId', rest: { common: 'formulas are reference data' } },
  list: {
    point: ['formulaName', 'expression', 'scoreType', 'status'],
    hidden: ['decimals', 'roundMode', 'tieRule', 'remark'],
    filters: [
      ...(['dataYear', 'provinceId', 'jointCategoryId', 'batch', 'schoolId', 'formulaName'] as const),
      ...(['scoreType', 'expression', 'id', 'status'] as const),
    ],
  },
});
