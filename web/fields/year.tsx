import type { YearField } from '@yikao/model/kernel/field.ts';
import { emptied } from '@yikao/model/kernel/validate/validate.ts';
import { type YearList, yearList } from '@yikao/model/rules/data-year.ts';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/i18n.ts';
import type { FieldView, FilterProps, InputProps } from './field-view.ts';
import styles from './parts/fields.module.css';
import { NumberText } from './parts/NumberText.tsx';
import { Prompt } from './parts/Prompt.tsx';
import { textOf } from './parts/values.ts';
import { ChoiceFilter } from './pick/ChoiceFilter.tsx';

/** Selectable years, newest first, including an outside value such as an imported row's 2012. */
function yearsWith(value: unknown, list: YearList): number[] {
  const years = yearList(list, new Date());
  const own = Number(value);
  return Number.isInteger(own) && own > 0 && !years.includes(own)
    ? [...years, own].sort((a, b) => b - a)
    : years;
}

interface YearInputProps extends InputProps<YearField> {
  /** Which of the lists of years is offered (spec section 4). */
  readonly list?: YearList;
}

/** Chooses a year from a list. */
export function YearInput({
  field,
  id,
  value,
  onChange,
  disabled,
  invalid,
  describedBy,
  list = 'general',
}: YearInputProps) {
  const language = useLanguage();
  const { t } = useTranslation('engine');
  return (
    <Select<number | null>
      id={id}
      className={styles.full}
      value={value === null || value === undefined ? null : Number(value)}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      allowClear={emptied(field) !== undefined}
      showSearch
      placeholder={<Prompt text={t('fields.choose', { label: field.label[language] })} />}
      options={yearsWith(value, list).map(year => ({ value: year, label: String(year) }))}
      aria-describedby={describedBy}
      aria-required={field.required}
      onChange={next => onChange(next ?? null)}
    />
  );
}

function YearFilter(props: FilterProps<YearField>) {
  // Exports and lists may reach further back than today's entries (spec section 4).
  const choices = yearList('export', new Date()).map(year => ({ value: String(year), label: String(year) }));
  return <ChoiceFilter {...props} choices={choices} />;
}

/** A four-digit year. */
export const year: FieldView<YearField> = {
  Cell: ({ value }) => <NumberText text={textOf(value)} />,
  Input: YearInput,
  Filter: YearFilter,
  FilterText: ({ as, values }) => <>{[...(values[as] ?? [])].join(', ')}</>,
  columnWidth: () => 92,
  align: 'center',
  sortable: true,
};
