import { EditOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { mockAnalysisCalls } from '@yikao/model/contexts/mock/calls/mock-analysis.calls.ts';
import { mockMarkCalls } from '@yikao/model/contexts/mock/calls/mock-marks.calls.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldServicesProvider } from '../../engine/field-services.tsx';
import { openPage, pageAddress } from '../../engine/link/page-address.ts';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import { MarkEntry } from './mock-score/MarkEntry.tsx';

/** Marks of mock exams (domain H14, 10), entered in a grid of pupils and sessions. */
export default function MockScorePage() {
  const { t } = useTranslation('mock');
  const [entering, setEntering] = useState(false);
  const analyse = useMemo<RowAction<typeof registry.mockScore>>(
    () => ({
      key: 'analyse',
      label: t('analysis.open'),
      may: mockAnalysisCalls.analyse.may,
      act: ({ examId, studentId }) => openPage(pageAddress('/scoreAnalyse', { examId, studentId })),
    }),
    [t],
  );
  return (
    <DatasetScreen
      dataset={registry.mockScore}
      rowActions={[analyse]}
      extra={list => [
        {
          key: 'enter',
          may: mockMarkCalls.saveMarks.may,
          label: t('marks.enter'),
          icon: <EditOutlined aria-hidden />,
          act: () => setEntering(true),
          dialog: entering && (
            <FieldServicesProvider>
              <MarkEntry
                examId={Number(list.filters.examId?.[0]) || undefined}
                onClose={() => {
                  setEntering(false);
                  list.refresh();
                }}
              />
            </FieldServicesProvider>
          ),
        },
      ]}
    />
  );
}
