import { clickTypes } from '@yikao/model/contexts/statistics/statistics.calls.ts';
import { Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelPanel } from '../../../parts/ChannelPanel.tsx';
import { ChannelTable } from '../../../parts/ChannelTable.tsx';
import { type ClickType, keysOf } from '../../../parts/click.ts';
import { DaysPicker } from '../../../parts/DaysPicker.tsx';
import { lastDays } from '../../../parts/days.ts';
import styles from '../../../parts/statistics.module.css';
import { useKeyName } from '../../../parts/use-key-name.ts';

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
