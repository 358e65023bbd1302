import { predictionCalls } from '@yikao/model/contexts/admission/prediction.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { evaluateFormula } from '@yikao/model/rules/formula/evaluate.ts';
import { type FormulaFault, faultText } from '@yikao/model/rules/formula/fault.ts';
import { parseFormula } from '@yikao/model/rules/formula/parse.ts';
import { handle } from '../../engine/http/handle.ts';
import { defineServer } from '../../engine/table/server-side.ts';

const { formula } = registry;

/** The fault of a formula, as an issue of the form field. */
function refused(fault: FormulaFault) {
  const { expression } = formula.fields;
  return failure('invalidFields', {
    issues: [issue('expression', 'badFormula', { position: fault.position, ...faultText(fault) })],
    labels: () => expression.label,
  });
}

/** Server side of the formulas: the call that tries one out. */
export const formulaServer = defineServer(formula, {
  // Its check needs the school, even if a file does not set it.
  reads: ['schoolId'],
  routes(app) {
    handle(app, predictionCalls.formulaTest, async ({ body: { expression, vars, decimals, roundMode } }) => {
      const read = parseFormula(expression);
      if ('fault' in read) throw refused(read.fault);
      const result = evaluateFormula(read.formula, vars, { decimals, roundMode });
      if ('fault' in result) throw refused(result.fault);
      return { value: result.value === null ? null : Number(result.value) };
    });
  },
});
