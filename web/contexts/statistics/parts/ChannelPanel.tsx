import { statisticsCalls } from '@yikao/model/contexts/statistics/statistics.calls.ts';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { useKept } from '../../../engine/layout/use-kept.ts';
import { askedBy, type ClickType, keysOf } from './click.ts';
import { DetailDialog } from './DetailDialog.tsx';
import type { Days } from './days.ts';
import { NoFigures } from './NoFigures.tsx';
import styles from './statistics.module.css';
import { useKeyName } from './use-key-name.ts';

interface ChannelPanelProps {
  readonly clickType: ClickType;
  readonly days: Days;
  /** The shown key, if the surrounding page chooses it; otherwise the panel has a filter. */
  readonly fixedKey?: string;
}

/**
 * The ten largest channels, next to a chart: a filter by kind and state, and the last seven days in a dialog (spec
 * section 2).
 */
export function ChannelPanel({ clickType, days, fixedKey }: ChannelPanelProps) {
  const { t } = useTranslation('stat');
  const keys = keysOf(clickType);
  const nameOf = useKeyName(clickType);
  const [chosen, setChosen] = useState(keys[0]);
  const [open, setOpen] = useState(false);
  const key = fixedKey ?? chosen;
  const body = { clickType, ...askedBy(key), ...days, size: 10 };
  const found = useKept({
    queryKey: [statisticsCalls.channel.path, body],
    queryFn: ({ signal }) => send(statisticsCalls.channel, { body, signal, toast: false }),
  });
  const most = found.data?.[0]?.countNumber ?? 1;
  const name = t(`clicks.${clickType}`);
  return (
    <section className={styles.panel} aria-label={t('channel.of', { name })}>
      <div className={styles.head}>
        <h3>{t('channel.title')}</h3>
        {fixedKey === undefined && keys.length > 0 && (
          <Select
            size="small"
            aria-label={t('channel.filter', { name })}
            value={chosen}
            popupMatchSelectWidth={false}
            options={keys.map(value => ({ value, label: nameOf(value) }))}
            onChange={setChosen}
          />
        )}
      </div>
      {found.data && found.data.length > 0 && (
        <ol className={styles.ranks}>
          {found.data.map(({ channelId, countName, countNumber }, at) => (
            <li key={channelId ?? 0}>
              <i aria-hidden>{at + 1}</i>
              <span title={countName}>{countName}</span>
              <b>{countNumber.toLocaleString('en-US')}</b>
              <div className={styles.bar} aria-hidden>
                <u style={{ width: `${(countNumber / most) * 100}%` }} />
              </div>
            </li>
          ))}
        </ol>
      )}
      {found.data?.length === 0 && (
        <div className={styles.nothing}>
          <NoFigures />
        </div>
      )}
      {found.error && !found.data && (
        <div className={styles.nothing}>
          <Button size="small" onClick={found.retry}>
            {t('retry')}
          </Button>
        </div>
      )}
      <div className={styles.more}>
        <Button size="small" aria-label={t('channel.detailOf', { name })} onClick={() => setOpen(true)}>
          {t('channel.detail')}
        </Button>
      </div>
      {open && <DetailDialog clickType={clickType} beginWith={key} onClose={() => setOpen(false)} />}
    </section>
  );
}
