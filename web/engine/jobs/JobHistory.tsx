import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { jobKinds } from '@yikao/model/contexts/jobs.ts';
import { limits } from '@yikao/model/limits.ts';
import { Button, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CutText } from '../../fields/parts/CutText.tsx';
import { EmptyState } from '../../fields/parts/EmptyState.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import { JobDetailDialog } from './JobDetailDialog.tsx';
import { JobLinks } from './JobLinks.tsx';
import { JobProgress, JobState } from './JobState.tsx';
import styles from './jobs.module.css';
import { maySeeJobs, useJobHistory } from './use-jobs.ts';

interface JobHistoryProps {
  readonly bizTypes: readonly number[];
  /** Content of the second column, which distinguishes jobs. */
  readonly by: 'batch' | 'title';
}

/** The jobs of a dialog's kind, five per page, reloaded every 2 s while open (spec section 4). */
export function JobHistory({ bizTypes, by }: JobHistoryProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const history = useJobHistory(bizTypes);
  const [detail, setDetail] = useState<JobRow>();
  if (!maySeeJobs()) return null;
  return (
    <section className={styles.history}>
      <h2>{t('jobs.history')}</h2>
      <Table<JobRow>
        rowKey="id"
        size="small"
        tableLayout="fixed"
        loading={history.loading}
        dataSource={[...history.jobs]}
        scroll={{ x: 800 }}
        locale={{ emptyText: <EmptyState size="small" title={t('jobs.none')} /> }}
        pagination={{
          size: 'small',
          current: history.current,
          total: history.total,
          pageSize: limits.jobPageSize,
          hideOnSinglePage: true,
          showSizeChanger: false,
          onChange: history.goTo,
        }}
        columns={[
          {
            title: t(by === 'batch' ? 'jobs.batch' : 'jobs.title'),
            width: by === 'batch' ? '22%' : 'auto',
            ellipsis: true,
            render: (_, job) => (
              <span className={styles.batch}>
                <CutText text={(by === 'batch' ? job.batch : job.title) ?? '–'} />
                {job.dryRun && <span className={styles.note}>{t('jobs.dryRun')}</span>}
                {by === 'batch' && job.op === 'batchUpdate' && (
                  <span className={styles.note}>{jobKinds.batchUpdate.label[language]}</span>
                )}
              </span>
            ),
          },
          { title: t('jobs.time'), width: 132, render: (_, job) => job.createTime.slice(0, 16) },
          ...(by === 'batch'
            ? [
                {
                  title: t('jobs.originName'),
                  ellipsis: true,
                  render: (_: unknown, job: JobRow) => job.originName ?? '–',
                },
              ]
            : []),
          {
            title: t('jobs.progress'),
            width: 124,
            render: (_, job) => <JobProgress job={job} sample={history.rates.get(job.id)} />,
          },
          {
            title: t('jobs.state'),
            width: 108,
            render: (_, job) => <JobState job={job} onDetail={setDetail} />,
          },
          {
            title: t('list.actions'),
            width: 168,
            render: (_, job) => (
              <span className={styles.links}>
                <JobLinks job={job} fileText={t('jobs.download')} />
                {job.fileExpired && (
                  <span className={styles.expired} title={t('jobs.expiredHint')}>
                    {t('jobs.expired')}
                  </span>
                )}
                {!job.cancellable && (
                  <Button type="link" size="small" onClick={() => setDetail(job)}>
                    {t('jobs.detail')}
                  </Button>
                )}
              </span>
            ),
          },
        ]}
      />
      {detail && <JobDetailDialog job={detail} onClose={() => setDetail(undefined)} />}
    </section>
  );
}
