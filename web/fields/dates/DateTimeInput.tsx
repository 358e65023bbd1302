import type { DateTimeField } from '@yikao/model/kernel/field.ts';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import type { InputProps } from '../field-view.ts';
import styles from '../parts/fields.module.css';
import { textOf } from '../parts/values.ts';
import { instantForm, instantOf, minuteForm } from './instant.ts';

/** The calendar in which a day and a time are chosen. */
export default function DateTimeInput(props: InputProps<DateTimeField>) {
  const { field, id, value, onChange, disabled, invalid, describedBy } = props;
  const language = useLanguage();
  const { t } = useTranslation('engine');
  // An end chosen only by its day includes the whole day.
  const endsDay = field.until === true;
  return (
    <DatePicker
      id={id}
      className={styles.full}
      // Wall time in Asia/Shanghai is read and written literally, whatever the browser's own time zone.
      value={value ? dayjs(textOf(value)) : null}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      showTime={{
        format: 'HH:mm',
        defaultOpenValue: dayjs(endsDay ? '2000-01-01 23:59' : '2000-01-01 00:00'),
      }}
      // One that is pasted with its seconds is understood, too.
      format={[minuteForm, instantForm]}
      placeholder={t('fields.choose', { label: field.label[language] })}
      aria-describedby={describedBy}
      onChange={time => onChange(time ? instantOf(time.format(minuteForm), textOf(value), endsDay) : null)}
    />
  );
}
