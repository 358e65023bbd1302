import { InboxOutlined } from '@ant-design/icons';
import { pushCalls } from '@yikao/model/contexts/push/push.calls.ts';
import { importPushAudience } from '@yikao/model/contexts/push/push.jobs.ts';
import { limits } from '@yikao/model/limits.ts';
import { Alert, Button, Modal, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { BackCloses } from '../../../engine/boundary/BackCloses.tsx';
import { downloadJobTemplate, jobFiles, useFileJob } from '../../../engine/jobs/use-file-job.ts';
import { jobStarted } from '../../../engine/jobs/use-jobs.ts';

interface ListFileDialogProps {
  readonly taskId: number;
  readonly onStarted: (jobId: number) => void;
  readonly onClose: () => void;
}

/** Reads the people of a task from a file with their mobile numbers (domain 0.6: 661); reports the job. */
export function ListFileDialog({ taskId, onStarted, onClose }: ListFileDialogProps) {
  const { t } = useTranslation('push');
  const [file, setFile] = useState<File>();
  const job = useFileJob();

  const start = async () => {
    if (!file) return job.setProblem(t('list.none'));
    await job.run(file, async filePath => {
      const importBatch = file.name.slice(0, limits.importBatch);
      const { id } = await send(pushCalls.importAudience, {
        body: { taskId, filePath, originName: file.name, importBatch },
        toast: false,
      });
      notice.success(t('list.started'));
      jobStarted();
      onStarted(id);
      onClose();
    });
  };

  return (
    <Modal
      open
      title={t('list.open')}
      width={520}
      mask={{ closable: false }}
      okText={t('list.go')}
      confirmLoading={job.busy}
      onOk={() => void start()}
      onCancel={onClose}
    >
      <BackCloses onBack={onClose} />
      <p>
        {t('list.hint')}{' '}
        <Button
          type="link"
          size="small"
          onClick={() => downloadJobTemplate(importPushAudience, t('list.template'))}
        >
          {t('list.download')}
        </Button>
      </p>
      <Upload.Dragger
        accept={jobFiles}
        maxCount={1}
        showUploadList={false}
        disabled={job.busy}
        aria-label={t('list.file')}
        beforeUpload={chosen => {
          setFile(chosen);
          return false; // sent with the job
        }}
      >
        <InboxOutlined aria-hidden />
        <p>{file ? file.name : t('list.drop')}</p>
      </Upload.Dragger>
      {job.problem !== '' && <Alert type="error" showIcon title={job.problem} />}
    </Modal>
  );
}
