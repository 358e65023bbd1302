import { shanghaiInstant } from '@yikao/model/rules/data-year.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CellProps } from '../../../fields/field-view.ts';
import styles from './ExpiryCell.module.css';

const minuteMs = 60_000;

/** Milliseconds before its end from which an authorisation is drawn as urgent. */
const urgentMs = 3 * 24 * 60 * minuteMs;

/** The time that an authorisation has left, counted down by the minute. */
export function ExpiryCell({ value }: CellProps) {
  const { t } = useTranslation('tiktok');
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  if (typeof value !== 'string' || value === '') return <span className={styles.none}>–</span>;
  const left = shanghaiInstant(value).getTime() - now;
  const minutes = Math.max(0, Math.floor(left / minuteMs));
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)];
  const text =
    left <= 0
      ? t('over')
      : days > 0
        ? t('leftDays', { days, hours })
        : t('leftHours', { hours, minutes: minutes % 60 });
  return (
    <time
      dateTime={value}
      title={value}
      data-stands={left <= 0 ? 'over' : left < urgentMs ? 'soon' : 'fine'}
      className={styles.left}
    >
      {text}
    </time>
  );
}
