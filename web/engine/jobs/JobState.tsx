import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { notice } from '../api/notice.ts';
import { download } from '../api/transfer.ts';
import type { JobSample } from '../hooks/job-rates.ts';
import { showsProgress, stateOf } from './job-view.ts';
import styles from './jobs.module.css';

/** Downloads a file that a job left behind. */
export function downloadJobFile(path: string): Promise<void> {
  // The call has told the person of a failure already.
  return download(`/common/file${path}`).catch(() => undefined);
}

interface JobStateProps {
  readonly job: JobRow;
  readonly onDetail: (job: JobRow) => void;
}

/**
 * A job's state, which a click opens (spec section 4): done gives the file, failed gives the detail, anything
 * not done says what it is.
 */
export function JobState({ job, onDetail }: JobStateProps) {
  const { t } = useTranslation('engine');
  const state = stateOf(job);
  const act = () => {
    if (state === 'processing') return notice.warning(t('jobs.states.processing'));
    if (state === 'success' && job.url) return void downloadJobFile(job.url);
    onDetail(job);
  };
  return (
    <Button type="link" size="small" className={styles.state ?? ''} data-state={state} onClick={act}>
      {t(`jobs.states.${state}`)}
    </Button>
  );
}

/** How far a job is: a bar and rows a second while it runs, nothing after 30 minutes of it. */
export function JobProgress({
  job,
  sample,
}: {
  readonly job: JobRow;
  readonly sample: JobSample | undefined;
}) {
  const { t } = useTranslation('engine');
  const state = stateOf(job);
  if (state === 'processing' && !showsProgress(job, Date.now())) return null;
  const percent = state === 'success' ? 100 : Math.floor(job.progress);
  const left =
    sample?.rate && job.total !== null && job.total > job.done
      ? Math.ceil((job.total - job.done) / sample.rate)
      : undefined;
  return (
    <div className={styles.progress}>
      <Progress
        percent={percent}
        size="small"
        status={state === 'processing' ? 'active' : state === 'success' ? 'success' : 'exception'}
        aria-label={t('jobs.progress')}
      />
      {state === 'processing' && (
        <span className={styles.rate}>
          {job.total === null
            ? t('jobs.rows', { done: job.done.toLocaleString('en-US') })
            : t('jobs.rowsOf', {
                done: job.done.toLocaleString('en-US'),
                total: job.total.toLocaleString('en-US'),
              })}
          {sample?.rate !== undefined &&
            ` · ${t('jobs.rate', { rate: sample.rate.toLocaleString('en-US') })}`}
          {left !== undefined && ` · ${t('jobs.left', { seconds: left })}`}
        </span>
      )}
    </div>
  );
}
