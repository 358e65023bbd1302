import type { MoneyField } from '@yikao/model/kernel/field.ts';
import type { FieldView } from './field-view.ts';
import { NumberText } from './parts/NumberText.tsx';
import { decimalText, TypedInput } from './parts/TypedInput.tsx';
import { TextFilter, TypedFilterText } from './parts/typed-filters.tsx';
import { yuanText } from './parts/values.ts';

/** Yuan with two decimals and ¥, thousands grouped. */
export const money: FieldView<MoneyField> = {
  Cell: ({ value }) => <NumberText text={yuanText(value)} />,
  Input: props => <TypedInput {...props} clean={decimalText} inputMode="decimal" prefix="¥" />,
  Filter: TextFilter,
  FilterText: TypedFilterText,
  columnWidth: () => 120,
  align: 'right',
  sortable: true,
};
