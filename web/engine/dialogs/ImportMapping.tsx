import { ArrowRightOutlined } from '@ant-design/icons';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { Alert, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import type { ImportController } from '../hooks/use-import-controller.ts';
import styles from './dialogs.module.css';

interface ImportMappingProps {
  readonly dataset: AnyDataset;
  readonly run: ImportController;
  /** Headers of the file that fit no field. */
  readonly headers: readonly string[];
}

/** Tells which field each unknown column of the file is, or that it is left out (domain 0.4, 1). */
export function ImportMapping({ dataset, run, headers }: ImportMappingProps) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const id = useId();
  const names =
    (run.operation === 'batchUpdate'
      ? [dataset.key, ...(dataset.excel?.batchUpdate ?? [])]
      : dataset.excel?.import) ?? [];
  const taken = new Set(Object.values(run.mapping));
  return (
    <section className={styles.result}>
      <Alert type="warning" showIcon title={t('import.mapping')} />
      <div className={styles.mapping}>
        {headers.map((header, index) => (
          <div key={header}>
            <label htmlFor={`${id}-${index}`} title={header}>
              {header}
            </label>
            <ArrowRightOutlined aria-hidden />
            <Select
              id={`${id}-${index}`}
              value={run.mapping[header] ?? null}
              placeholder={t('import.mapTo')}
              showSearch={{ optionFilterProp: 'label' }}
              options={[
                { value: '', label: t('import.leaveOut') },
                ...names.map(name => ({
                  value: name,
                  label: fieldOf(dataset, name)?.label[language] ?? name,
                  disabled: taken.has(name) && run.mapping[header] !== name,
                })),
              ]}
              onChange={field => run.map(header, field ?? '')}
            />
          </div>
        ))}
      </div>
    </section>
  );
}
