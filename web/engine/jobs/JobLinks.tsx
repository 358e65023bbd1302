import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { cancelJob } from '../calls/job-calls.ts';
import { downloadJobFile } from './JobState.tsx';
import { UndoButton } from './UndoButton.tsx';
import { jobStarted } from './use-jobs.ts';

interface JobLinksProps {
  readonly job: JobRow;
  /** Text of the link to the file that the job made. */
  readonly fileText: string;
}

/** Stops a job, takes it back, or downloads its files, as far as each is possible. */
export function JobLinks({ job, fileText }: JobLinksProps) {
  const { t } = useTranslation('engine');
  const { url, logUrl } = job;
  return (
    <>
      {job.cancellable && (
        <Button
          type="link"
          size="small"
          danger
          onClick={() => void cancelJob(job.id).then(jobStarted, () => undefined)}
        >
          {t('jobs.cancel')}
        </Button>
      )}
      <UndoButton job={job} />
      {url && (
        <Button type="link" size="small" onClick={() => void downloadJobFile(url)}>
          {fileText}
        </Button>
      )}
      {logUrl && (
        <Button type="link" size="small" onClick={() => void downloadJobFile(logUrl)}>
          {t('jobs.errorFile')}
        </Button>
      )}
    </>
  );
}
