import { clickTypes } from '@yikao/model/calls/statistics.ts';
import { Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelPanel } from '../../../engine/statistics/ChannelPanel.tsx';
import { ChannelTable } from '../../../engine/statistics/ChannelTable.tsx';
import { type ClickType, keysOf } from '../../../engine/statistics/click.ts';
import { DaysPicker } from '../../../engine/statistics/DaysPicker.tsx';
import { lastDays } from '../../../engine/statistics/days.ts';
import styles from '../../../engine/statistics/statistics.module.css';
import { useKeyName } from '../../../engine/statistics/use-key-name.ts';

/** Channels compared by new users, active users, orders and codes (domain 2.P, 10): ranking, full list and seven days. */
export default function ChannelStatisticsPage() {
  const { t } = useTranslation('stat');
  const [clickType, setClickType] = useState<ClickType>(clickTypes.userAdd);
  const [chosen, setChosen] = useState<string>();
  const [days, setDays] = useState(lastDays);
  const keys = keysOf(clickType);
  const nameOf = useKeyName(clickType);
  const key = chosen ?? keys[0];
  return (
    <div className={styles.page}>
      <div className={styles.tools}>
        <Segmented<ClickType>
          aria-label={t('channel.title')}
          value={clickType}
          options={Object.values(clickTypes).map(value => ({ value, label: t(`clicks.${value}`) }))}
          onChange={value => {
            setClickType(value);
            setChosen(undefined);
          }}
        />
        {keys.length > 0 && (
          <Select
            aria-label={t('key')}
            value={key}
            popupMatchSelectWidth={false}
            options={keys.map(value => ({ value, label: nameOf(value) }))}
            onChange={setChosen}
          />
        )}
        <DaysPicker value={days} onChange={setDays} />
      </div>
      <div className={styles.row}>
        <ChannelTable clickType={clickType} days={days} fixedKey={key} />
        <ChannelPanel clickType={clickType} days={days} fixedKey={key ?? ''} />
      </div>
    </div>
  );
}
