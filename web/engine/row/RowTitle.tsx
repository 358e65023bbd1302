import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { machineOf } from '@yikao/model/contexts/machines.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { Button, Flex } from 'antd';
import { useTranslation } from 'react-i18next';
import { CodeTag } from '../../fields/parts/CodeTag.tsx';
import { rowName } from '../list/columns.tsx';
import styles from './RowTitle.module.css';
import { useRow } from './use-row.ts';

/** The name and state of the row in the details. */
export function RowTitle({
  dataset,
  rowKey,
}: {
  readonly dataset: AnyDataset;
  readonly rowKey: number | undefined;
}) {
  const { t } = useTranslation('engine');
  const { row } = useRow(dataset, rowKey);
  if (!row) return t('detail.title');
  const state = machineOf(dataset)?.field;
  const field = state === undefined ? undefined : dataset.fields[state];
  return (
    <span className={styles.title}>
      <span className={styles.name} title={rowName(dataset, row)}>
        {rowName(dataset, row)}
      </span>
      {state !== undefined && field?.kind === 'code' && <CodeTag of={field.of} value={row[state]} />}
    </span>
  );
}

/** The rows before and after the shown one in the list below. */
export interface Neighbours {
  readonly previous: (() => void) | undefined;
  readonly next: (() => void) | undefined;
}

/** Opens the previous or next row, as Alt with the up and down arrows does. */
export function RowNeighbours({ of }: { readonly of: Neighbours }) {
  const { t } = useTranslation('engine');
  return (
    <Flex component="span" gap={2}>
      <Button
        type="text"
        size="small"
        icon={<UpOutlined aria-hidden />}
        aria-label={t('detail.previous')}
        aria-keyshortcuts="Alt+ArrowUp"
        title={`${t('detail.previous')} (Alt ↑)`}
        disabled={!of.previous}
        onClick={of.previous}
      />
      <Button
        type="text"
        size="small"
        icon={<DownOutlined aria-hidden />}
        aria-label={t('detail.next')}
        aria-keyshortcuts="Alt+ArrowDown"
        title={`${t('detail.next')} (Alt ↓)`}
        disabled={!of.next}
        onClick={of.next}
      />
    </Flex>
  );
}
