import { clickTypes } from '@yikao/model/contexts/statistics/statistics.calls.ts';
import { Button, Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../../../../engine/tab/PageHeading.tsx';
import { ChannelTable } from '../../../parts/ChannelTable.tsx';
import { type ClickType, keysOf } from '../../../parts/click.ts';
import { DaysPicker } from '../../../parts/DaysPicker.tsx';
import { DetailDialog } from '../../../parts/DetailDialog.tsx';
import { lastDays } from '../../../parts/days.ts';
import styles from '../../../parts/statistics.module.css';
import { useKeyName } from '../../../parts/use-key-name.ts';

/** Channels compared by new users, active users, orders and codes (domain 2.P, 10): a full list by rank, and seven days. */
export default function ChannelStatisticsPage() {
  const { t } = useTranslation('stat');
  const [clickType, setClickType] = useState<ClickType>(clickTypes.userAdd);
  const [chosen, setChosen] = useState<string>();
  const [days, setDays] = useState(lastDays);
  const [open, setOpen] = useState(false);
  const keys = keysOf(clickType);
  const nameOf = useKeyName(clickType);
  const key = chosen ?? keys[0];
  return (
    <div className={styles.page}>
      <PageHeading />
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
      <ChannelTable
        clickType={clickType}
        days={days}
        onDays={setDays}
        fixedKey={key}
        more={
          <Button
            size="small"
            aria-label={t('channel.detailOf', { name: t(`clicks.${clickType}`) })}
            onClick={() => setOpen(true)}
          >
            {t('channel.detail')}
          </Button>
        }
      />
      {open && <DetailDialog clickType={clickType} beginWith={key} onClose={() => setOpen(false)} />}
    </div>
  );
}
