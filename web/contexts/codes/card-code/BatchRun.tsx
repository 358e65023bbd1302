import { registry } from '@yikao/model/contexts/datasets.ts';
import { Alert, Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { Dialog } from '../../../engine/dialogs/Dialog.tsx';
import { downloadJobFile, JobProgress, useJobResult } from '../../../engine/jobs/JobState.tsx';
import { isRunning, maySeeJobs, useJob } from '../../../engine/jobs/use-jobs.ts';
import styles from './BatchDialog.module.css';

const { cardCode, cardCodeRule } = registry;

interface BatchRunProps {
  readonly title: string;
  readonly jobs: readonly number[];
  readonly onClose: () => void;
}

/** The jobs of a batch, until each is over and has said how it went. */
export function BatchRun({ title, jobs, onClose }: BatchRunProps) {
  const { t } = useTranslation('codes');
  return (
    <Dialog title={title} width={520} mask={{ closable: false }} onClose={onClose} okText={t('batch.done')}>
      <div className={styles.batch}>
        {maySeeJobs() ? (
          jobs.map(id => <Run key={id} id={id} />)
        ) : (
          <Alert type="info" showIcon title={t('batch.later')} />
        )}
      </div>
    </Dialog>
  );
}

function Run({ id }: { readonly id: number }) {
  const { t } = useTranslation(['codes', 'engine']);
  const resultOf = useJobResult();
  const job = useJob(id);
  const over = job !== undefined && !isRunning(job);
  useEffect(() => {
    if (!over) return;
    void refreshRows(cardCode, cardCodeRule);
  }, [over]);
  const errors = job?.logUrl;
  return (
    <section className={styles.part}>
      {job && <b>{job.title}</b>}
      {job && <JobProgress job={job} sample={undefined} />}
      <p className={styles.said} role="status">
        {job && over ? resultOf(job) : t('batch.started')}
      </p>
      {errors && (
        <Button size="small" onClick={() => void downloadJobFile(errors)}>
          {t('engine:jobs.errorFile')}
        </Button>
      )}
    </section>
  );
}
