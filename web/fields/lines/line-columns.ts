import type { LineColumn } from '@yikao/model/kernel/field.ts';
import { code } from '../code.tsx';
import { date } from '../date.tsx';
import { decimal } from '../decimal.tsx';
import type { FieldView } from '../field-view.ts';
import { integer } from '../integer.tsx';
import { money } from '../money.tsx';
import { text } from '../text.tsx';
import { year } from '../year.tsx';
import { yesNo } from '../yes-no.tsx';

/** The looks of the kinds that a column of a table inside a row may have. */
const columnViews = { text, integer, decimal, money, year, date, yesNo, code } satisfies {
  [K in LineColumn['kind']]: FieldView<Extract<LineColumn, { kind: K }>>;
};

/** The looks of a column. */
export function viewOfColumn(column: LineColumn): FieldView<LineColumn> {
  // The map pairs each kind with its own field type; the pairing is lost once `kind` is not known.
  return columnViews[column.kind] as unknown as FieldView<LineColumn>;
}
