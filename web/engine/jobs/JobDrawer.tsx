import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../fields/parts/EmptyState.tsx';
import type { RunningUpload } from '../api/uploads.ts';
import { BackCloses } from '../boundary/BackCloses.tsx';
import { usePhone } from '../use-media.ts';
import { JobCard } from './JobCard.tsx';
import { JobDetailDialog } from './JobDetailDialog.tsx';
import type { JobSample } from './job-rates.ts';
import styles from './jobs.module.css';
import { UploadGroup } from './UploadGroup.tsx';

interface JobDrawerProps {
  readonly open: boolean;
  readonly uploads: readonly RunningUpload[];
  readonly running: readonly JobRow[];
  readonly finished: readonly JobRow[];
  readonly rates: ReadonlyMap<number, JobSample>;
  readonly onClose: () => void;
}

/** The job centre: uploads, running and finished jobs, and the details of one. */
export default function JobDrawer({ open, uploads, running, finished, rates, onClose }: JobDrawerProps) {
  const { t } = useTranslation('engine');
  const phone = usePhone();
  const [detail, setDetail] = useState<JobRow>();
  const none = running.length + uploads.length + finished.length === 0;
  return (
    <>
      <Drawer open={open} title={t('jobs.centre')} size={phone ? '100%' : 440} onClose={onClose}>
        {open && <BackCloses onBack={onClose} />}

        {none ? (
          <EmptyState size="small" title={t('jobs.none')} hint={t('jobs.noneHint')} />
        ) : (
          <>
            <UploadGroup uploads={uploads} />
            <JobGroup title={t('jobs.running')} jobs={running} rates={rates} onDetail={setDetail} />
            <JobGroup title={t('jobs.finished')} jobs={finished} rates={rates} onDetail={setDetail} />
          </>
        )}
      </Drawer>
      {detail && <JobDetailDialog job={detail} onClose={() => setDetail(undefined)} />}
    </>
  );
}

interface JobGroupProps {
  readonly title: string;
  readonly jobs: readonly JobRow[];
  readonly rates: ReadonlyMap<number, JobSample>;
  readonly onDetail: (job: JobRow) => void;
}

function JobGroup({ title, jobs, rates, onDetail }: JobGroupProps) {
  if (jobs.length === 0) return null;
  return (
    <section className={styles.group}>
      <h2>{title}</h2>
      <ul>
        {jobs.map(job => (
          <JobCard key={job.id} job={job} sample={rates.get(job.id)} onDetail={onDetail} />
        ))}
      </ul>
    </section>
  );
}
