import type { ScoreStat } from '@yikao/model/contexts/mock/calls/mock-marks.calls.ts';
import { Table, type TableColumnsType } from 'antd';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../../../engine/link/page-address.ts';
import { NoMatch } from '../../../../../engine/list/NoMatch.tsx';
import { EmptyState } from '../../../../../fields/parts/EmptyState.tsx';
import { Figures } from '../../../../../fields/parts/Figures.tsx';
import styles from './Page.module.css';

const figures = ['count', 'absent', 'max', 'min', 'avg', 'median', 'stdDev'] as const;
const rates = ['passRate', 'excellentRate'] as const;

interface FiguresProps {
  readonly examId: number;
  readonly told: ScoreStat;
  /** Drops the filters; undefined if none is set. */
  readonly onAll: (() => void) | undefined;
}

/** The statistics, bands and agencies of one session, or of the totals. */
export function ScoreFigures({ examId, told, onAll }: FiguresProps) {
  const { t } = useTranslation('mock');
  const most = Math.max(1, ...told.segments.map(({ count }) => count));
  const columns: TableColumnsType<ScoreStat['agents'][number]> = [
    { title: t('stat.rank'), dataIndex: 'rank', width: 80, render: (rank: number | null) => rank ?? '—' },
    {
      title: t('stat.agency'),
      dataIndex: 'agentName',
      render: (name: string | null, { agentId }) =>
        agentId === null ? (
          t('stat.none')
        ) : (
          <a href={pageAddress('/scoreAnalyse', { examId, agentId })} target="_blank" rel="noreferrer">
            {name}
          </a>
        ),
    },
    { title: t('stat.of.count'), dataIndex: 'count', align: 'right' },
    { title: t('stat.of.avg'), dataIndex: 'avg', align: 'right' },
    { title: t('stat.of.max'), dataIndex: 'max', align: 'right' },
    { title: t('stat.of.passRate'), dataIndex: 'passRate', align: 'right', render: rate => `${rate}%` },
  ];
  return (
    <>
      <Figures
        look="boxes"
        of={[
          ...figures.map(name => [t(`stat.of.${name}`), told[name] ?? '—'] as const),
          ...rates.map(name => [t(`stat.of.${name}`), told[name] === null ? '—' : `${told[name]}%`] as const),
        ]}
      />
      <p className={styles.rule}>{t('stat.rule', { full: Number(told.full) })}</p>
      {told.count === 0 && onAll && <NoMatch title={t('stat.noMatch')} onClear={onAll} />}
      {told.count === 0 && !onAll && <EmptyState title={t('stat.empty')} hint={t('stat.emptyHint')} />}
      {told.count > 0 && (
        <>
          <h2>{t('stat.histogram')}</h2>
          <ol className={styles.bands}>
            {told.segments.map(({ label, count, totalNum }) => (
              <li key={label} aria-label={t('stat.segment', { label, count, total: totalNum })}>
                <span>{label}</span>
                <i style={{ inlineSize: `${(count / most) * 100}%` }} />
                <span>
                  {count} / {totalNum}
                </span>
              </li>
            ))}
          </ol>
          <h2>{t('stat.agencies')}</h2>
          <Table
            rowKey={row => row.agentId ?? 0}
            size="small"
            pagination={false}
            scroll={{ x: 560 }}
            columns={columns}
            dataSource={[...told.agents]}
          />
        </>
      )}
    </>
  );
}
