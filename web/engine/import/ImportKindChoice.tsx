import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { mayUseKinds } from '../access/may.ts';
import styles from '../dialogs/dialogs.module.css';

/** The kinds of import of a dataset that the person may use, and the ordinary one; nothing without any. */
export function ImportKindChoice({
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
  const kinds = mayUseKinds(dataset);
  if (kinds.length === 0) return null;
  return (
    <div className={styles.labelled}>
      <span className={styles.caption}>{t('import.kindOf')}</span>
      <Radio.Group
        value={value ?? 0}
        aria-label={t('import.kindOf')}
        options={[
          { value: 0, label: t('import.ordinary') },
          ...kinds.map(({ type, label }) => ({ value: type, label: label[language] })),
        ]}
        onChange={event => onChange(event.target.value || undefined)}
      />
    </div>
  );
}
