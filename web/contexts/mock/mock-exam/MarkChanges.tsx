import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import {
  type MarkChanges as Changes,
  mockMarkCalls,
} from '@yikao/model/contexts/mock/calls/mock-marks.calls.ts';
import { Alert, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import type { Say } from '../../../i18n/texts.ts';

/** A total with its place, in words. */
function placed(result: Changes['list'][number]['before'], t: Say<['mock']>): string {
  if (result === null) return t('changes.none');
  const total = Number(result.total);
  return result.rankNo === null
    ? t('changes.total', { total })
    : t('changes.place', { total, rank: result.rankNo });
}

/** The candidates whose total or place differs from the last publication; nothing where nobody's does. */
export function MarkChanges({ examId }: { readonly examId: number }) {
  const { t } = useTranslation('mock');
  const { data, error } = useQuery({
    queryKey: ['rows', registry.mockExam.name, 'changes', examId],
    queryFn: ({ signal }) => send(mockMarkCalls.changes, { query: { examId }, signal, toast: false }),
    staleTime: 0,
  });
  if (error) return <Alert type="error" showIcon title={error.message} />;
  if (!data || data.total === 0) return null;
  return (
    <section>
      <Alert type="warning" showIcon title={t('changes.title', { count: data.total })} />
      <Table
        size="small"
        rowKey="studentId"
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        scroll={{ x: 'max-content' }}
        dataSource={data.list}
        columns={[
          { title: t('changes.candidate'), dataIndex: 'studentName' },
          { title: t('changes.ticketNo'), dataIndex: 'ticketNo' },
          { title: t('changes.before'), render: (_, { before }) => placed(before, t) },
          { title: t('changes.after'), render: (_, { after }) => placed(after, t) },
        ]}
      />
    </section>
  );
}
