import type { CellProps } from '../../../fields/field-view.ts';
import { CutText } from '../../../fields/parts/CutText.tsx';
import fields from '../../../fields/parts/fields.module.css';
import { textOf } from '../../../fields/parts/values.ts';
import { FormulaText } from '../parts/FormulaText.tsx';
import { formulaParts } from '../parts/formula-parts.ts';

/** A stem in a list, with its formulas drawn. */
export function TitleCell({ value }: CellProps) {
  const text = textOf(value);
  if (!formulaParts(text).some(({ kind }) => kind === 'formula')) return <CutText text={text} />;
  return (
    <span className={fields.cut} title={text}>
      <FormulaText text={text} line />
    </span>
  );
}
