import { fieldOf } from '@yikao/model/kernel/dataset.ts';
import { type RefField, refNameKey } from '@yikao/model/kernel/field.ts';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/i18n.ts';
import type { CellProps, FieldView, InputProps } from './field-view.ts';
import { CutText } from './parts/CutText.tsx';
import { isBlank, textOf } from './parts/values.ts';
import { RowFilter, RowFilterText } from './pick/RowFilter.tsx';
import { RowPicker } from './pick/RowPicker.tsx';
import { targetOf } from './pick/target.ts';
import { conditionsOf } from './pick/within.ts';

function RefCell({ field, name, value, record }: CellProps<RefField>) {
  const language = useLanguage();
  const zero = field.zero && Number(value) === 0 && !isBlank(value) ? field.zero[language] : '';
  return <CutText text={textOf(record[refNameKey(name)]) || zero || textOf(value)} />;
}

function RefInput({
  field,
  name,
  id,
  value,
  onChange,
  record,
  disabled,
  invalid,
  describedBy,
}: InputProps<RefField>) {
  const language = useLanguage();
  const { t } = useTranslation('engine');
  const dataset = targetOf(field);
  const { where, missing } = conditionsOf(field, record);
  const label = field.label[language];
  const first = missing && fieldOf(dataset, missing)?.label[language];
  const known = textOf(record[refNameKey(name)]);
  return (
    <RowPicker
      id={id}
      dataset={dataset}
      label={field.label[language]}
      multiple={false}
      values={isBlank(value) ? [] : [Number(value)]}
      names={new Map(known && !isBlank(value) ? [[Number(value), known]] : [])}
      where={where}
      placeholder={first ? t('fields.chooseFirst', { label: first }) : t('fields.choose', { label })}
      disabled={disabled || missing !== undefined}
      invalid={invalid}
      clearable={!field.required}
      describedBy={describedBy}
      required={field.required}
      onChange={([next]) => onChange(next ?? null)}
      {...(field.zero && { zero: field.zero[language] })}
    />
  );
}

/** A row of another dataset, shown by its name. */
export const ref: FieldView<RefField> = {
  Cell: RefCell,
  Input: RefInput,
  Filter: RowFilter,
  FilterText: RowFilterText,
  columnWidth: field => (field.to === 'province' ? 104 : 160),
  align: 'left',
  sortable: true,
};
