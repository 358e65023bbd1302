import { type ChannelCount, statisticsCalls } from '@yikao/model/contexts/statistics/statistics.calls.ts';
import { limits } from '@yikao/model/limits.ts';
import { Button, Space, Table, type TableColumnsType } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { LoadFailed } from '../../../engine/boundary/LoadFailed.tsx';
import { saveSheet } from '../../../engine/chart/save-chart.ts';
import { useKept } from '../../../engine/layout/use-kept.ts';
import { askedBy, type ClickType } from './click.ts';
import type { Days } from './days.ts';
import { NoFigures } from './NoFigures.tsx';
import styles from './statistics.module.css';

interface ChannelTableProps {
  readonly clickType: ClickType;
  readonly days: Days;
  /** Chooses other days, offered if these have nothing. */
  readonly onDays: (days: Days) => void;
  readonly fixedKey: string | undefined;
  /** Buttons before the download. */
  readonly more?: ReactNode;
}

/** The chosen page, with the query it belongs to. */
interface ChosenPage {
  readonly asked: string;
  readonly current: number;
  readonly size: number;
}

/** Every channel that has any, by the page. */
export function ChannelTable({ clickType, days, onDays, fixedKey, more }: ChannelTableProps) {
  const { t } = useTranslation('stat');
  const body = { clickType, ...askedBy(fixedKey), ...days };
  const asked = JSON.stringify(body);
  const [page, setPage] = useState<ChosenPage>({ asked, current: 1, size: limits.pageSize });
  // Another question begins with its first page.
  const { current, size } = page.asked === asked ? page : { current: 1, size: page.size };
  const found = useKept({
    queryKey: [statisticsCalls.channelList.path, body, current, size],
    queryFn: ({ signal }) =>
      send(statisticsCalls.channelList, { body, query: { current, size }, signal, toast: false }),
  });
  const first = (current - 1) * size;
  const records = found.data?.records ?? [];
  const most = Math.max(1, ...records.map(({ countNumber }) => countNumber));
  const columns: TableColumnsType<ChannelCount> = [
    { key: 'rank', title: t('channel.rank'), width: 90, render: (_, __, at) => first + at + 1 },
    {
      title: t('channel.name'),
      dataIndex: 'countName',
      render: (name: string, { countNumber }) => (
        <div className={styles.share}>
          <span>{name}</span>
          <div className={styles.bar} aria-hidden>
            <u style={{ width: `${(Math.max(0, countNumber) / most) * 100}%` }} />
          </div>
        </div>
      ),
    },
    {
      title: t('chart.count'),
      dataIndex: 'countNumber',
      width: 160,
      align: 'right',
      render: (value: number) => value.toLocaleString('en-US'),
    },
  ];
  const sheet = () =>
    saveSheet(
      `${t(`clicks.${clickType}`)} ${days.startDate} ${days.endDate}`,
      [t('channel.rank'), t('channel.name'), t('chart.count')],
      records.map(({ countName, countNumber }, at) => [first + at + 1, countName, countNumber]),
    );
  return (
    <section className={styles.panel} aria-label={t('channel.all')}>
      <div className={styles.head}>
        <h2>{t('channel.all')}</h2>
        <Space size={8}>
          {more}
          <Button size="small" disabled={records.length === 0} onClick={sheet}>
            {t('channel.export')}
          </Button>
        </Space>
      </div>
      {found.error && !found.data ? (
        <LoadFailed of={found} />
      ) : (
        <Table<ChannelCount>
          size="small"
          rowKey={({ channelId }) => channelId ?? 0}
          loading={found.loading}
          columns={columns}
          dataSource={[...records]}
          scroll={{ x: 420 }}
          pagination={{
            current,
            pageSize: size,
            total: found.data?.total ?? 0,
            size: 'small',
            onChange: (to, of) => setPage({ asked, current: to, size: of }),
          }}
          locale={{ emptyText: <NoFigures days={days} onDays={onDays} /> }}
        />
      )}
    </section>
  );
}
