import { FileSyncOutlined } from '@ant-design/icons';
import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { Badge, Button, Drawer, Empty } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { notice } from '../api/notice.ts';
import { useUploads } from '../api/uploads.ts';
import type { JobSample } from '../hooks/job-rates.ts';
import { maySeeJobs, useJobCentre } from '../hooks/use-jobs.ts';
import { usePhone } from '../use-media.ts';
import { JobCard } from './JobCard.tsx';
import { JobDetailDialog } from './JobDetailDialog.tsx';
import { useRowCounts } from './JobState.tsx';
import { operationOf, outcomeOf } from './job-view.ts';
import styles from './jobs.module.css';
import { UploadGroup } from './UploadGroup.tsx';

/** The job centre's button in the top bar, with the number of running jobs; people without job history have none. */
export function JobCentreButton() {
  return maySeeJobs() ? <JobCentre /> : null;
}

function JobCentre() {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const phone = usePhone();
  const [open, setOpen] = useState(false);
  const [detail, setDetail] = useState<JobRow>();
  const countsOf = useRowCounts();
  const onEnd = useCallback(
    (job: JobRow) => {
      if (job.dryRun) return; // only looked at, in a dialog that shows the outcome itself
      const what = { op: operationOf(job)[language], title: job.title };
      switch (outcomeOf(job)) {
        case 'partly':
          return notice.warning(t('jobs.endedPartly', { ...what, counts: countsOf(job) }));
        case 'cancelled':
          return notice.warning(t('jobs.endedCancelled', what));
        case 'failed':
          return notice.error(t('jobs.endedBadly', { ...what, message: job.message }));
        default:
          return notice.success(t('jobs.ended', what));
      }
    },
    [t, language, countsOf],
  );
  const { running, finished, rates } = useJobCentre(open, onEnd);
  const uploads = useUploads();
  const busy = running.length + uploads.length;
  const label = busy > 0 ? t('jobs.centreRunning', { count: busy }) : t('jobs.centre');
  return (
    <>
      <Badge count={busy} size="small" offset={[-6, 6]}>
        <Button
          type="text"
          icon={<FileSyncOutlined aria-hidden />}
          aria-label={label}
          title={label}
          onClick={() => setOpen(true)}
        />
      </Badge>
      <Drawer open={open} title={t('jobs.centre')} size={phone ? '100%' : 440} onClose={() => setOpen(false)}>
        {busy === 0 && finished.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('jobs.none')} />
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
      <h3>{title}</h3>
      <ul>
        {jobs.map(job => (
          <JobCard key={job.id} job={job} sample={rates.get(job.id)} onDetail={onDetail} />
        ))}
      </ul>
    </section>
  );
}
