import { DownloadOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { mockFileCalls } from '@yikao/model/calls/mock-files.ts';
import { mockMarkCalls } from '@yikao/model/calls/mock-marks.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { Alert, Button, Empty, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { FieldServicesProvider } from '../../../engine/field-services.tsx';
import { can } from '../../../engine/session/session.ts';
import { RowPicker } from '../../../fields/parts/RowPicker.tsx';
import { useLanguage } from '../../../i18n/i18n.ts';
import { Figures } from './Figures.tsx';
import { Filters, type StatFilters } from './Filters.tsx';
import styles from './Page.module.css';

const { mockExam, mockScore } = registry;

/** Those of the filters that are set. */
function given(filters: StatFilters) {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof StatFilters]?: number;
  };
}

/**
 * Statistics of the marks of a mock exam, session by session or in all, of whom the filters leave (domain H15, 4.5).
 */
export default function ScoreStatPage() {
  const { t } = useTranslation('mock');
  const client = useQueryClient();
  const language = useLanguage();
  const id = useId();
  // A link may name the exam.
  const [examId, setExamId] = useState(
    () => Number(new URLSearchParams(window.location.search).get('examId')) || undefined,
  );
  const [filters, setFilters] = useState<StatFilters>({});
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
    try {
      // The file has every session and, unless one was chosen by hand, every category.
      const { infoId: _, ...narrowed } = filters;
      await send(mockFileCalls.exportScoreStat, { body: { examId, ...given(narrowed) } });
      notice.success(t('runStarted'));
      void client.invalidateQueries({ queryKey: ['jobs'] });
    } catch {
      // The call itself has told why.
    } finally {
      setAsking(false);
    }
  };

  return (
    <FieldServicesProvider>
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
              setExamId(next);
              setFilters({});
            }}
          />
          {parts.data && <Filters parts={parts.data} chosen={chosen} onChange={setFilters} />}
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
        {examId === undefined && <Empty description={t('stat.chooseExam')} />}
        {parts.data && categories.length === 0 && <Empty description={t('stat.empty')} />}
        {error && <Alert type="error" showIcon title={error.message} />}
        {(parts.isLoading || found.isLoading) && <Skeleton active />}
        {examId !== undefined && found.data && <Figures examId={examId} told={found.data} />}
      </section>
    </FieldServicesProvider>
  );
}
