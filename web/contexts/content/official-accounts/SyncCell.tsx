import { registry } from '@yikao/model/contexts/datasets.ts';
import { Progress, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CellProps } from '../../../fields/field-view.ts';
import { CodeTag } from '../../../fields/parts/CodeTag.tsx';
import { textOf } from '../../../fields/parts/values.ts';

/** Codes of `syncState`. */
const [running, failed] = [1, 3];

/** The state of a synchronisation: its progress while it runs, the reason once it failed. */
export function SyncCell({ value, record }: CellProps) {
  const { t } = useTranslation('article');
  const [done, total] = [Number(record.syncDone ?? 0), Number(record.syncTotal ?? 0)];
  if (value === running) {
    const text = t('official.progress', { done, total });
    const percent = total === 0 ? 0 : Math.min(99, Math.round((done * 100) / total));
    return (
      <Tooltip title={text}>
        <Progress percent={percent} size="small" status="active" aria-label={text} />
      </Tooltip>
    );
  }
  const tag = <CodeTag of={registry.officialAccounts.fields.syncState.of} value={value} />;
  if (value !== failed) return tag;
  return (
    <Tooltip title={textOf(record.syncError)}>
      <span>{tag}</span>
    </Tooltip>
  );
}
