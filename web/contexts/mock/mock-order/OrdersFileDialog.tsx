import { InboxOutlined } from '@ant-design/icons';
import { mockFileCalls } from '@yikao/model/contexts/mock/calls/mock-files.calls.ts';
import { deleteOrdersByFile } from '@yikao/model/contexts/mock/mock-files.jobs.ts';
import { limits } from '@yikao/model/limits.ts';
import { Button, Input, Modal, Upload } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { BackCloses } from '../../../engine/boundary/BackCloses.tsx';
import { downloadJobTemplate, jobFiles, useFileJob } from '../../../engine/jobs/use-file-job.ts';
import { jobStarted } from '../../../engine/jobs/use-jobs.ts';
import styles from './OrdersFileDialog.module.css';

/** Deletes the orders whose numbers are listed in a file (domain H16, 620); reports the job. */
export function OrdersFileDialog({
  onStarted,
  onClose,
}: {
  readonly onStarted: (jobId: number) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('mock');
  const id = useId();
  const [file, setFile] = useState<File>();
  const [batch, setBatch] = useState('');
  const job = useFileJob();

  const remove = async () => {
    if (!file || batch.trim() === '') return job.setProblem(t('orders.incomplete'));
    await job.run(file, async filePath => {
      const started = await send(mockFileCalls.deleteOrders, {
        body: { filePath, originName: file.name, importBatch: batch.trim() },
        toast: false,
      });
      notice.success(t('runStarted'));
      jobStarted();
      onStarted(started.id);
      onClose();
    });
  };

  return (
    <Modal
      open
      title={t('orders.remove')}
      width={520}
      mask={{ closable: false }}
      okText={t('orders.go')}
      confirmLoading={job.busy}
      onOk={() => void remove()}
      onCancel={onClose}
    >
      <BackCloses onBack={onClose} />

      <p className={styles.hint}>
        {t('orders.hint')}{' '}
        <Button
          type="link"
          size="small"
          onClick={() => downloadJobTemplate(deleteOrdersByFile, t('orders.template'))}
        >
          {t('orders.download')}
        </Button>
      </p>
      <div className={styles.fields}>
        <label htmlFor={`${id}-batch`}>{t('orders.batch')}</label>
        <Input
          id={`${id}-batch`}
          value={batch}
          count={{ show: true, max: limits.importBatch }}
          disabled={job.busy}
          placeholder={t('orders.batchHint')}
          onChange={event => setBatch(event.target.value)}
        />
        <span>{t('orders.file')}</span>
        <Upload.Dragger
          accept={jobFiles}
          maxCount={1}
          showUploadList={false}
          disabled={job.busy}
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
      <p className={styles.problem} role={job.problem ? 'alert' : undefined}>
        {job.problem}
      </p>
    </Modal>
  );
}
