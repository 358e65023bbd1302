import type { DateField } from '@yikao/model/kernel/field.ts';
import { laterCode } from '../loading/later-code.ts';
import type { FieldView } from './field-view.ts';
import { NumberText } from './parts/NumberText.tsx';
import { RangeFilter, RangeFilterText } from './parts/RangeFilter.tsx';
import { textOf } from './parts/values.ts';

/** A calendar date, `YYYY-MM-DD`. */
export const date: FieldView<DateField> = {
  Cell: ({ value }) => <NumberText text={textOf(value).slice(0, 10)} />,
  Input: laterCode(() => import('./dates/DateInput.tsx')),
  Filter: RangeFilter,
  FilterText: RangeFilterText,
  columnWidth: () => 112,
  align: 'center',
  sortable: true,
};
