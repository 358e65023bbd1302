import { useQuery } from '@tanstack/react-query';
import { lockCalls } from '@yikao/model/contexts/people/locks.calls.ts';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../../engine/api/send.ts';
import styles from './SmsUsage.module.css';

/** Milliseconds between automatic updates of the numbers. */
const refreshMs = 30_000;

/** The number of text codes sent and allowed, with a warning once they run low. */
export function SmsUsage() {
  const { t } = useTranslation('security');
  const { data } = useQuery({
    queryKey: [lockCalls.sms.path],
    queryFn: ({ signal }) => send(lockCalls.sms, { signal, toast: false }),
    refetchInterval: refreshMs,
  });
  if (!data) return null;
  const { hour, day } = data;
  const used = t('lock.sms', {
    hour: hour.used,
    hourMax: hour.max,
    day: day.used,
    dayMax: day.max,
  });
  if (!hour.low && !day.low) return <p className={styles.line}>{used}</p>;
  return (
    <Alert
      className={styles.line ?? ''}
      type="warning"
      showIcon
      title={used}
      description={t('lock.smsLow')}
    />
  );
}
