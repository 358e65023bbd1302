import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { examCalls, type ExamProgress as Progress } from '@yikao/model/contexts/exam/exam.calls.ts';
import { onlineExamState } from '@yikao/model/contexts/exam/exam.codes.ts';
import { Alert, Progress as Bar, Flex, Skeleton, Steps, Table, type TableColumnType } from 'antd';
import { useTranslation } from 'react-i18next';
import { may } from '../../../engine/access/may.ts';
import { send } from '../../../engine/api/send.ts';
import { listAddress } from '../../../engine/link/page-address.ts';
import { PageLink } from '../../../engine/tab/PageLink.tsx';
import { EmptyState } from '../../../fields/parts/EmptyState.tsx';
import { Figures } from '../../../fields/parts/Figures.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';
import styles from './ExamProgress.module.css';

const { examSubject } = registry;

/** Figures that ask for a decision. */
const open = ['late', 'undecided'] as const;

const figures = ['applied', 'approved', 'unpaid', 'ticketed', ...open] as const;

/** Columns of the subjects, by the matter that is looked at. */
const columnsOf = {
  all: ['papers', 'sittings', 'handedIn', 'waiting', 'third', 'settled'],
  papers: ['papers'],
  marking: ['waiting', 'third', 'settled'],
} as const;

interface ExamProgressProps {
  readonly examId: number;
  /** The figures of one matter alone, as in the dialog of a step: the papers before an exam, or its marking. */
  readonly only?: 'papers' | 'marking';
}

/** Progress of an exam: its states, its applications, its papers, and the marking with the load of each marker. */
export function ExamProgress({ examId, only }: ExamProgressProps) {
  const { t } = useTranslation('exam');
  const language = useLanguage();
  const { data, error } = useQuery({
    queryKey: ['rows', registry.onlineExam.name, 'progress', examId],
    queryFn: ({ signal }) => send(examCalls.progress, { query: { examId }, signal, toast: false }),
    staleTime: 0,
  });
  if (error) return <Alert type="error" showIcon title={error.message} />;
  if (!data) return <Skeleton active />;
  return (
    <Flex vertical gap={16}>
      {only === undefined && (
        <Steps
          size="small"
          titlePlacement="vertical"
          current={data.examState}
          items={onlineExamState.items.map(({ label }) => ({ title: label[language] }))}
        />
      )}
      {only !== 'papers' && (
        <Figures
          look="boxes"
          of={(only ? open : figures).map(name => {
            const tone = (open as readonly string[]).includes(name) && data[name] > 0 ? 'look' : undefined;
            return [t(`progress.of.${name}`), data[name], tone];
          })}
        />
      )}
      <Subjects
        examId={examId}
        progress={data}
        names={only ? columnsOf[only] : columnsOf.all}
        share={only !== 'papers'}
      />
      {only === undefined && <Markers progress={data} />}
    </Flex>
  );
}

interface SubjectsProps {
  readonly examId: number;
  readonly progress: Progress;
  readonly names: readonly (typeof columnsOf.all)[number][];
  /** With the share that is marked. */
  readonly share: boolean;
}

function Subjects({ examId, progress, names, share }: SubjectsProps) {
  const { t } = useTranslation('exam');
  const shareColumn: TableColumnType<Progress['subjects'][number]> = {
    title: t('progress.marked'),
    width: 140,
    render: (_, { waiting, third, settled }) => {
      const all = waiting + third + settled;
      return all === 0 ? (
        <span className={styles.none}>–</span>
      ) : (
        <Bar size="small" percent={Math.floor((settled / all) * 100)} aria-label={t('progress.marked')} />
      );
    },
  };
  return (
    <Table
      size="small"
      rowKey="subjectId"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={progress.subjects}
      locale={{
        emptyText: (
          <EmptyState size="small" title={t('progress.noSubjects')}>
            {may(examSubject, 'add') && (
              <PageLink to={listAddress(examSubject, { examId })}>{t('progress.toSubjects')}</PageLink>
            )}
          </EmptyState>
        ),
      }}
      columns={[
        { title: t('progress.subject'), dataIndex: 'subjectName' },
        ...names.map(name => ({
          title: t(`progress.of.${name}`),
          dataIndex: name,
          align: 'right' as const,
        })),
        ...(share ? [shareColumn] : []),
      ]}
    />
  );
}

function Markers({ progress }: { readonly progress: Progress }) {
  const { t } = useTranslation('exam');
  return (
    <section>
      <h2 className={styles.title}>{t('progress.markers')}</h2>
      <Table
        size="small"
        rowKey={({ userId, subjectId }) => `${subjectId}-${userId}`}
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={progress.markers}
        locale={{
          emptyText: (
            <EmptyState size="small" title={t('progress.noMarkers')} hint={t('progress.noMarkersHint')} />
          ),
        }}
        columns={[
          { title: t('progress.marker'), dataIndex: 'userName' },
          { title: t('progress.subject'), dataIndex: 'subjectName' },
          { title: t('progress.of.done'), dataIndex: 'done', align: 'right' },
          { title: t('progress.of.open'), dataIndex: 'open', align: 'right' },
          { title: t('progress.of.asThird'), dataIndex: 'third', align: 'right' },
          {
            title: t('progress.of.mean'),
            align: 'right',
            render: (_, { mean }) => (mean === null ? '–' : `${mean}%`),
          },
        ]}
      />
    </section>
  );
}
