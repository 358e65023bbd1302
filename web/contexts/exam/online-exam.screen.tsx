import { registry } from '@yikao/model/contexts/datasets.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { RowTab } from '../../engine/screen/screen-parts.ts';
import { ExamProgress } from './online-exam/ExamProgress.tsx';
import { ResultChanges } from './online-exam/ResultChanges.tsx';

const { onlineExam } = registry;

/** Figures that a person looks at before a step, in its dialog. */
const before: Readonly<Record<string, 'papers' | 'marking'>> = {
  open: 'papers',
  judge: 'marking',
  publish: 'marking',
};

/** Steps that change results, in whose dialogs the changes are listed. */
const withChanges = new Set(['judge', 'publish']);

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
        before[step.name] ? (
          <>
            <ExamProgress examId={examId} only={before[step.name]} />
            {withChanges.has(step.name) && <ResultChanges examId={examId} />}
          </>
        ) : null
      }
    />
  );
}
