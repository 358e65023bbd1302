import { DiffOutlined, DownloadOutlined } from '@ant-design/icons';
import type { JobRow } from '@yikao/model/calls/jobs.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { Alert, Button, Flex } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../dialogs/dialogs.module.css';
import { JobCounts } from '../jobs/JobCounts.tsx';
import { JobDifferences } from '../jobs/JobDifferences.tsx';
import { JobErrors } from '../jobs/JobErrors.tsx';
import { downloadJobFile, JobProgress } from '../jobs/JobState.tsx';
import { outcomeOf } from '../jobs/job-view.ts';
import { SheetNotes } from '../jobs/SheetNotes.tsx';
import type { ImportChoices } from './use-import-controller.ts';

interface ImportResultProps {
  readonly dataset: AnyDataset;
  readonly job: JobRow;
  /** Imports although the file was refused for its warnings, which the person has seen. */
  readonly onConfirm: () => void;
  /** Checks again without certain rows, or with them. */
  readonly onCheckAgain: (change: Partial<ImportChoices>) => void;
}

/** The outcome of a check or an import: counts, the first errors, and the file with all of them. */
export function ImportResult({ dataset, job, onConfirm, onCheckAgain }: ImportResultProps) {
  const { t } = useTranslation(['engine', 'messages']);
  const outcome = outcomeOf(job);
  const running = outcome === 'processing';
  const counted = job.done > 0 || job.failNum > 0;
  const [differences, setDifferences] = useState(false);
  const { logUrl } = job;
  const section = useRef<HTMLElement>(null);
  // Scroll the outcome into view, since the dialog is long.
  useEffect(() => {
    if (!running) section.current?.scrollIntoView({ block: 'nearest' });
  }, [running]);
  return (
    <section
      ref={section}
      className={styles.result}
      aria-label={t('import.steps.result')}
      aria-live="polite"
      aria-busy={running}
    >
      {running ? (
        <>
          <div className={styles.resultHead}>
            <b>{t(job.dryRun ? 'import.checking' : 'import.running')}</b>
          </div>
          <JobProgress job={job} sample={undefined} />
        </>
      ) : (
        <>
          <div className={styles.resultHead}>
            <b className={styles.resultTitle} data-outcome={outcome}>
              {t(job.dryRun ? 'import.checked' : 'import.done')}
              {outcome !== 'done' && outcome !== 'checked' && ` · ${t(`jobs.states.${outcome}`)}`}
            </b>
            <Flex component="span" wrap gap={8}>
              {logUrl && (
                <Button icon={<DownloadOutlined aria-hidden />} onClick={() => void downloadJobFile(logUrl)}>
                  {t('jobs.errorFile')}
                </Button>
              )}
              {job.dryRun && job.updateNum > 0 && (
                <Button
                  icon={<DiffOutlined aria-hidden />}
                  aria-pressed={differences}
                  onClick={() => setDifferences(old => !old)}
                >
                  {t('jobs.differences.show')}
                </Button>
              )}
            </Flex>
          </div>
          {counted ? (
            <JobCounts job={job} />
          ) : (
            <Alert
              type={outcome === 'failed' ? 'error' : outcome === 'cancelled' ? 'warning' : 'success'}
              showIcon
              title={job.message || t('messages:importFailed')}
            />
          )}
          <SheetNotes job={job} {...(job.dryRun ? { onCheckAgain } : { onConfirm })} />
          {differences && <JobDifferences job={job} dataset={dataset} />}
          {job.failNum > 0 && <JobErrors job={job} />}
        </>
      )}
    </section>
  );
}
