import { InboxOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { importCalls } from '@yikao/model/calls/job-calls.ts';
import { pushCalls } from '@yikao/model/contexts/push/push.calls.ts';
import { importPushAudience } from '@yikao/model/contexts/push/push.jobs.ts';
import { limits } from '@yikao/model/limits.ts';
import { Alert, Button, Modal, Upload } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../engine/api/api-error.ts';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { download } from '../../../engine/api/transfer.ts';
import { BackCloses } from '../../../engine/boundary/BackCloses.tsx';
import { uploadWorkbook } from '../../../engine/calls/job-calls.ts';

/** Downloads a workbook with the one column; a failure has been shown when it settles. */
function downloadTemplate(title: string): void {
  const { tableId = 0, columns = [] } = importPushAudience.file ?? {};
  void download(
    importCalls.template,
    { query: { tableId, title, fieldNames: [...columns] } },
    `${title}.xlsx`,
  ).catch(() => undefined);
}

interface ListFileDialogProps {
  readonly taskId: number;
  readonly onStarted: (jobId: number) => void;
  readonly onClose: () => void;
}

/** Reads the people of a task from a file with their mobile numbers (domain 0.6: 661); reports the job. */
export function ListFileDialog({ taskId, onStarted, onClose }: ListFileDialogProps) {
  const { t } = useTranslation('push');
  const client = useQueryClient();
  const [file, setFile] = useState<File>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const gone = useRef(new AbortController());
  useEffect(() => () => gone.current.abort(), []);

  const start = async () => {
    if (!file) return setProblem(t('list.none'));
    setBusy(true);
    setProblem('');
    try {
      const filePath = await uploadWorkbook(file, () => {}, gone.current.signal);
      const importBatch = file.name.slice(0, limits.importBatch);
      const { id } = await send(pushCalls.importAudience, {
        body: { taskId, filePath, originName: file.name, importBatch },
        toast: false,
      });
      notice.success(t('list.started'));
      void client.invalidateQueries({ queryKey: ['jobs'] });
      onStarted(id);
      onClose();
    } catch (error) {
      // An upload that was given up needs no word.
      if (error instanceof ApiError) setProblem(error.message);
      else if (!gone.current.signal.aborted) throw error;
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      title={t('list.open')}
      width={520}
      mask={{ closable: false }}
      okText={t('list.go')}
      confirmLoading={busy}
      onOk={() => void start()}
      onCancel={onClose}
    >
      <BackCloses onBack={onClose} />
      <p>
        {t('list.hint')}{' '}
        <Button type="link" size="small" onClick={() => downloadTemplate(t('list.template'))}>
          {t('list.download')}
        </Button>
      </p>
      <Upload.Dragger
        accept=".xlsx,.xls,.csv"
        maxCount={1}
        showUploadList={false}
        disabled={busy}
        aria-label={t('list.file')}
        beforeUpload={chosen => {
          setFile(chosen);
          return false; // sent with the job
        }}
      >
        <InboxOutlined aria-hidden />
        <p>{file ? file.name : t('list.drop')}</p>
      </Upload.Dragger>
      {problem !== '' && <Alert type="error" showIcon title={problem} />}
    </Modal>
  );
}
