import { clickTypes, statisticsCalls } from '@yikao/model/contexts/statistics/statistics.calls.ts';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { useKept } from '../../../engine/layout/use-kept.ts';
import { PageHeading } from '../../../engine/tab/PageHeading.tsx';
import { yuanText } from '../../../fields/parts/values.ts';
import { ChannelPanel } from './ChannelPanel.tsx';
import { ChannelTable } from './ChannelTable.tsx';
import { type KeyedClick, keysOf } from './click.ts';
import { DayPanel } from './DayPanel.tsx';
import { DaysPicker } from './DaysPicker.tsx';
import { lastDays } from './days.ts';
import { blank } from './FigureCard.tsx';
import styles from './statistics.module.css';
import { useKeyName } from './use-key-name.ts';

/** The figure of the chart by day: orders, or their amounts in yuan. */
type Measure = 'count' | 'amount';

/** Orders or codes by the type-status keys of spec section 4: each key's number, and of the chosen one its days and channels. */
export function KeyStatistics({ clickType }: { readonly clickType: KeyedClick }) {
  const { t } = useTranslation('stat');
  const nameOf = useKeyName(clickType);
  const keys = keysOf(clickType);
  const [days, setDays] = useState(lastDays);
  const [key, setKey] = useState(keys[0] ?? '');
  const [measure, setMeasure] = useState<Measure>('count');
  const body = { clickType, ...days };
  const found = useKept({
    queryKey: [statisticsCalls.keys.path, body],
    queryFn: ({ signal }) => send(statisticsCalls.keys, { body, signal, toast: false }),
  });
  const of = (one: string) => found.data?.find(line => line.key === one);
  // Until they are loaded, the figures of orders keep the room of their amounts.
  const withAmounts = found.data?.some(({ amount }) => amount !== null) ?? clickType === clickTypes.online;
  // Nothing is paid on closed orders.
  const amountText = (one: string, amount: number | null | undefined) => {
    if (amount == null || one.endsWith('-2')) return '–';
    return t(one.endsWith('-3') ? 'refunded' : 'received', { amount: yuanText(amount) });
  };
  const byAmount = measure === 'amount' && withAmounts;
  return (
    <div className={styles.page}>
      <PageHeading />
      <div className={styles.tools}>
        <DaysPicker value={days} onChange={setDays} />
        {withAmounts && (
          <Segmented<Measure>
            aria-label={t('measure.label')}
            value={measure}
            options={[
              { value: 'count', label: t('measure.count') },
              { value: 'amount', label: t('measure.amount') },
            ]}
            onChange={setMeasure}
          />
        )}
      </div>
      <fieldset className={styles.keys} data-money={withAmounts} aria-label={t('key')}>
        {keys.map(one => (
          <button
            key={one}
            type="button"
            className={`${styles.figure} ${styles.key}`}
            aria-pressed={one === key}
            onClick={() => setKey(one)}
          >
            <span>{nameOf(one)}</span>
            <div className={styles.number}>{of(one)?.total.toLocaleString('en-US') ?? blank}</div>
            {withAmounts && <div className={styles.beside}>{amountText(one, of(one)?.amount)}</div>}
          </button>
        ))}
      </fieldset>
      <div className={styles.row}>
        <DayPanel
          title={t(byAmount ? 'amountByDay' : 'byDay', { name: nameOf(key) })}
          points={
            byAmount ? of(key)?.line.map(one => ({ ...one, countNumber: one.amount ?? 0 })) : of(key)?.line
          }
          measure={t(byAmount ? 'measure.amount' : 'measure.count')}
          retry={found.error && !found.data ? found.retry : undefined}
          days={days}
          onDays={setDays}
        />
        <ChannelPanel clickType={clickType} days={days} fixedKey={key} />
      </div>
      <ChannelTable clickType={clickType} days={days} onDays={setDays} fixedKey={key} />
    </div>
  );
}
