import { InboxOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { importCalls } from '@yikao/model/calls/job-calls.ts';
import { mockFileCalls } from '@yikao/model/contexts/mock/calls/mock-files.calls.ts';
import { deleteOrdersByFile } from '@yikao/model/contexts/mock/mock-files.jobs.ts';
import { limits } from '@yikao/model/limits.ts';
import { Button, Input, Modal, Upload } from 'antd';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../engine/api/api-error.ts';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { download } from '../../../engine/api/transfer.ts';
import { BackCloses } from '../../../engine/boundary/BackCloses.tsx';
import { uploadWorkbook } from '../../../engine/calls/job-calls.ts';
import styles from './OrdersFileDialog.module.css';

const accepted = '.xlsx,.xls,.csv';

/** Downloads a workbook with the required column; a failure has been shown when it settles. */
function downloadTemplate(title: string): void {
  const { tableId = 0, columns = [] } = deleteOrdersByFile.file ?? {};
  void download(
    importCalls.template,
    { query: { tableId, title, fieldNames: [...columns] } },
    `${title}.xlsx`,
  ).catch(() => undefined);
}

/** Deletes the orders whose numbers are listed in a file (domain H16, 620); reports the job. */
export function OrdersFileDialog({
  onStarted,
  onClose,
}: {
  readonly onStarted: (jobId: number) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('mock');
  const client = useQueryClient();
  const id = useId();
  const [file, setFile] = useState<File>();
  const [batch, setBatch] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const gone = useRef(new AbortController());
  useEffect(() => () => gone.current.abort(), []);

  const remove = async () => {
    if (!file || batch.trim() === '') return setProblem(t('orders.incomplete'));
    setBusy(true);
    setProblem('');
    try {
      const filePath = await uploadWorkbook(file, () => {}, gone.current.signal);
      const started = await send(mockFileCalls.deleteOrders, {
        body: { filePath, originName: file.name, importBatch: batch.trim() },
        toast: false,
      });
      notice.success(t('runStarted'));
      void client.invalidateQueries({ queryKey: ['jobs'] });
      onStarted(started.id);
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
      title={t('orders.remove')}
      width={520}
      mask={{ closable: false }}
      okText={t('orders.go')}
      confirmLoading={busy}
      onOk={() => void remove()}
      onCancel={onClose}
    >
      <BackCloses onBack={onClose} />

      <p className={styles.hint}>
        {t('orders.hint')}{' '}
        <Button type="link" size="small" onClick={() => downloadTemplate(t('orders.template'))}>
          {t('orders.download')}
        </Button>
      </p>
      <div className={styles.fields}>
        <label htmlFor={`${id}-batch`}>{t('orders.batch')}</label>
        <Input
          id={`${id}-batch`}
          value={batch}
          count={{ show: true, max: limits.importBatch }}
          disabled={busy}
          placeholder={t('orders.batchHint')}
          onChange={event => setBatch(event.target.value)}
        />
        <span>{t('orders.file')}</span>
        <Upload.Dragger
          accept={accepted}
          maxCount={1}
          showUploadList={false}
          disabled={busy}
          aria-label={t('orders.file')}
          beforeUpload={chosen => {
            setFile(chosen);
            return false; // sent with the deletion
          }}
        >
          <InboxOutlined className={styles.icon ?? ''} aria-hidden />
          <p className={styles.name}>{file ? file.name : t('orders.drop')}</p>
        </Upload.Dragger>
      </div>
      <p className={styles.problem} role={problem ? 'alert' : undefined}>
        {problem}
      </p>
    </Modal>
  );
}
