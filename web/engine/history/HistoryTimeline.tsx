import type { HistoryEntryRow } from '@yikao/model/calls/history.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../fields/parts/EmptyState.tsx';
import { Trouble } from '../boundary/Trouble.tsx';
import type { EarlierVersion } from '../calls/history-calls.ts';
import { HistoryEntry } from './HistoryEntry.tsx';
import styles from './HistoryTimeline.module.css';
import { RestoreDialog } from './RestoreDialog.tsx';
import { useHistory } from './use-history.ts';

interface HistoryTimelineProps {
  readonly dataset: AnyDataset;
  readonly rowKey: number;
  /** The person may give the row an earlier version back. */
  readonly canRestore?: boolean;
}

/** The history of a row, newest first: person, time, cause, and each field's old and new value. */
export function HistoryTimeline({ dataset, rowKey, canRestore = false }: HistoryTimelineProps) {
  const { t } = useTranslation(['trust', 'engine']);
  const history = useHistory(dataset, rowKey);
  const [restored, setRestored] = useState<{ entry: HistoryEntryRow; side: EarlierVersion['side'] }>();
  // The newest entry is the row as it is; before a row was added again, nothing is known of it.
  const newest = history.entries[0];
  const added = history.entries.findIndex(({ op }) => op === 'added');
  const alive = newest !== undefined && newest.op !== 'deleted';
  const restorable = (entry: HistoryEntryRow) =>
    canRestore &&
    alive &&
    entry !== newest &&
    entry.op !== 'deleted' &&
    (added === -1 || history.entries.indexOf(entry) <= added);
  // Rows that came with the product, and those whose old entries were removed, have no entry of their first state.
  const oldest = history.hasMore ? undefined : history.entries.at(-1);
  const first = canRestore && alive && added === -1 && oldest?.op === 'updated' ? oldest : undefined;
  if (history.error) {
    return (
      <Trouble title={t('engine:list.failed')} text={history.error.message}>
        <Button onClick={history.retry}>{t('engine:list.retry')}</Button>
      </Trouble>
    );
  }
  if (history.loading) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
  if (history.entries.length === 0) {
    return <EmptyState size="small" title={t('history.none')} hint={t('history.noneHint')} />;
  }
  return (
    <>
      <ol className={styles.line} aria-label={t('history.title')}>
        {history.entries.map(entry => (
          <HistoryEntry
            key={entry.historyId}
            dataset={dataset}
            entry={entry}
            {...(restorable(entry) && { onRestore: () => setRestored({ entry, side: 'after' }) })}
          />
        ))}
      </ol>
      {first && (
        <p className={styles.first}>
          {t('version.first')}
          <Button type="link" size="small" onClick={() => setRestored({ entry: first, side: 'before' })}>
            {t('version.restoreBefore')}
          </Button>
        </p>
      )}
      {restored && (
        <RestoreDialog
          dataset={dataset}
          rowKey={rowKey}
          {...restored}
          onClose={() => setRestored(undefined)}
        />
      )}
      {history.hasMore && (
        <Button block loading={history.loadingMore} onClick={history.more}>
          {t('history.more', { left: history.total - history.entries.length })}
        </Button>
      )}
    </>
  );
}
