import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { type ResultChanges as Changes, examCalls } from '@yikao/model/contexts/exam/exam.calls.ts';
import { examResult } from '@yikao/model/contexts/exam/exam.codes.ts';
import { Alert, Flex, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { CodeTag } from '../../../fields/parts/CodeTag.tsx';

type Outcome = Changes['list'][number]['before'];

function ResultCell({ score, resultFlag }: Outcome) {
  return (
    <Flex gap={8}>
      <span>{score === null ? '–' : Number(score)}</span>
      <CodeTag of={examResult} value={resultFlag} />
    </Flex>
  );
}

/** The candidates whose result changes, before and after; nothing where nobody's does. */
export function ResultChanges({ examId }: { readonly examId: number }) {
  const { t } = useTranslation('exam');
  const { data, error } = useQuery({
    queryKey: ['rows', registry.onlineExam.name, 'changes', examId],
    queryFn: ({ signal }) => send(examCalls.changes, { query: { examId }, signal, toast: false }),
    staleTime: 0,
  });
  if (error) return <Alert type="error" showIcon title={error.message} />;
  if (!data || data.total === 0) return null;
  return (
    <section>
      <Alert
        type="warning"
        showIcon
        title={t(data.published ? 'changes.published' : 'changes.judged', { count: data.total })}
      />
      <Table
        size="small"
        rowKey="applyId"
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        scroll={{ x: 'max-content' }}
        dataSource={data.list}
        columns={[
          { title: t('changes.candidate'), dataIndex: 'studentName' },
          { title: t('changes.ticketNo'), dataIndex: 'ticketNo' },
          { title: t('changes.before'), render: (_, { before }) => <ResultCell {...before} /> },
          { title: t('changes.after'), render: (_, { after }) => <ResultCell {...after} /> },
        ]}
      />
    </section>
  );
}
