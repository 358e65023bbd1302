import { DownloadOutlined } from '@ant-design/icons';
import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { Alert, Button, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { Dialog } from '../dialogs/Dialog.tsx';
import { JobCounts } from './JobCounts.tsx';
import { JobErrors } from './JobErrors.tsx';
import { downloadJobFile, useJobResult } from './JobState.tsx';
import { countsRows, type JobOutcome, operationOf, outcomeOf } from './job-view.ts';
import styles from './jobs.module.css';
import { SheetNotes } from './SheetNotes.tsx';
import { useJobDetail } from './use-job-detail.ts';

/** The colour of each outcome. */
const alerts = {
  processing: 'info',
  done: 'success',
  checked: 'info',
  partly: 'warning',
  cancelled: 'warning',
  failed: 'error',
  undone: 'info',
} as const satisfies Record<JobOutcome, string>;

/** The outcome of a job: its message, counts, refused rows, and the file with all of them. */
export function JobDetailDialog({ job, onClose }: { readonly job: JobRow; readonly onClose: () => void }) {
  const { t } = useTranslation(['engine', 'common']);
  const language = useLanguage();
  const byTemplate = useJobDetail(job.id)?.columns?.byTemplate ?? [];
  const { logUrl, url } = job;
  const outcome = outcomeOf(job);
  const resultOf = useJobResult();
  return (
    <Dialog
      title={`${operationOf(job)[language]} · ${job.title}`}
      width={760}
      onClose={onClose}
      footer={[
        logUrl && (
          <Button
            key="errors"
            type="primary"
            icon={<DownloadOutlined aria-hidden />}
            onClick={() => void downloadJobFile(logUrl)}
          >
            {t('jobs.errorFile')}
          </Button>
        ),
        url && (
          <Button
            key="file"
            icon={<DownloadOutlined aria-hidden />}
            onClick={() => void downloadJobFile(url)}
          >
            {t('jobs.file')}
          </Button>
        ),
        <Button key="close" onClick={onClose}>
          {t('common:close')}
        </Button>,
      ]}
    >
      <Flex vertical gap={12}>
        <Alert type={alerts[outcome]} showIcon title={resultOf(job)} />
        {outcome !== 'undone' && countsRows(job) && job.total !== null && <JobCounts job={job} />}
        {byTemplate.length > 0 && (
          <Alert
            type="info"
            showIcon
            title={t('import.byTemplate', {
              columns: byTemplate.map(({ header, label }) => `${header} → ${label}`).join(t('import.comma')),
            })}
          />
        )}
        <SheetNotes job={job} />
        {job.fileExpired && <span className={styles.expired}>{t('jobs.expired')}</span>}
        {job.failNum > 0 && <JobErrors job={job} />}
      </Flex>
    </Dialog>
  );
}
