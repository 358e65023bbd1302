import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import styles from './dialogs.module.css';

/**
 * One row per record, or the format of a kind of import, with one column per child or two fields in one; nothing if the
 * dataset has none.
 */
export function ExportShapeChoice({
  dataset,
  value,
  onChange,
}: {
  readonly dataset: AnyDataset;
  readonly value: number | undefined;
  readonly onChange: (type: number | undefined) => void;
}) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const kinds = dataset.excel?.kinds.filter(({ perChild, combines }) => perChild || combines) ?? [];
  if (kinds.length === 0) return null;
  return (
    <span className={styles.option}>
      <span>{t('export.shape')}</span>
      <Radio.Group
        value={value ?? 0}
        aria-label={t('export.shape')}
        options={[
          { value: 0, label: t('export.ordinaryShape') },
          ...kinds.map(({ type, label }) => ({ value: type, label: label[language] })),
        ]}
        onChange={event => onChange(event.target.value || undefined)}
      />
    </span>
  );
}
