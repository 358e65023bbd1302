import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useQuestions } from '../boundary/questions.ts';
import { undoJob } from '../calls/job-calls.ts';
import { bringsBack } from './job-view.ts';
import styles from './jobs.module.css';
import { jobStarted } from './use-jobs.ts';

/** Undoes a job after a confirmation; renders nothing if there is nothing to undo. */
export function UndoButton({ job }: { readonly job: JobRow }) {
  const { t } = useTranslation('engine');
  const modal = useQuestions();
  if (job.undoState === 'done') return null; // its state says so
  if (job.undoState !== 'none') {
    return <span className={styles.expired}>{t(`jobs.undoState.${job.undoState}`)}</span>;
  }
  if (!job.undoable) return null;
  const back = bringsBack(job);
  const ask = () =>
    modal.confirm({
      title: t(back ? 'jobs.redoAsk' : 'jobs.undoAsk', { batch: job.batch ?? job.title }),
      content: t(back ? 'jobs.redoHint' : 'jobs.undoHint', { insert: job.insertNum, update: job.updateNum }),
      okText: t(back ? 'jobs.redo' : 'jobs.undo'),
      okButtonProps: { danger: !back },
      onOk: () => undoJob(job.id).then(jobStarted, () => undefined),
    });
  return (
    <Button type="link" size="small" danger={!back} onClick={ask}>
      {t(back ? 'jobs.redo' : 'jobs.undo')}
    </Button>
  );
}
