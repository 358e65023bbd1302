import { type ChannelWeek, statisticsCalls } from '@yikao/model/contexts/statistics/statistics.calls.ts';
import { Button, Select, Table, type TableColumnsType } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { LoadFailed } from '../../../engine/boundary/LoadFailed.tsx';
import { saveSheet } from '../../../engine/chart/save-chart.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { useKept } from '../../../engine/layout/use-kept.ts';
import { askedBy, type ClickType, keysOf } from './click.ts';
import { NoFigures } from './NoFigures.tsx';
import styles from './statistics.module.css';
import { useKeyName } from './use-key-name.ts';

const days = ['day1', 'day2', 'day3', 'day4', 'day5', 'day6', 'day7'] as const;
/** Height of its table (spec section 2). */
const height = 400;

interface DetailDialogProps {
  readonly clickType: ClickType;
  readonly beginWith: string | undefined;
  readonly onClose: () => void;
}

/** Every channel by day for the last seven days, today first, with dates in the headers (0.7, 16). */
export function DetailDialog({ clickType, beginWith, onClose }: DetailDialogProps) {
  const { t } = useTranslation('stat');
  const keys = keysOf(clickType);
  const nameOf = useKeyName(clickType);
  const [key, setKey] = useState(beginWith);
  const body = { clickType, ...askedBy(key) };
  const found = useKept({
    queryKey: [statisticsCalls.channelDetail.path, body],
    queryFn: ({ signal }) => send(statisticsCalls.channelDetail, { body, signal, toast: false }),
  });
  const heads = days.map((_, at) => dayjs().subtract(at, 'day').format('MM-DD'));
  const columns: TableColumnsType<ChannelWeek> = [
    { title: t('channel.name'), dataIndex: 'sourceName', width: 180, fixed: 'left', ellipsis: true },
    ...days.map((day, at) => ({
      key: day,
      title: at === 0 ? `${heads[at]} ${t('channel.today')}` : heads[at],
      dataIndex: day,
      width: at === 0 ? 110 : 80,
      align: 'right' as const,
      render: (value: number) => value.toLocaleString('en-US'),
    })),
    {
      title: t('channel.total'),
      dataIndex: 'total',
      width: 90,
      align: 'right',
      render: (value: number) => <b>{value.toLocaleString('en-US')}</b>,
    },
  ];
  const sheet = () =>
    saveSheet(
      t('channel.detailOf', { name: t(`clicks.${clickType}`) }),
      [t('channel.name'), ...heads, t('channel.total')],
      (found.data ?? []).map(row => [row.sourceName, ...days.map(day => row[day]), row.total]),
    );
  return (
    <Dialog width={900} title={t('channel.detail')} footer={null} onClose={onClose}>
      <div className={styles.head}>
        {keys.length > 0 ? (
          <Select
            aria-label={t('key')}
            value={key}
            popupMatchSelectWidth={false}
            options={keys.map(value => ({ value, label: nameOf(value) }))}
            onChange={setKey}
          />
        ) : (
          <span>{t(`clicks.${clickType}`)}</span>
        )}
        <Button disabled={!found.data?.length} onClick={sheet}>
          {t('channel.exportAll')}
        </Button>
      </div>
      {found.error && !found.data ? (
        <LoadFailed of={found} />
      ) : (
        <Table<ChannelWeek>
          size="small"
          rowKey={({ channelId }) => channelId ?? 0}
          loading={found.loading}
          columns={columns}
          dataSource={[...(found.data ?? [])]}
          pagination={false}
          scroll={{ x: 860, y: height }}
          locale={{ emptyText: <NoFigures /> }}
        />
      )}
    </Dialog>
  );
}
