import { limits } from '@yikao/model/limits.ts';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Days } from './days.ts';
import styles from './statistics.module.css';

/** Chooses the days of charts and rankings, within the calls' limit. */
export function DaysPicker({
  value,
  onChange,
}: {
  readonly value: Days;
  readonly onChange: (days: Days) => void;
}) {
  const { t } = useTranslation('stat');
  const id = useId();
  return (
    <span className={styles.days}>
      <label htmlFor={id}>{t('days')}</label>
      <DatePicker.RangePicker
        id={{ start: id, end: `${id}-end` }}
        allowClear={false}
        value={[dayjs(value.startDate), dayjs(value.endDate)]}
        disabledDate={(day, { from }) =>
          day.isAfter(dayjs(), 'day') ||
          (from !== undefined && Math.abs(day.diff(from, 'day')) >= limits.statDays)
        }
        onChange={chosen => {
          const [from, to] = chosen ?? [];
          if (!from || !to) return;
          onChange({ startDate: from.format('YYYY-MM-DD'), endDate: to.format('YYYY-MM-DD') });
        }}
      />
    </span>
  );
}
