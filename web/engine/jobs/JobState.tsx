import { fileCalls, storedFile } from '@yikao/model/calls/files.ts';
import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { Button, Progress } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '../api/connection.ts';
import { notice } from '../api/notice.ts';
import { download } from '../api/transfer.ts';
import { grouped } from '../grouped.ts';
import type { JobSample } from '../hooks/job-rates.ts';
import { type JobOutcome, outcomeOf, showsProgress } from './job-view.ts';
import styles from './jobs.module.css';
import { useRowCounts } from './use-row-counts.ts';

/** Downloads a file that a job left behind. */
export function downloadJobFile(path: string): Promise<void> {
  // The call has told the person of a failure already.
  return download(fileCalls.read, storedFile(path)).catch(() => undefined);
}

interface JobStateProps {
  readonly job: JobRow;
  readonly onDetail: (job: JobRow) => void;
}

/** The outcome of a job, as one sentence: what it had done is no news any more once that was taken back. */
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
 * A job's state, which a click opens (spec section 4): done gives the file, failed gives the detail, anything
 * not done says what it is. Where only some rows landed, their numbers stand beneath.
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

/** The look of an ended job's bar: a check that found errors, and rows that landed beside others, are no failure. */
const bars = {
  processing: 'active',
  done: 'success',
  checked: 'success',
  partly: 'normal',
  cancelled: 'normal',
  failed: 'exception',
  undone: 'normal',
} as const satisfies Record<JobOutcome, string>;

/** How far a job is: a bar and rows a second while it runs, nothing after 30 minutes of it. */
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
