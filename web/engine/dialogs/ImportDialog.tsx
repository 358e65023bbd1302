import {
  EditOutlined,
  FileExcelOutlined,
  ImportOutlined,
  SafetyCertificateOutlined,
} from '@ant-design/icons';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { App, Button, Modal, Steps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { notice } from '../api/notice.ts';
import { may } from '../hooks/may.ts';
import { chosenNames, useFieldChoice } from '../hooks/use-field-choice.ts';
import {
  type ImportController,
  type ImportOperation,
  useImportController,
} from '../hooks/use-import-controller.ts';
import { JobHistory } from '../jobs/JobHistory.tsx';
import { unknownHeaders } from '../jobs/job-view.ts';
import { usePhone } from '../use-media.ts';
import styles from './dialogs.module.css';
import { ImportForm } from './ImportForm.tsx';
import { ImportMapping } from './ImportMapping.tsx';
import { ImportResult } from './ImportResult.tsx';
import { downloadTemplate } from './template.ts';

interface ImportDialogProps {
  readonly dataset: AnyDataset;
  /** Which of the two is meant first; both stand in the dialog where the person may do both. */
  readonly purpose: ImportOperation;
  readonly onClose: () => void;
}

/**
 * Brings a workbook in (spec section 2, import dialog): remark, file and start for the hurried; template,
 * mapping and check on the way for the careful; the result stays until the dialog is closed.
 */
export function ImportDialog({ dataset, purpose, onClose }: ImportDialogProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const phone = usePhone();
  const { modal } = App.useApp();
  const run = useImportController(dataset, purpose);
  const [template] = useFieldChoice(dataset, 'template');
  const [complain, setComplain] = useState(false);
  const { excel } = dataset;
  if (!excel) return null;

  const headers = run.job ? unknownHeaders(run.job) : [];
  const start = (operation: ImportOperation, dryRun: boolean) => {
    setComplain(true);
    if (run.choices.batch.trim() === '') return notice.warning(t('import.batchFirst'));
    if (!run.file) return notice.warning(t('import.fileFirst'));
    void run.start(operation, dryRun).then(question => {
      if (question === undefined) return;
      modal.confirm({ title: question, onOk: () => void run.start(operation, dryRun, true) });
    });
  };
  const fields = purpose === 'batchUpdate' ? [dataset.key, ...excel.batchUpdate] : chosenNames(template);
  const imports = may(dataset, 'import');
  const updates = may(dataset, 'batchUpdate');

  return (
    <Modal
      open
      className={styles.dialog ?? ''}
      title={t(`import.title.${purpose}`, { what: dataset.label[language] })}
      width={phone ? '100%' : 'max(880px, 50vw)'}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={null}
    >
      <div className={styles.stack}>
        {!phone && (
          <Steps
            size="small"
            current={stepOf(run, headers)}
            items={(['file', 'columns', 'check', 'result'] as const).map(step => ({
              title: t(`import.steps.${step}`),
            }))}
          />
        )}
        <ImportForm
          run={run}
          complain={complain}
          withMode={purpose === 'import' && dataset.naturalKey.length > 0}
        />
        {headers.length > 0 && <ImportMapping dataset={dataset} run={run} headers={headers} />}
        <div className={styles.line}>
          <Button
            icon={<FileExcelOutlined aria-hidden />}
            onClick={() => void downloadTemplate(dataset, fields, language)}
          >
            {t('template.download')}
          </Button>
          <span className={styles.buttons}>
            {run.busy ? (
              <Button danger onClick={run.stop} disabled={run.job !== undefined && !run.job.cancellable}>
                {t('jobs.cancel')}
              </Button>
            ) : (
              <Button icon={<SafetyCertificateOutlined aria-hidden />} onClick={() => start(purpose, true)}>
                {t('import.check')}
              </Button>
            )}
            {updates && (
              <Button
                type={purpose === 'batchUpdate' ? 'primary' : 'default'}
                icon={<EditOutlined aria-hidden />}
                disabled={run.busy}
                title={t('import.updateHint', { key: dataset.fields[dataset.key]?.label[language] ?? 'ID' })}
                onClick={() => start('batchUpdate', false)}
              >
                {t('import.update')}
              </Button>
            )}
            {imports && purpose === 'import' && (
              <Button
                type="primary"
                icon={<ImportOutlined aria-hidden />}
                loading={run.busy}
                onClick={() => start('import', false)}
              >
                {t('import.start')}
              </Button>
            )}
          </span>
        </div>
        {run.job && headers.length === 0 && (
          <ImportResult dataset={dataset} job={run.job} onStart={() => start(run.operation, false)} />
        )}
        <JobHistory bizTypes={[excel.jobs.import, excel.jobs.batchUpdate]} by="batch" />
      </div>
    </Modal>
  );
}

function stepOf({ job }: ImportController, headers: readonly string[]): number {
  if (headers.length > 0) return 1;
  if (!job) return 0;
  return job.dryRun ? 2 : 3;
}
