import { useQuery } from '@tanstack/react-query';
import { mockMarkCalls, type ScoreStat } from '@yikao/model/calls/mock-marks.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { Alert, Empty, Skeleton, Table, type TableColumnsType } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { FieldServicesProvider } from '../../../engine/field-services.tsx';
import { RowPicker } from '../../../fields/parts/RowPicker.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';
import styles from './Page.module.css';

const { examInfo, mockExam, mockScore } = registry;

const figures = ['count', 'absent', 'max', 'min', 'avg', 'median', 'stdDev'] as const;
const rates = ['passRate', 'excellentRate'] as const;

/** The figures, the bands and the agencies of one session, or of the totals. */
function Figures({ told }: { readonly told: ScoreStat }) {
  const { t } = useTranslation('mock');
  const most = Math.max(1, ...told.segments.map(({ count }) => count));
  const columns: TableColumnsType<ScoreStat['agents'][number]> = [
    { title: t('stat.rank'), dataIndex: 'rank', width: 80 },
    { title: t('stat.agency'), dataIndex: 'agentName', render: name => name ?? t('stat.none') },
    { title: t('stat.of.count'), dataIndex: 'count', align: 'right' },
    { title: t('stat.of.avg'), dataIndex: 'avg', align: 'right' },
    { title: t('stat.of.max'), dataIndex: 'max', align: 'right' },
    { title: t('stat.of.passRate'), dataIndex: 'passRate', align: 'right', render: rate => `${rate}%` },
  ];
  return (
    <>
      <dl className={styles.figures}>
        {figures.map(name => (
          <div key={name}>
            <dt>{t(`stat.of.${name}`)}</dt>
            <dd>{told[name] ?? '—'}</dd>
          </div>
        ))}
        {rates.map(name => (
          <div key={name}>
            <dt>{t(`stat.of.${name}`)}</dt>
            <dd>{told[name] === null ? '—' : `${told[name]}%`}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.rule}>{t('stat.rule', { full: Number(told.full) })}</p>
      {told.count === 0 ? (
        <Empty description={t('stat.empty')} />
      ) : (
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

/** What the marks of a mock exam come to, session by session or in all (domain H15, 4.5). */
export default function ScoreStatPage() {
  const { t } = useTranslation('mock');
  const language = useLanguage();
  const id = useId();
  const [examId, setExamId] = useState<number>();
  const [infoId, setInfoId] = useState<number>();
  const found = useQuery({
    queryKey: ['rows', mockScore.name, 'statistics', examId ?? 0, infoId ?? 0],
    enabled: examId !== undefined,
    queryFn: ({ signal }) =>
      send(mockMarkCalls.scoreStat, {
        query: { examId: examId ?? 0, ...(infoId && { infoId }) },
        signal,
        toast: false,
      }),
  });
  return (
    <FieldServicesProvider>
      <section className={styles.page}>
        <div className={styles.choose}>
          <label htmlFor={`${id}-exam`}>{mockScore.fields.examId.label[language]}</label>
          <RowPicker
            id={`${id}-exam`}
            dataset={mockExam}
            multiple={false}
            values={examId === undefined ? [] : [examId]}
            names={new Map()}
            where={{}}
            placeholder={t('stat.chooseExam')}
            disabled={false}
            required
            onChange={([chosen]) => {
              setExamId(chosen);
              setInfoId(undefined);
            }}
          />
          <label htmlFor={`${id}-session`}>{t('stat.session')}</label>
          <RowPicker
            id={`${id}-session`}
            dataset={examInfo}
            multiple={false}
            values={infoId === undefined ? [] : [infoId]}
            names={new Map()}
            where={examId === undefined ? {} : { examId }}
            placeholder={t('stat.total')}
            disabled={examId === undefined}
            clearable
            onChange={([chosen]) => setInfoId(chosen)}
          />
        </div>
        {examId === undefined && <Empty description={t('stat.chooseExam')} />}
        {found.error && <Alert type="error" showIcon title={found.error.message} />}
        {found.isLoading && <Skeleton active />}
        {found.data && <Figures told={found.data} />}
      </section>
    </FieldServicesProvider>
  );
}
