import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { undoJob } from '../calls/job-calls.ts';
import { useJobStarted } from '../hooks/use-jobs.ts';

/** Takes back what a job did, after asking; nothing where there is nothing to take back. */
export function UndoButton({ job }: { readonly job: JobRow }) {
  const { t } = useTranslation('engine');
  const { modal } = App.useApp();
  const started = useJobStarted();
  if (job.undoState !== 'none') return <span>{t(`jobs.undoState.${job.undoState}`)}</span>;
  if (!job.undoable) return null;
  const ask = () =>
    modal.confirm({
      title: t('jobs.undoAsk', { batch: job.batch ?? job.title }),
      content: t('jobs.undoHint', { insert: job.insertNum, update: job.updateNum }),
      okText: t('jobs.undo'),
      okButtonProps: { danger: true },
      onOk: () => undoJob(job.id).then(started, () => undefined),
    });
  return (
    <Button type="link" size="small" danger onClick={ask}>
      {t('jobs.undo')}
    </Button>
  );
}
