import { registry } from '@yikao/model/contexts/datasets.ts';
import { mockCalls } from '@yikao/model/contexts/mock/calls/mock.calls.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../../engine/api/notice.ts';
import { send } from '../../engine/api/send.ts';
import { unlessRefused } from '../../engine/api/unless-refused.ts';
import { useQuestions } from '../../engine/boundary/questions.ts';
import { refreshRows } from '../../engine/calls/refresh-rows.ts';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';

const { arrange, examArea, mockRoom, seat } = registry;

/** The areas of exams (domain H4): seats are arranged area by area, so each row has it done. */
export default function ExamAreaPage() {
  const { t } = useTranslation('mock');
  const modal = useQuestions();

  const actions = useMemo<RowAction<typeof examArea>[]>(
    () => [
      {
        key: 'arrange',
        may: mockCalls.arrange.may,
        label: t('arrange'),
        lead: true,
        act: ({ examId, areaId, areaName }) =>
          modal.confirm({
            title: t('arrangeAsk', { name: areaName }),
            onOk: async () => {
              await unlessRefused(async () => {
                const told = await send(mockCalls.arrange, { body: { examId, areaId } });
                notice.success(t('arranged', { ...told }));
              });
              await refreshRows(arrange, seat, mockRoom, examArea);
            },
          }),
      },
    ],
    [modal, t],
  );

  return <DatasetScreen dataset={examArea} rowActions={actions} />;
}
