import type { MobileField } from '@yikao/model/kernel/field.ts';
import { limits } from '@yikao/model/limits.ts';
import type { FieldView } from './field-view.ts';
import { NumberText } from './parts/NumberText.tsx';
import { PhoneText } from './parts/PhoneText.tsx';
import { TypedInput } from './parts/TypedInput.tsx';
import { DigitsFilter, TypedFilterText } from './parts/typed-filters.tsx';
import { textOf } from './parts/values.ts';

/** A mobile number of 11 digits. */
export const mobile: FieldView<MobileField> = {
  Cell: ({ value }) => <NumberText text={textOf(value)} />,
  Detail: ({ value }) => <PhoneText text={textOf(value)} />,
  Input: props => (
    <TypedInput {...props} clean={text => text.replace(/\D/g, '')} inputMode="tel" max={limits.mobile} />
  ),
  Filter: DigitsFilter,
  FilterText: TypedFilterText,
  columnWidth: () => 120,
  align: 'left',
  sortable: false,
};
