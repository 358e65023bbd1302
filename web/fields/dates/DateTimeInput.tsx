import type { DateTimeField } from '@yikao/model/kernel/field.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { Button, DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import type { InputProps } from '../field-view.ts';
import styles from '../parts/fields.module.css';
import { textOf } from '../parts/values.ts';
import { instantForm, instantOf, minuteForm, type SoonDay, soonDays, soonTime } from './instant.ts';

/** The calendar in which a day and a time are chosen. */
export default function DateTimeInput(props: InputProps<DateTimeField>) {
  const { field, id, value, onChange, disabled, invalid, describedBy } = props;
  const language = useLanguage();
  const { t } = useTranslation('engine');
  // An end chosen only by its day includes the whole day.
  const endsDay = field.until === true;
  const offered: readonly SoonDay[] = field.soon === true ? soonDays : [];
  const offer = (day: SoonDay) => soonTime(day, shanghaiTime(new Date()));
  const picker = (
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
      presets={offered.map(day => ({ label: t(`fields.soon.${day}`), value: () => dayjs(offer(day)) }))}
      onKeyDown={event => {
        const day = event.altKey ? offered[['Digit1', 'Digit2', 'Digit3'].indexOf(event.code)] : undefined;
        if (day === undefined) return;
        event.preventDefault();
        onChange(offer(day));
      }}
      onChange={time => onChange(time ? instantOf(time.format(minuteForm), textOf(value), endsDay) : null)}
    />
  );
  if (offered.length === 0) return picker;
  return (
    <>
      {picker}
      <div className={styles.soon} data-beneath="true">
        {offered.map((day, index) => (
          <Button
            key={day}
            size="small"
            disabled={disabled}
            title={`Alt+${index + 1}`}
            onClick={() => onChange(offer(day))}
          >
            {t(`fields.soon.${day}`)}
          </Button>
        ))}
      </div>
    </>
  );
}
