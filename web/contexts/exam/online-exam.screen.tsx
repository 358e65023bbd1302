import { registry } from '@yikao/model/contexts/datasets.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { RowTab } from '../../engine/screen/screen-parts.ts';
import { ExamProgress } from './online-exam/ExamProgress.tsx';

const { onlineExam } = registry;

/** Steps whose dialog shows how far the exam is. */
const looked: readonly string[] = ['open', 'judge', 'publish'];

/** Online exams (domain I1): with their progress, from the subjects to the last mark. */
export default function OnlineExamPage() {
  const { t } = useTranslation('exam');
  const tabs = useMemo<RowTab<typeof onlineExam>[]>(
    () => [
      { key: 'progress', label: t('progress.tab'), render: ({ examId }) => <ExamProgress examId={examId} /> },
    ],
    [t],
  );
  return (
    <DatasetScreen
      dataset={onlineExam}
      drawerTabs={tabs}
      stepExtra={(step, { examId }) =>
        looked.includes(step.name) ? <ExamProgress examId={examId} brief /> : null
      }
    />
  );
}
