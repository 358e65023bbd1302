import type { IdField } from '@yikao/model/kernel/field.ts';
import type { FieldView } from './field-view.ts';
import { NumberText } from './parts/NumberText.tsx';
import { integerText, TypedInput } from './parts/TypedInput.tsx';
import { DigitsFilter, TypedFilterText } from './parts/typed-filters.tsx';
import { textOf } from './parts/values.ts';

/** Number of a row: never grouped, since it is a name and no amount. */
export const id: FieldView<IdField> = {
  Cell: ({ value }) => <NumberText text={textOf(value)} />,
  Input: props => <TypedInput {...props} clean={integerText} inputMode="numeric" />,
  Filter: DigitsFilter,
  FilterText: TypedFilterText,
  columnWidth: () => 88,
  align: 'right',
  sortable: true,
};
