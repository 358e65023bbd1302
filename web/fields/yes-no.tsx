import { yesNoLabels } from '@yikao/model/fields/yes-no.ts';
import type { YesNoField } from '@yikao/model/kernel/field.ts';
import { Switch } from 'antd';
import { useLanguage } from '../i18n/i18n.ts';
import type { CellProps, FieldView, FilterProps } from './field-view.ts';
import { ToneTag } from './parts/CodeTag.tsx';
import { Empty } from './parts/Empty.tsx';
import { ChoiceFilter } from './pick/ChoiceFilter.tsx';

function YesNoCell({ field, value }: Pick<CellProps<YesNoField>, 'field' | 'value'>) {
  const language = useLanguage();
  if (value !== 0 && value !== 1) return <Empty />;
  const yes = field.warns ? 'look' : 'done';
  return <ToneTag tone={value === 1 ? yes : 'plain'} text={yesNoLabels[value][language]} />;
}

function YesNoFilter(props: FilterProps<YesNoField>) {
  const language = useLanguage();
  const choices = ([1, 0] as const).map(value => ({
    value: String(value),
    label: yesNoLabels[value][language],
  }));
  return <ChoiceFilter {...props} choices={choices} />;
}

function YesNoFilterText({ as, values }: Pick<FilterProps<YesNoField>, 'as' | 'values'>) {
  const language = useLanguage();
  const chosen = ([1, 0] as const).filter(value => values[as]?.includes(String(value)));
  return <>{chosen.map(value => yesNoLabels[value][language]).join(', ')}</>;
}

/** Yes or no: a switch in forms. */
export const yesNo: FieldView<YesNoField> = {
  Cell: YesNoCell,
  Input: ({ id, value, onChange, disabled, describedBy }) => (
    <Switch
      id={id}
      checked={value === 1}
      disabled={disabled}
      aria-describedby={describedBy}
      onChange={on => onChange(on ? 1 : 0)}
    />
  ),
  Filter: YesNoFilter,
  FilterText: YesNoFilterText,
  columnWidth: () => 96,
  align: 'center',
  sortable: true,
};
