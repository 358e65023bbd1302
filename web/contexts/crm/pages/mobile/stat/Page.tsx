import { leadCalls, type SellerStat } from '@yikao/model/contexts/crm/leads.calls.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { percentText } from '@yikao/model/rules/percent.ts';
import { Button, DatePicker, Table, type TableColumnsType } from 'antd';
import type { Dayjs } from 'dayjs';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../../engine/api/send.ts';
import { LoadFailed } from '../../../../../engine/boundary/LoadFailed.tsx';
import { StaleNotice } from '../../../../../engine/boundary/StaleNotice.tsx';
import { useKept } from '../../../../../engine/layout/use-kept.ts';
import { useScrollFocus } from '../../../../../engine/layout/use-scroll-focus.ts';
import { listAddress } from '../../../../../engine/link/page-address.ts';
import { can } from '../../../../../engine/session/session.ts';
import { PageHeading } from '../../../../../engine/tab/PageHeading.tsx';
import { PageLink } from '../../../../../engine/tab/PageLink.tsx';
import { EmptyState } from '../../../../../fields/parts/EmptyState.tsx';
import styles from './Page.module.css';

const percent = (share: number) => percentText(share, 1);
const money = (yuan: number) =>
  yuan.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** The lead results of each salesperson (domain 10): of leads assigned in the chosen days, or of all. */
export default function LeadStatPage() {
  const { t } = useTranslation('crm');
  const frame = useRef<HTMLDivElement>(null);
  useScrollFocus(frame, t('stat.seller'));
  const [days, setDays] = useState<readonly [Dayjs, Dayjs]>();
  const query = days && {
    assignTimeStart: `${days[0].format('YYYY-MM-DD')} 00:00:00`,
    assignTimeEnd: `${days[1].format('YYYY-MM-DD')} 23:59:59`,
  };
  const page = useKept({
    queryKey: [leadCalls.stat.path, query],
    queryFn: ({ signal }) => send(leadCalls.stat, { query: query ?? {}, signal, toast: false }),
  });
  const rows = page.data ?? [];
  const sum = (of: (row: SellerStat) => number) => rows.reduce((total, row) => total + of(row), 0);
  const assigned = sum(row => row.assigned);
  // Amounts have two places; adding them in fen is exact.
  const amount = sum(row => Math.round(row.amount * 100)) / 100;

  const columns: TableColumnsType<SellerStat> = [
    { title: t('stat.seller'), width: 140, render: (_, row) => row.saleUserName ?? `ID ${row.saleUserId}` },
    { title: t('stat.assigned'), width: 110, align: 'right', render: (_, row) => row.assigned },
    {
      title: t('stat.followed'),
      width: 175,
      align: 'right',
      render: (_, row) => (
        <Share count={row.followed} share={row.assigned === 0 ? 0 : row.followed / row.assigned} />
      ),
    },
    { title: t('stat.connected'), width: 110, align: 'right', render: (_, row) => row.connected },
    { title: t('stat.minutes'), width: 120, align: 'right', render: (_, row) => row.minutes.toFixed(1) },
    { title: t('stat.won'), width: 90, align: 'right', render: (_, row) => row.won },
    { title: t('stat.amount'), width: 140, align: 'right', render: (_, row) => money(row.amount) },
    {
      title: t('stat.conversion'),
      width: 175,
      align: 'right',
      render: (_, row) => <Share count={percent(row.conversion)} share={row.conversion} />,
    },
  ];

  return (
    <div className={styles.page} ref={frame}>
      <PageHeading />
      <div className={styles.tools}>
        <label htmlFor="lead-stat-days">{t('stat.days')}</label>
        <DatePicker.RangePicker
          id={{ start: 'lead-stat-days', end: 'lead-stat-days-end' }}
          // A single end sets no filter yet, but Tab must be able to pass it.
          allowEmpty={[true, true]}
          value={days ? [days[0], days[1]] : null}
          onChange={chosen => setDays(chosen?.[0] && chosen[1] ? [chosen[0], chosen[1]] : undefined)}
        />
      </div>
      <StaleNotice of={page} />
      {page.error && !page.data ? (
        <LoadFailed of={page} />
      ) : (
        <Table<SellerStat>
          rowKey="saleUserId"
          size="middle"
          loading={page.loading}
          dataSource={[...rows]}
          columns={columns}
          pagination={false}
          scroll={{ x: 1_060 }}
          locale={{ emptyText: <NoResults onAll={days && (() => setDays(undefined))} /> }}
          summary={() =>
            rows.length > 1 && (
              <Table.Summary.Row className={styles.total ?? ''}>
                {[
                  t('stat.total'),
                  assigned,
                  sum(row => row.followed),
                  sum(row => row.connected),
                  (sum(row => Math.round(row.minutes * 10)) / 10).toFixed(1),
                  sum(row => row.won),
                  money(amount),
                  percent(assigned === 0 ? 0 : sum(row => row.won) / assigned),
                ].map((value, at) => (
                  <Table.Summary.Cell
                    key={columns[at]?.title?.toString()}
                    index={at}
                    align={at === 0 ? 'left' : 'right'}
                  >
                    {value}
                  </Table.Summary.Cell>
                ))}
              </Table.Summary.Row>
            )
          }
        />
      )}
    </div>
  );
}

/** A figure with its share of the leads. */
function Share({ count, share }: { readonly count: number | string; readonly share: number }) {
  return (
    <span className={styles.share}>
      <span className={styles.track} aria-hidden>
        <span style={{ width: `${Math.min(100, share * 100)}%` }} />
      </span>
      <span>{count}</span>
    </span>
  );
}

/** No results: of the chosen days, which `onAll` drops, or none at all. */
function NoResults({ onAll }: { readonly onAll: (() => void) | undefined }) {
  const { t } = useTranslation('crm');
  if (onAll) {
    return (
      <EmptyState picture="search" title={t('stat.noneDays')}>
        <Button onClick={onAll}>{t('stat.allDays')}</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t('stat.none')} hint={t('stat.noneHint')}>
      {can(leadCalls.assign.may) && <PageLink to={listAddress(registry.lead)}>{t('stat.toLeads')}</PageLink>}
    </EmptyState>
  );
}
