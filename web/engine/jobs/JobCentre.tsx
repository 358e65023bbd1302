import { FileSyncOutlined } from '@ant-design/icons';
import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { Badge, Button } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { laterCode } from '../../loading/later-code.ts';
import { notice } from '../api/notice.ts';
import { useUploads } from '../api/uploads.ts';
import { DialogBoundary } from '../boundary/DialogBoundary.tsx';
import { useOnceTrue } from '../layout/use-once-true.ts';
import { operationOf, outcomeOf } from './job-view.ts';
import { maySeeJobs, useJobCentre } from './use-jobs.ts';
import { useRowCounts } from './use-row-counts.ts';

const JobDrawer = laterCode(() => import('./JobDrawer.tsx'));

/** The job centre's button in the top bar, with the number of running jobs; hidden from people without job history. */
export function JobCentreButton() {
  return maySeeJobs() ? <JobCentre /> : null;
}

function JobCentre() {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const wanted = useOnceTrue(open);
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
      {wanted && (
        <DialogBoundary onClose={() => setOpen(false)}>
          <JobDrawer
            open={open}
            uploads={uploads}
            running={running}
            finished={finished}
            rates={rates}
            onClose={() => setOpen(false)}
          />
        </DialogBoundary>
      )}
    </>
  );
}
