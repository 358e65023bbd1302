import { pushCalls } from '@yikao/model/contexts/push/push.calls.ts';
import { importPushAudience } from '@yikao/model/contexts/push/push.jobs.ts';
import { limits } from '@yikao/model/limits.ts';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { FileJobDialog } from '../../../engine/jobs/FileJobDialog.tsx';

interface ListFileDialogProps {
  readonly taskId: number;
  readonly onStarted: (jobId: number) => void;
  readonly onClose: () => void;
}

/** Reads the people of a task from a file with their mobile numbers (domain 0.6: 661); reports the job. */
export function ListFileDialog({ taskId, ...rest }: ListFileDialogProps) {
  const { t } = useTranslation('push');
  return (
    <FileJobDialog
      {...rest}
      kind={importPushAudience}
      words={{
        ...{ title: t('list.open'), hint: t('list.hint'), go: t('list.go'), started: t('list.started') },
        ...{ download: t('list.download'), template: t('list.template') },
        ...{ file: t('list.file'), drop: t('list.drop'), missing: t('list.none') },
      }}
      start={file => {
        const importBatch = file.originName.slice(0, limits.importBatch);
        return send(pushCalls.importAudience, { body: { taskId, ...file, importBatch }, toast: false });
      }}
    />
  );
}
