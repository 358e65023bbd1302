import { codeItem } from '@yikao/model/kernel/codes.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { type HeaderType, headerType } from '@yikao/model/kernel/export-headers.ts';
import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import styles from '../dialogs/dialogs.module.css';

/** The kinds of header of a dataset's exports (domain D3), and none; renders nothing without any. */
export function HeaderTypeChoice({
  dataset,
  value,
  onChange,
}: {
  readonly dataset: AnyDataset;
  readonly value: HeaderType | undefined;
  readonly onChange: (type: HeaderType | undefined) => void;
}) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const headers = dataset.excel?.headers ?? [];
  if (headers.length === 0) return null;
  return (
    <span className={styles.option}>
      <span>{t('export.header')}</span>
      <Radio.Group
        value={value ?? 0}
        aria-label={t('export.header')}
        options={[
          { value: 0, label: t('export.ownHeader') },
          ...headers.map(({ type }) => ({
            value: type,
            label: codeItem(headerType, type)?.label[language] ?? String(type),
          })),
        ]}
        onChange={event => onChange(event.target.value || undefined)}
      />
    </span>
  );
}
