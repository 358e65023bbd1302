import { InboxOutlined } from '@ant-design/icons';
import type { JobKind } from '@yikao/model/jobs/job-kind.ts';
import { Button, Upload } from 'antd';
import { type ReactNode, useState } from 'react';
import { notice } from '../api/notice.ts';
import { Dialog } from '../dialogs/Dialog.tsx';
import styles from './jobs.module.css';
import { downloadJobTemplate, jobFiles, useFileJob } from './use-file-job.ts';
import { jobStarted } from './use-jobs.ts';

interface FileJobDialogProps {
  readonly kind: Pick<JobKind, 'file'>;
  /** Its texts; `template` is also the name of the workbook with the columns that the job reads. */
  readonly words: Readonly<
    Record<
      'title' | 'hint' | 'download' | 'template' | 'file' | 'drop' | 'go' | 'started' | 'missing',
      string
    >
  >;
  /** False while a value besides the file is missing. */
  readonly ready?: boolean;
  /** Starts the job that reads the uploaded file. */
  readonly start: (file: { filePath: string; originName: string }) => Promise<{ readonly id: number }>;
  readonly onStarted: (jobId: number) => void;
  readonly onClose: () => void;
  /** Inputs above the file. */
  readonly children?: ReactNode;
}

/** Starts a job that reads a workbook, and reports it. */
export function FileJobDialog(props: FileJobDialogProps) {
  const { kind, words, ready = true, start, onStarted, onClose, children } = props;
  const [file, setFile] = useState<File>();
  const job = useFileJob();
  const begin = async () => {
    if (!file || !ready) return job.setProblem(words.missing);
    await job.run(file, async filePath => {
      const { id } = await start({ filePath, originName: file.name });
      notice.success(words.started);
      jobStarted();
      onStarted(id);
      onClose();
    });
  };
  return (
    <Dialog
      title={words.title}
      width={520}
      okText={words.go}
      busy={job.busy}
      problem={job.problem}
      onOk={begin}
      onClose={onClose}
    >
      <p>
        {words.hint}{' '}
        <Button type="link" size="small" onClick={() => downloadJobTemplate(kind, words.template)}>
          {words.download}
        </Button>
      </p>
      {children}
      <Upload.Dragger
        accept={jobFiles}
        maxCount={1}
        showUploadList={false}
        disabled={job.busy}
        aria-label={words.file}
        beforeUpload={chosen => {
          setFile(chosen);
          return false; // sent with the job
        }}
      >
        <InboxOutlined className={styles.inbox ?? ''} aria-hidden />
        <p>{file ? file.name : words.drop}</p>
      </Upload.Dragger>
    </Dialog>
  );
}
