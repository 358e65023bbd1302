import { shownDecimal } from '@yikao/model/fields/parts/decimal-text.ts';
import type { DecimalField } from '@yikao/model/kernel/field.ts';
import type { FieldView } from './field-view.ts';
import { NumberText } from './parts/NumberText.tsx';
import { decimalText, TypedInput } from './parts/TypedInput.tsx';
import { TextFilter, TypedFilterText } from './parts/typed-filters.tsx';
import { textOf, withPlaces } from './parts/values.ts';

/** An exact decimal, shown with its stored number of places, unless its declaration says otherwise. */
export const decimal: FieldView<DecimalField> = {
  Cell: ({ field, value }) => {
    const text = textOf(value);
    return <NumberText text={shownDecimal(field, field.share ? text : withPlaces(text, field.scale))} />;
  },
  Input: props => <TypedInput {...props} clean={decimalText} inputMode="decimal" />,
  Filter: TextFilter,
  FilterText: TypedFilterText,
  columnWidth: () => 104,
  align: 'right',
  sortable: true,
};
