import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { JobLinks } from './JobLinks.tsx';
import { JobProgress, JobState, useJobResult } from './JobState.tsx';
import type { JobSample } from './job-rates.ts';
import { operationOf, outcomeOf } from './job-view.ts';
import styles from './jobs.module.css';

interface JobCardProps {
  readonly job: JobRow;
  readonly sample: JobSample | undefined;
  readonly onDetail: (job: JobRow) => void;
}

/** One job in the job centre: its title, state and results. */
export function JobCard({ job, sample, onDetail }: JobCardProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const resultOf = useJobResult();
  const running = outcomeOf(job) === 'processing';
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <b>{`${operationOf(job)[language]} · ${job.title}`}</b>
        <JobState job={job} onDetail={onDetail} />
      </div>
      <div className={styles.facts}>
        {[job.createTime.slice(0, 16), job.batch, job.originName, job.dryRun ? t('jobs.dryRun') : '']
          .filter(Boolean)
          .join(' · ')}
      </div>
      {running ? (
        <>
          <JobProgress job={job} sample={sample} />
          {job.message !== '' && <div className={styles.message}>{job.message}</div>}
        </>
      ) : (
        <div className={styles.message}>{resultOf(job)}</div>
      )}
      <div className={styles.links}>
        <JobLinks job={job} fileText={t('jobs.file')} />
        {job.fileExpired && <span className={styles.expired}>{t('jobs.expired')}</span>}
        {!running && (
          <Button type="link" size="small" onClick={() => onDetail(job)}>
            {t('jobs.detail')}
          </Button>
        )}
      </div>
    </li>
  );
}
