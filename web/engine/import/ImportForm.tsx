import { InboxOutlined } from '@ant-design/icons';
import { importModeLabels, importModes } from '@yikao/model/calls/jobs.ts';
import { limits } from '@yikao/model/limits.ts';
import { Input, Progress, Radio, Upload } from 'antd';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { notice } from '../api/notice.ts';
import styles from '../dialogs/dialogs.module.css';
import type { ImportController } from './use-import-controller.ts';

interface ImportFormProps {
  readonly run: ImportController;
  /** True to highlight missing values. */
  readonly complain: boolean;
  /** True if rows may be added as well as updated. */
  readonly withMode: boolean;
  /** A file that was dropped on the list: it is taken at once. */
  readonly dropped: File | undefined;
}

/** File names accepted for an import; the server checks their bytes. */
const accepted = ['.xlsx', '.xls', '.csv', '.zip'];

function sizeText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** Remark, file, and import options. */
export function ImportForm({ run, complain, withMode, dropped }: ImportFormProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const id = useId();
  const { batch, mode, onError } = run.choices;
  const max = limits.workbookBytes / 1024 / 1024;
  const noBatch = complain && batch.trim() === '';
  const tooLong = batch.trim().length > limits.importBatch;
  const { file, sent } = run.source;
  const noFile = complain && !file;

  const take = (chosen: File) => {
    if (!accepted.some(ending => chosen.name.toLowerCase().endsWith(ending)))
      notice.error(t('import.wrongKind', { kinds: accepted.join(' ') }));
    else if (chosen.size > limits.workbookBytes) notice.error(t('import.tooLarge', { max }));
    else if (chosen.size === 0) notice.error(t('import.emptyFile'));
    else run.take(chosen);
    return false; // the file is sent by the controller
  };

  const taken = useRef<File>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file is taken once, regardless of later changes
  useEffect(() => {
    if (!dropped || taken.current === dropped) return;
    taken.current = dropped;
    take(dropped);
  }, [dropped]);

  return (
    <div className={styles.fields}>
      <div>
        <div className={styles.labelled}>
          <label htmlFor={`${id}-batch`} data-required>
            {t('import.batch')}
          </label>
          <Input
            id={`${id}-batch`}
            value={batch}
            count={{ show: true, max: limits.importBatch }}
            disabled={run.busy}
            status={noBatch || tooLong ? 'error' : ''}
            placeholder={t('import.batchHint')}
            aria-required
            aria-invalid={noBatch || tooLong}
            aria-describedby={`${id}-batch-text`}
            onChange={event => run.choose({ batch: event.target.value })}
          />
          <div id={`${id}-batch-text`} className={styles.error}>
            {noBatch && t('import.batchFirst')}
            {tooLong && t('fields.tooLong', { label: t('import.batch'), max: limits.importBatch })}
          </div>
        </div>
        {withMode && (
          <div className={styles.labelled}>
            <span className={styles.caption}>{t('import.mode')}</span>
            <Radio.Group
              value={mode}
              disabled={run.busy}
              aria-label={t('import.mode')}
              options={importModes.map(value => ({ value, label: importModeLabels[value][language] }))}
              onChange={event => run.choose({ mode: event.target.value })}
            />
          </div>
        )}
        <div className={styles.labelled} style={{ marginBlockStart: 8 }}>
          <span className={styles.caption}>{t('import.onError')}</span>
          <Radio.Group
            value={onError}
            disabled={run.busy}
            aria-label={t('import.onError')}
            options={(['skip', 'abort'] as const).map(value => ({
              value,
              label: t(`import.onErrors.${value}`),
            }))}
            onChange={event => run.choose({ onError: event.target.value })}
          />
        </div>
      </div>
      <div className={styles.labelled}>
        <span className={styles.caption} data-required>
          {t('import.file')}
        </span>
        <Upload.Dragger
          className={styles.drop ?? ''}
          accept={accepted.join(',')}
          maxCount={1}
          showUploadList={false}
          disabled={run.busy}
          beforeUpload={take}
        >
          <p className={styles.dropText}>
            <InboxOutlined style={{ fontSize: 28 }} />
          </p>
          {file ? (
            <p className={`${styles.dropText} ${styles.file}`}>{`${file.name} · ${sizeText(file.size)}`}</p>
          ) : (
            <p className={styles.dropText}>{t('import.drop')}</p>
          )}
          <p className={styles.hint} style={{ margin: 0 }}>
            {t(file ? 'import.another' : 'import.kinds', { kinds: accepted.join(' '), max })}
          </p>
        </Upload.Dragger>
        {sent === undefined ? (
          <div className={styles.error}>{noFile && t('import.fileFirst')}</div>
        ) : (
          <Progress size="small" percent={Math.floor(sent * 100)} aria-label={t('import.sending')} />
        )}
      </div>
    </div>
  );
}
