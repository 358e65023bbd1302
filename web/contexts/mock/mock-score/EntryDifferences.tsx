import { useQueryClient } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { type EntryComparison, mockDoubleCalls } from '@yikao/model/contexts/mock/calls/mock-double.calls.ts';
import { Button, Table, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../engine/api/api-error.ts';
import { send } from '../../../engine/api/send.ts';
import { can } from '../../../engine/session/session.ts';
import { EmptyState } from '../../../fields/parts/EmptyState.tsx';
import styles from './MarkEntry.module.css';
import { markText } from './use-mark-grid.ts';

type Difference = EntryComparison['list'][number];

/** Differing entries of two people; people who may publish the marks choose the one to keep. */
export function EntryDifferences({
  examId,
  missing,
  different,
  list,
}: Pick<EntryComparison, 'missing' | 'list'> & { readonly examId: number; readonly different: number }) {
  const { t } = useTranslation('mock');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const settle = async ({ studentId, infoId, first, second }: Difference, take: 1 | 2) => {
    setBusy(true);
    try {
      await send(mockDoubleCalls.settle, {
        body: {
          ...{ examId, studentId, infoId, take },
          firstVersion: first.version,
          secondVersion: second.version,
        },
      });
    } catch (error) {
      // The call has already shown the reason; the current entries are loaded below.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
      await Promise.all(
        [
          ['mark-differences', examId],
          ['mark-grid', examId],
          ['rows', registry.mockScore.name],
        ].map(queryKey => client.invalidateQueries({ queryKey })),
      );
    }
  };
  const words = { absent: t('marks.absent'), cheated: t('marks.cheated') };
  const entry = (take: 1 | 2, name: 'first' | 'second') => (row: Difference) => {
    const mark = markText(row[name], words);
    return can(mockDoubleCalls.settle.may) ? (
      <Button
        size="small"
        disabled={busy}
        aria-label={t('double.take', { name: row.studentName, subject: row.subjectName, mark })}
        onClick={() => void settle(row, take)}
      >
        {mark}
      </Button>
    ) : (
      mark
    );
  };
  const columns: TableColumnsType<Difference> = [
    { title: t('marks.ticket'), dataIndex: 'ticketNo', render: (no: string | null) => no ?? '—' },
    { title: t('marks.name'), dataIndex: 'studentName' },
    { title: t('stat.session'), dataIndex: 'subjectName' },
    { title: t('double.first'), key: 'first', render: (_, row) => entry(1, 'first')(row) },
    { title: t('double.by'), key: 'firstBy', render: (_, { first }) => first.userName ?? '—' },
    { title: t('double.second'), key: 'second', render: (_, row) => entry(2, 'second')(row) },
    { title: t('double.by'), key: 'secondBy', render: (_, { second }) => second.userName ?? '—' },
  ];
  return (
    <>
      <p className={styles.hint} role="status">
        {t('double.told', { missing, different })}
      </p>
      {list.length === 0 ? (
        <EmptyState
          title={different > 0 ? t('double.others') : missing > 0 ? t('double.none') : t('double.done')}
        />
      ) : (
        <>
          <p className={styles.hint}>{t('double.hint')}</p>
          <Table
            rowKey={({ studentId, infoId }) => `${studentId}:${infoId}`}
            size="small"
            pagination={{ pageSize: 20, hideOnSinglePage: true }}
            scroll={{ x: 720 }}
            columns={columns}
            dataSource={[...list]}
          />
        </>
      )}
    </>
  );
}
