import type { DateField } from '@yikao/model/kernel/field.ts';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import type { InputProps } from '../field-view.ts';
import styles from '../parts/fields.module.css';
import { textOf } from '../parts/values.ts';

/** The calendar in which a day is chosen. */
export default function DateInput({
  field,
  id,
  value,
  onChange,
  disabled,
  invalid,
  describedBy,
}: InputProps<DateField>) {
  const language = useLanguage();
  const { t } = useTranslation('engine');
  return (
    <DatePicker
      id={id}
      className={styles.full}
      value={value ? dayjs(textOf(value)) : null}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      placeholder={t('fields.choose', { label: field.label[language] })}
      aria-describedby={describedBy}
      onChange={day => onChange(day?.format('YYYY-MM-DD') ?? null)}
    />
  );
}
