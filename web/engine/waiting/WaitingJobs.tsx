import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogBoundary } from '../boundary/DialogBoundary.tsx';
import { JobCard } from '../jobs/JobCard.tsx';
import { JobDetailDialog } from '../jobs/JobDetailDialog.tsx';
import styles from './waiting.module.css';

interface WaitingJobsProps {
  readonly kind: 'running' | 'refused' | 'undoable';
  readonly jobs: readonly JobRow[];
}

/** The person's jobs of one kind, with their progress, the file of the refused rows, and the way back. */
export function WaitingJobs({ kind, jobs }: WaitingJobsProps) {
  const { t } = useTranslation('engine');
  const [detailed, setDetailed] = useState<JobRow>();
  return (
    <section className={styles.card} aria-label={t(`waiting.jobs.${kind}`)}>
      <header>
        <h3>{t(`waiting.jobs.${kind}`)}</h3>
        <b className={styles.count} data-late={kind === 'refused'}>
          {jobs.length}
        </b>
      </header>
      <ul className={styles.jobs}>
        {jobs.map(job => (
          <JobCard key={job.id} job={job} sample={undefined} onDetail={setDetailed} />
        ))}
      </ul>
      {detailed && (
        <DialogBoundary onClose={() => setDetailed(undefined)}>
          <JobDetailDialog job={detailed} onClose={() => setDetailed(undefined)} />
        </DialogBoundary>
      )}
    </section>
  );
}
