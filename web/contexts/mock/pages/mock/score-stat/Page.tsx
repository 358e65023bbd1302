import { DownloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { mockFileCalls } from '@yikao/model/contexts/mock/calls/mock-files.calls.ts';
import { mockMarkCalls } from '@yikao/model/contexts/mock/calls/mock-marks.calls.ts';
import { Alert, Button, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../../../../engine/api/notice.ts';
import { send } from '../../../../../engine/api/send.ts';
import { unlessRefused } from '../../../../../engine/api/unless-refused.ts';
import { FieldServicesProvider } from '../../../../../engine/field-services.tsx';
import { jobStarted } from '../../../../../engine/jobs/use-jobs.ts';
import { listAddress, usePageQuery } from '../../../../../engine/link/page-address.ts';
import { lockedFields } from '../../../../../engine/list/list-query.ts';
import { can, readSession } from '../../../../../engine/session/session.ts';
import { PageHeading } from '../../../../../engine/tab/PageHeading.tsx';
import { PageLink } from '../../../../../engine/tab/PageLink.tsx';
import { EmptyState } from '../../../../../fields/parts/EmptyState.tsx';
import { RowPicker } from '../../../../../fields/pick/RowPicker.tsx';
import { useLanguage } from '../../../../../i18n/i18n.ts';
import { NoExam } from '../../../NoExam.tsx';
import { useChosenExam } from '../../../use-chosen-exam.ts';
import { Filters, type StatFilters } from './Filters.tsx';
import styles from './Page.module.css';
import { ScoreFigures } from './ScoreFigures.tsx';

const { mockExam, mockScore, mockStudent } = registry;

/** The filters that the person's organisation sets: an agency looks at the marks of its own candidates. */
function lockedByPerson(): StatFilters {
  const session = readSession();
  const { agentId } = session ? lockedFields(mockStudent, session) : {};
  return agentId === undefined ? {} : { agentId };
}

/** The filters that are set. */
function given(filters: StatFilters) {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof StatFilters]?: number;
  };
}

/** Statistics of a mock exam's marks, by session or in total, for the filtered candidates (domain H15, 4.5). */
export default function ScoreStatPage() {
  const { t } = useTranslation('mock');
  const language = useLanguage();
  const id = useId();
  // A link may name the exam.
  const query = usePageQuery('/mock/scoreStat');
  const { examId, none, choose } = useChosenExam(Number(query.get('examId')) || undefined);
  const [locked] = useState(lockedByPerson);
  const [filters, setFilters] = useState<StatFilters>(locked);
  const [asking, setAsking] = useState(false);
  const parts = useQuery({
    queryKey: ['rows', mockScore.name, 'parts', examId ?? 0],
    enabled: examId !== undefined,
    queryFn: ({ signal }) =>
      send(mockMarkCalls.statParts, { query: { examId: examId ?? 0 }, signal, toast: false }),
  });
  const { categories = [] } = parts.data ?? {};
  const chosen = {
    ...filters,
    jointCategoryId: filters.jointCategoryId ?? (categories.length > 1 ? categories[0]?.id : undefined),
  };
  const found = useQuery({
    queryKey: ['rows', mockScore.name, 'statistics', examId ?? 0, chosen],
    enabled: categories.length > 0,
    queryFn: ({ signal }) =>
      send(mockMarkCalls.scoreStat, {
        query: { examId: examId ?? 0, ...given(chosen) },
        signal,
        toast: false,
      }),
  });
  const error = parts.error ?? found.error;

  const exportAll = async () => {
    if (examId === undefined) return;
    setAsking(true);
    await unlessRefused(async () => {
      // The file has every session and, unless one was chosen by hand, every category.
      const { infoId: _, ...narrowed } = filters;
      await send(mockFileCalls.exportScoreStat, { body: { examId, ...given(narrowed) } });
      notice.success(t('runStarted'));
      jobStarted();
    }).finally(() => setAsking(false));
  };

  return (
    <FieldServicesProvider>
      <PageHeading />
      <section className={styles.page}>
        <div className={styles.choose}>
          <label htmlFor={`${id}-exam`}>{mockScore.fields.examId.label[language]}</label>
          <RowPicker
            id={`${id}-exam`}
            dataset={mockExam}
            multiple={false}
            values={examId === undefined ? [] : [examId]}
            names={new Map()}
            where={{}}
            placeholder={t('stat.chooseExam')}
            disabled={false}
            required
            onChange={([next]) => {
              choose(next);
              setFilters(locked);
            }}
          />
          {parts.data && <Filters parts={parts.data} chosen={chosen} locked={locked} onChange={setFilters} />}
        </div>
        {found.data && can(mockFileCalls.exportScoreStat.may) && (
          <Button
            className={styles.export ?? ''}
            icon={<DownloadOutlined aria-hidden />}
            loading={asking}
            onClick={() => void exportAll()}
          >
            {t('stat.export')}
          </Button>
        )}
        {none && <NoExam />}
        {parts.data && categories.length === 0 && (
          <EmptyState title={t('stat.empty')} hint={t('stat.emptyHint')}>
            {can(mockMarkCalls.saveMarks.may) && (
              <PageLink to={listAddress(mockScore, { examId: Number(examId) })}>{t('marks.enter')}</PageLink>
            )}
          </EmptyState>
        )}
        {error && <Alert type="error" showIcon title={error.message} />}
        {(parts.isLoading || found.isLoading) && <Skeleton active />}
        {examId !== undefined && found.data && (
          <ScoreFigures
            examId={examId}
            told={found.data}
            onAll={filters === locked ? undefined : () => setFilters(locked)}
          />
        )}
      </section>
    </FieldServicesProvider>
  );
}
