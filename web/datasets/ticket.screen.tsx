import { PrinterOutlined } from '@ant-design/icons';
import { mockPrintCalls } from '@yikao/model/calls/mock-print.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { notice } from '../engine/api/notice.ts';
import { DatasetScreen } from '../engine/dataset/DatasetScreen.tsx';
import type { BulkAction } from '../engine/dataset/screen-parts.ts';
import { can } from '../engine/session/session.ts';

const { ticket } = registry;

/** Filters of the list that a print page knows, too. */
const printable = ['examId', 'areaId', 'agentId'] as const;

/** Tickets (domain H12, 10): those selected are printed on the page of their exam. */
export default function TicketPage() {
  const { t } = useTranslation('mock');
  const actions = useMemo<BulkAction<typeof ticket>[]>(
    () =>
      can(mockPrintCalls.data.may)
        ? [
            {
              key: 'print',
              label: t('print'),
              against: ({ rows, keys }) => [
                ...(new Set(rows.map(({ examId }) => examId)).size > 1 ? [t('printOneExam')] : []),
                ...(keys.length > rows.length ? [t('printThisPage')] : []),
              ],
              act: ({ rows }) => {
                const [first] = rows;
                if (!first) return;
                const studentIds = rows.map(({ studentId }) => studentId).join(',');
                // A tab of its own, so that the list stays where it is while somebody prints.
                window.open(`/print?examId=${first.examId}&studentIds=${studentIds}`);
              },
            },
          ]
        : [],
    [t],
  );
  return (
    <DatasetScreen
      dataset={ticket}
      bulkActions={actions}
      extra={({ filters }) =>
        can(mockPrintCalls.data.may)
          ? [
              {
                key: 'print',
                label: t('printFiltered'),
                icon: <PrinterOutlined aria-hidden />,
                act: () => {
                  const asked = printable.flatMap(name =>
                    filters[name]?.[0] ? [`${name}=${filters[name][0]}`] : [],
                  );
                  if (filters.examId?.[0]) window.open(`/print?${asked.join('&')}`);
                  else notice.warning(t('printChooseExam'));
                },
              },
            ]
          : []
      }
    />
  );
}
