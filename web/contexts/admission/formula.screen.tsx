import { registry } from '@yikao/model/contexts/datasets.ts';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import { FormulaInput } from './formula/FormulaInput.tsx';

const overrides = { inputs: { expression: FormulaInput } };

/** Formulas (domain D13, 10): each is tried out while it is typed. */
export default function FormulaPage() {
  return <DatasetScreen dataset={registry.formula} overrides={overrides} />;
}
