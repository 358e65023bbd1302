import { statisticsCalls } from '@yikao/model/contexts/statistics/statistics.calls.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { useKept } from '../../../engine/layout/use-kept.ts';
import { ChannelPanel } from './ChannelPanel.tsx';
import { ChannelTable } from './ChannelTable.tsx';
import { type KeyedClick, keysOf } from './click.ts';
import { DayPanel } from './DayPanel.tsx';
import { DaysPicker } from './DaysPicker.tsx';
import { lastDays } from './days.ts';
import styles from './statistics.module.css';
import { useKeyName } from './use-key-name.ts';

/** Orders or codes by the type-status keys of spec section 4: each key's number, and of the chosen one its days and channels. */
export function KeyStatistics({ clickType }: { readonly clickType: KeyedClick }) {
  const { t } = useTranslation('stat');
  const nameOf = useKeyName(clickType);
  const keys = keysOf(clickType);
  const [days, setDays] = useState(lastDays);
  const [key, setKey] = useState(keys[0] ?? '');
  const body = { clickType, ...days };
  const found = useKept({
    queryKey: [statisticsCalls.keys.path, body],
    queryFn: ({ signal }) => send(statisticsCalls.keys, { body, signal, toast: false }),
  });
  const of = (one: string) => found.data?.find(line => line.key === one);
  return (
    <div className={styles.page}>
      <div className={styles.tools}>
        <DaysPicker value={days} onChange={setDays} />
      </div>
      <fieldset className={styles.keys} aria-label={t('key')}>
        {keys.map(one => (
          <button
            key={one}
            type="button"
            className={`${styles.figure} ${styles.key}`}
            aria-pressed={one === key}
            onClick={() => setKey(one)}
          >
            <span>{nameOf(one)}</span>
            <div className={styles.number}>{of(one)?.total.toLocaleString('en-US') ?? ' '}</div>
          </button>
        ))}
      </fieldset>
      <div className={styles.row}>
        <DayPanel
          title={t('byDay', { name: nameOf(key) })}
          points={of(key)?.line}
          retry={found.error && !found.data ? found.retry : undefined}
        />
        <ChannelPanel clickType={clickType} days={days} fixedKey={key} />
      </div>
      <ChannelTable clickType={clickType} days={days} fixedKey={key} />
    </div>
  );
}
