import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { limits } from '@yikao/model/limits.ts';
import { AutoComplete, Button, Flex, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { notice } from '../api/notice.ts';
import { unlessRefused } from '../api/unless-refused.ts';
import { Boundary } from '../boundary/Boundary.tsx';
import { useQuestions } from '../boundary/questions.ts';
import { startBatchDelete } from '../calls/job-calls.ts';
import { JobHistory } from '../jobs/JobHistory.tsx';
import { jobStarted } from '../jobs/use-jobs.ts';
import { usePhone } from '../use-media.ts';
import frame from './Dialog.module.css';
import styles from './dialogs.module.css';
import { idsOfText } from './ids-of-text.ts';
import { useBatches } from './use-batches.ts';

interface BatchDeleteDialogProps {
  readonly dataset: AnyDataset;
  /** Rows selected in the list, to begin with. */
  readonly selected: readonly number[];
  readonly onClose: () => void;
}

/** Deletes the rows of an import batch, rows by primary key, or rows that are both (spec section 2). */
export function BatchDeleteDialog({ dataset, selected, onClose }: BatchDeleteDialogProps) {
  const { t } = useTranslation(['engine', 'common']);
  const language = useLanguage();
  const phone = usePhone();
  const modal = useQuestions();
  const id = useId();
  const { batches, loading } = useBatches(dataset);
  const [batch, setBatch] = useState('');
  const [text, setText] = useState(selected.join(', '));
  const { ids, wrong } = idsOfText(text);
  const keyLabel = dataset.fields[dataset.key]?.label[language] ?? 'ID';

  const submit = () => {
    const importBatch = batch.trim();
    if (wrong.length > 0) return;
    if (importBatch === '' && ids.length === 0) return notice.warning(t('batchDelete.empty'));
    const count = batches.find(known => known.importBatch === importBatch)?.count;
    const title =
      importBatch === ''
        ? t('batchDelete.askIds', { count: ids.length })
        : ids.length > 0
          ? t('batchDelete.askBoth', { batch: importBatch, count: ids.length })
          : count === undefined
            ? t('batchDelete.askBatch', { batch: importBatch })
            : t('batchDelete.askCounted', { batch: importBatch, count });
    modal.confirm({
      title,
      content: t('batchDelete.askText'),
      okText: t('list.delete'),
      okButtonProps: { danger: true },
      async onOk() {
        await unlessRefused(async () => {
          await startBatchDelete(dataset, { importBatch, ids });
          notice.success(t('batchDelete.started'));
          jobStarted();
        });
      },
    });
  };

  return (
    <Modal
      open
      className={`${frame.long} ${styles.dialog}`}
      title={t('batchDelete.title', { what: dataset.label[language] })}
      width={phone ? '100%' : 760}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t('common:close')}
        </Button>,
        <Button key="ok" type="primary" danger onClick={submit}>
          {t('batchDelete.submit')}
        </Button>,
      ]}
    >
      <Boundary>
        <Flex vertical gap={16}>
          <div className={styles.labelled}>
            <label htmlFor={`${id}-batch`}>{t('batchDelete.batch')}</label>
            <AutoComplete
              id={`${id}-batch`}
              style={{ width: '100%' }}
              value={batch}
              allowClear
              placeholder={t(loading ? 'common:loading' : 'batchDelete.batchHint')}
              options={batches.map(({ importBatch, count, createTime }) => ({
                value: importBatch,
                label: (
                  <>
                    {importBatch}
                    <span className={styles.hint}>
                      {` · ${t('batchDelete.rows', { count })} · ${createTime.slice(0, 16)}`}
                    </span>
                  </>
                ),
              }))}
              showSearch={{ filterOption: (words, option) => String(option?.value ?? '').includes(words) }}
              onChange={value => setBatch((value ?? '').slice(0, limits.importBatch))}
            />
          </div>
          <div className={styles.labelled}>
            <label htmlFor={`${id}-ids`}>{t('batchDelete.ids', { key: keyLabel })}</label>
            <Input.TextArea
              id={`${id}-ids`}
              value={text}
              status={wrong.length > 0 ? 'error' : ''}
              autoSize={{ minRows: 3, maxRows: 8 }}
              placeholder={t('batchDelete.idsHint')}
              aria-describedby={`${id}-text`}
              onChange={event => setText(event.target.value)}
            />
            <div id={`${id}-text`} className={wrong.length > 0 ? styles.error : styles.hint}>
              {wrong.length > 0
                ? t('batchDelete.wrong', { words: wrong.slice(0, 5).join(', ') })
                : t('batchDelete.count', { count: ids.length })}
            </div>
          </div>
          {dataset.excel && <JobHistory bizTypes={[dataset.excel.jobs.batchDelete]} by="batch" />}
        </Flex>
      </Boundary>
    </Modal>
  );
}
