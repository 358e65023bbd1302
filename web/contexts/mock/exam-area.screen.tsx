import { useQueryClient } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { mockCalls } from '@yikao/model/contexts/mock/calls/mock.calls.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../engine/api/api-error.ts';
import { notice } from '../../engine/api/notice.ts';
import { send } from '../../engine/api/send.ts';
import { useQuestions } from '../../engine/boundary/questions.ts';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';

const { arrange, examArea, mockRoom, seat } = registry;

/** The areas of exams (domain H4): seats are arranged area by area, so each row has it done. */
export default function ExamAreaPage() {
  const { t } = useTranslation('mock');
  const modal = useQuestions();
  const client = useQueryClient();

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
              try {
                const told = await send(mockCalls.arrange, { body: { examId, areaId } });
                notice.success(t('arranged', { ...told }));
              } catch (error) {
                if (!(error instanceof ApiError)) throw error; // shown as a toast already
              }
              await Promise.all(
                [arrange, seat, mockRoom, examArea].map(({ name }) =>
                  client.invalidateQueries({ queryKey: ['rows', name] }),
                ),
              );
            },
          }),
      },
    ],
    [client, modal, t],
  );

  return <DatasetScreen dataset={examArea} rowActions={actions} />;
}
