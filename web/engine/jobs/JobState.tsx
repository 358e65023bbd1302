import { fileCalls, storedFile } from '@yikao/model/calls/files.ts';
import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { Button, Progress } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../api/connection.ts';
import { notice } from '../api/notice.ts';
import { download } from '../api/transfer.ts';
import { grouped } from '../grouped.ts';
import type { JobSample } from './job-rates.ts';
import { type JobOutcome, outcomeOf, showsProgress } from './job-view.ts';
import styles from './jobs.module.css';
import { useRowCounts } from './use-row-counts.ts';

/** Downloads a file that a job left behind. */
export function downloadJobFile(path: string): Promise<void> {
  // The call has already shown the failure.
  return download(fileCalls.read, storedFile(path)).catch(() => undefined);
}

interface JobStateProps {
  readonly job: JobRow;
  readonly onDetail: (job: JobRow) => void;
}

/** The outcome of a job as one sentence; an undone job only shows that. */
export function useJobResult(): (job: JobRow) => string {
  const { t } = useTranslation('engine');
  return useCallback(
    job => {
      const outcome = outcomeOf(job);
      if (outcome !== 'undone') return job.message || t(`jobs.states.${outcome}`);
      const counts = {
        insert: grouped(job.insertNum),
        update: grouped(job.updateNum),
      };
      if (job.op === 'import' && job.insertNum + job.updateNum > 0) return t('jobs.takenBack', counts);
      return t('jobs.takenBackWhole', { total: grouped(job.insertNum + job.updateNum) });
    },
    [t],
  );
}

/**
 * A job's state, which opens on a click (spec section 4): done opens the file, failed the details, anything else
 * explains itself. If only some rows were written, their number is shown below.
 */
export function JobState({ job, onDetail }: JobStateProps) {
  const { t } = useTranslation('engine');
  const outcome = outcomeOf(job);
  const countsOf = useRowCounts();
  const some = outcome === 'partly' || (outcome === 'cancelled' && job.successNum > 0);
  const act = () => {
    if (outcome === 'processing') return notice.warning(t('jobs.states.processing'));
    if (outcome === 'done' && job.url) return void downloadJobFile(job.url);
    onDetail(job);
  };
  return (
    <span className={styles.outcome}>
      <Button type="link" size="small" className={styles.state ?? ''} data-state={outcome} onClick={act}>
        {t(`jobs.states.${outcome}`)}
      </Button>
      {some && <span className={styles.rate}>{countsOf(job)}</span>}
    </span>
  );
}

/** The style of a finished job's bar: a check that found errors, and a partial import, are not failures. */
const bars = {
  processing: 'active',
  done: 'success',
  checked: 'success',
  partly: 'normal',
  cancelled: 'normal',
  failed: 'exception',
  undone: 'normal',
} as const satisfies Record<JobOutcome, string>;

/** Progress of a job: a bar and rows per second while it runs, nothing after 30 minutes. */
export function JobProgress({
  job,
  sample,
}: {
  readonly job: JobRow;
  readonly sample: JobSample | undefined;
}) {
  const { t } = useTranslation(['engine', 'trouble']);
  const connection = useConnection();
  const outcome = outcomeOf(job);
  const running = outcome === 'processing';
  if (running && !showsProgress(job, Date.now())) return null;
  const percent = outcome === 'done' || outcome === 'checked' ? 100 : Math.floor(job.progress);
  const left =
    sample?.rate && job.total !== null && job.total > job.done
      ? Math.ceil((job.total - job.done) / sample.rate)
      : undefined;
  return (
    <div className={styles.progress}>
      <Progress
        percent={percent}
        size="small"
        status={bars[outcome]}
        {...(outcome === 'partly' && { strokeColor: 'var(--color-look)' })}
        {...((outcome === 'cancelled' || outcome === 'undone') && { strokeColor: 'var(--color-hint)' })}
        aria-label={t('jobs.progress')}
      />
      {running && connection !== 'fine' && (
        <span className={styles.away}>{t(`trouble:connection.${connection}`)}</span>
      )}
      {running && connection === 'fine' && (
        <span className={styles.rate}>
          {job.total === null
            ? t('jobs.rows', { done: grouped(job.done) })
            : t('jobs.rowsOf', {
                done: grouped(job.done),
                total: grouped(job.total),
              })}
          {sample?.rate !== undefined && ` · ${t('jobs.rate', { rate: grouped(sample.rate) })}`}
          {left !== undefined && ` · ${t('jobs.left', { seconds: left })}`}
        </span>
      )}
    </div>
  );
}
