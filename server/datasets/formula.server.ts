import { predictionCalls } from '@yikao/model/calls/prediction.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/issues.ts';
import { evaluateFormula } from '@yikao/model/rules/formula/evaluate.ts';
import { type FormulaFault, faultText } from '@yikao/model/rules/formula/fault.ts';
import { parseFormula } from '@yikao/model/rules/formula/parse.ts';
import { handle } from '../engine/http/handle.ts';
import { defineServer } from '../engine/server-side.ts';

const { formula } = registry;

/** The fault of a formula, as the field of the form tells it. */
function refused(fault: FormulaFault) {
  const { expression } = formula.fields;
  return failure('invalidFields', {
    issues: [issue('expression', 'badFormula', { position: fault.position, ...faultText(fault) })],
    labels: () => expression.label,
  });
}

/** Server side of the formulas: the call that tries one out. */
export const formulaServer = defineServer(formula, {
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
