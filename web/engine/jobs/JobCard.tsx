import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { cancelJob } from '../calls/job-calls.ts';
import { downloadJobFile, JobProgress, JobState, useJobResult } from './JobState.tsx';
import type { JobSample } from './job-rates.ts';
import { operationOf, outcomeOf } from './job-view.ts';
import styles from './jobs.module.css';
import { UndoButton } from './UndoButton.tsx';
import { useJobStarted } from './use-jobs.ts';

interface JobCardProps {
  readonly job: JobRow;
  readonly sample: JobSample | undefined;
  readonly onDetail: (job: JobRow) => void;
}

/** One job in the job centre: its title, state and results. */
export function JobCard({ job, sample, onDetail }: JobCardProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const changed = useJobStarted();
  const resultOf = useJobResult();
  const { url, logUrl } = job;
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
        {job.cancellable && (
          <Button
            type="link"
            size="small"
            danger
            onClick={() => void cancelJob(job.id).then(changed, () => undefined)}
          >
            {t('jobs.cancel')}
          </Button>
        )}
        <UndoButton job={job} />
        {url && (
          <Button type="link" size="small" onClick={() => void downloadJobFile(url)}>
            {t('jobs.file')}
          </Button>
        )}
        {logUrl && (
          <Button type="link" size="small" onClick={() => void downloadJobFile(logUrl)}>
            {t('jobs.errorFile')}
          </Button>
        )}
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
