import { ExperimentOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { examCalls } from '@yikao/model/contexts/exam/exam.calls.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../engine/boundary/lazy-dialog.tsx';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import { type Place, placeOfFilters } from './parts/ExamSubjectPicker.tsx';

const { examPaper } = registry;

const DrawDialog = lazyDialog(() => import('./exam-paper/DrawDialog.tsx'), 'DrawDialog');
const PaperDialog = lazyDialog(() => import('./exam-paper/PaperDialog.tsx'), 'PaperDialog');

/** Papers (domain I4, 10): drawn from the bank, looked at as candidates see them, questions replaced. */
export default function ExamPaperPage() {
  const { t } = useTranslation('exam');
  const [drawing, setDrawing] = useState<Place>();
  const [shown, setShown] = useState<number>();
  const actions = useMemo<RowAction<typeof examPaper>[]>(
    () => [
      {
        key: 'preview',
        label: t('paper.preview'),
        lead: true,
        act: ({ paperId }) => setShown(paperId),
      },
    ],
    [t],
  );
  return (
    <>
      <DatasetScreen
        dataset={examPaper}
        rowActions={actions}
        drawerActions={actions}
        extra={list => [
          {
            key: 'draw',
            may: examCalls.draw.may,
            label: t('draw.button'),
            icon: <ExperimentOutlined aria-hidden />,
            act: () => setDrawing(placeOfFilters(list.filters)),
          },
        ]}
      />
      {drawing && (
        <DrawDialog
          place={drawing}
          onDrawn={paperId => {
            setDrawing(undefined);
            setShown(paperId);
          }}
          onClose={() => setDrawing(undefined)}
        />
      )}
      {shown !== undefined && <PaperDialog paperId={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
