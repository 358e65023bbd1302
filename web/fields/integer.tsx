import type { IntegerField } from '@yikao/model/kernel/field.ts';
import type { FieldView } from './field-view.ts';
import { NumberText } from './parts/NumberText.tsx';
import { integerText, TypedInput } from './parts/TypedInput.tsx';
import { DigitsFilter, TypedFilterText } from './parts/typed-filters.tsx';
import { textOf } from './parts/values.ts';

/** A whole number. Not grouped: codes and ordinals are whole numbers too. */
export const integer: FieldView<IntegerField> = {
  Cell: ({ value }) => <NumberText text={textOf(value)} />,
  Input: props => <TypedInput {...props} clean={integerText} inputMode="numeric" />,
  Filter: DigitsFilter,
  FilterText: TypedFilterText,
  columnWidth: () => 96,
  align: 'right',
  sortable: true,
};
