import type { DateTimeField } from '@yikao/model/kernel/field.ts';
import { laterCode } from '../loading/later-code.ts';
import type { FieldView } from './field-view.ts';
import { NumberText } from './parts/NumberText.tsx';
import { RangeFilter, RangeFilterText } from './parts/RangeFilter.tsx';
import { textOf } from './parts/values.ts';

/** An instant, shown to the minute; in the details the pointer shows its second. */
export const dateTime: FieldView<DateTimeField> = {
  Cell: ({ value }) => <NumberText text={textOf(value).slice(0, 16)} />,
  Detail: ({ value }) => (
    <span title={textOf(value)}>
      <NumberText text={textOf(value).slice(0, 16)} />
    </span>
  ),
  Input: laterCode(() => import('./dates/DateTimeInput.tsx')),
  Filter: RangeFilter,
  FilterText: RangeFilterText,
  columnWidth: () => 148,
  align: 'center',
  sortable: true,
};
