import { formatOf } from '@yikao/model/fields/parts/formats.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Pictures } from '@yikao/model/kernel/import-kinds.ts';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';

/** Explains how the pictures of a zip are named, with an example in the form of the first field. */
export function PicturesHint({
  dataset,
  pictures: { into, by },
}: {
  readonly dataset: AnyDataset;
  readonly pictures: Pictures;
}) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const labelOf = (name: string) => fieldOf(dataset, name)?.label[language] ?? name;
  const first = fieldOf(dataset, by[0] ?? '');
  const example = first?.kind === 'text' ? formatOf(first.format)?.example : undefined;
  return (
    <Alert
      type="info"
      showIcon
      title={t('import.pictures', {
        into: labelOf(into),
        by: by.map(labelOf).join(t('import.or')),
        example: example ?? '10050',
      })}
    />
  );
}
