import { registry } from '@yikao/model/contexts/datasets.ts';
import { useTranslation } from 'react-i18next';
import type { CellProps } from '../../../fields/field-view.ts';
import { CodeTag, ToneTag } from '../../../fields/parts/CodeTag.tsx';
import { textOf } from '../../../fields/parts/values.ts';

/** Code of a scheduled article (`publishState`). */
const scheduled = 2;

/** The publication of an article; of a scheduled one the time from which it will be: 定时 11-28 09:00 (domain L1). */
export function PublishCell({ value, record }: CellProps) {
  const { t } = useTranslation('article');
  const time = textOf(record.publishTime).slice(5, 16);
  if (value === scheduled && time !== '') return <ToneTag tone="look" text={t('scheduled', { time })} />;
  return <CodeTag of={registry.article.fields.publishState.of} value={value} />;
}
