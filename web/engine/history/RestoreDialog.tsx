import { useQuery } from '@tanstack/react-query';
import type { HistoryEntryRow } from '@yikao/model/calls/history.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { Alert, Button, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../fields/parts/EmptyState.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import { notice } from '../api/notice.ts';
import { Trouble } from '../boundary/Trouble.tsx';
import { compareVersion, type EarlierVersion, takeVersion } from '../calls/history-calls.ts';
import { refreshRows } from '../calls/refresh-rows.ts';
import { FieldChange } from './FieldChange.tsx';
import styles from './HistoryTimeline.module.css';

interface RestoreDialogProps {
  readonly dataset: AnyDataset;
  readonly rowKey: number;
  /** The entry whose version the row is to get back. */
  readonly entry: HistoryEntryRow;
  /** The row gets back the version that the entry left, or the one that it found. */
  readonly side: EarlierVersion['side'];
  readonly onClose: () => void;
}

/** Gives a row an earlier version back, after showing what that changes and what it leaves. */
export function RestoreDialog({ dataset, rowKey, entry, side, onClose }: RestoreDialogProps) {
  const { t } = useTranslation(['trust', 'engine', 'common']);
  const language = useLanguage();
  const [saving, setSaving] = useState(false);
  const earlier = { historyId: entry.historyId, side };
  const compared = useQuery({
    // Below the row's key, so that a change of the row compares it again.
    queryKey: ['row', dataset.name, rowKey, 'version', earlier],
    queryFn: ({ signal }) => compareVersion(dataset, rowKey, earlier, signal),
    gcTime: 0,
    retry: false,
  });
  const difference = compared.data;
  const labelOf = (name: string) => fieldOf(dataset, name)?.label[language] ?? name;
  const take = async () => {
    if (!difference) return;
    setSaving(true);
    try {
      await takeVersion(dataset, rowKey, difference);
    } catch {
      // The call has shown the reason; the row may have been changed by somebody else meanwhile.
      await compared.refetch();
      return;
    } finally {
      setSaving(false);
    }
    notice.success(t('version.restored'));
    onClose();
    await refreshRows(dataset);
  };
  return (
    <Modal
      open
      width="min(720px, 96vw)"
      title={t(side === 'before' ? 'version.titleBefore' : 'version.title', {
        version: entry.version,
        time: entry.time,
      })}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t('common:cancel')}
        </Button>,
        <Button
          key="take"
          type="primary"
          loading={saving}
          disabled={!difference || difference.fields.length === 0}
          onClick={() => void take()}
        >
          {t('version.take')}
        </Button>,
      ]}
    >
      {compared.error && !difference && (
        <Trouble title={t('version.failed')} text={compared.error.message}>
          <Button onClick={() => void compared.refetch()}>{t('engine:list.retry')}</Button>
        </Trouble>
      )}
      {compared.isPending && <Skeleton active title={false} paragraph={{ rows: 5 }} />}
      {difference?.fields.length === 0 && <EmptyState size="small" title={t('version.same')} />}
      {difference && difference.fields.length > 0 && (
        <dl className={styles.changes} aria-label={t('version.changes')}>
          {difference.fields.map(name => {
            const field = dataset.fields[name];
            if (!field) return null;
            return (
              <div key={name}>
                <dt>{field.label[language]}</dt>
                <dd>
                  <FieldChange
                    field={field}
                    name={name}
                    entry={{ op: 'updated', before: difference.before, after: difference.after }}
                  />
                </dd>
              </div>
            );
          })}
        </dl>
      )}
      {difference && difference.kept.length > 0 && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBlockStart: 12 }}
          title={t('version.kept')}
          description={
            <ul className={styles.kept}>
              {difference.kept.map(({ field, reason }) => (
                <li key={field}>
                  {language === 'zh' ? `${labelOf(field)}：${reason}` : `${labelOf(field)} ${reason}`}
                </li>
              ))}
            </ul>
          }
        />
      )}
    </Modal>
  );
}
