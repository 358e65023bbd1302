import { PrinterOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { mockPrintCalls } from '@yikao/model/contexts/mock/calls/mock-print.calls.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { openPage, pageAddress } from '../../engine/link/page-address.ts';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { BulkAction } from '../../engine/screen/screen-parts.ts';
import { readSession } from '../../engine/session/session.ts';

const { ticket } = registry;

/** Filters of the list that print pages also support. */
const printable = ['examId', 'areaId', 'agentId', 'changedFlag'] as const;

/** Agencies print tickets once they are out; the staff print them before to check them (domain H13). */
function hasUnreleased(rows: readonly { readonly releaseFlag?: unknown }[]): boolean {
  return typeof readSession()?.agentId === 'number' && rows.some(({ releaseFlag }) => releaseFlag === 0);
}

/** Tickets (domain H12, 10): selected ones are printed on the page of their exam. */
export default function TicketPage() {
  const { t } = useTranslation('mock');
  const actions = useMemo<BulkAction<typeof ticket>[]>(
    () => [
      {
        key: 'print',
        may: mockPrintCalls.data.may,
        label: t('print'),
        against: ({ rows, keys }) => [
          ...(new Set(rows.map(({ examId }) => examId)).size > 1 ? [t('printOneExam')] : []),
          ...(hasUnreleased(rows) ? [t('printUnreleased')] : []),
          ...(keys.length > rows.length ? [t('printThisPage')] : []),
        ],
        act: ({ rows }) => {
          const [first] = rows;
          if (!first) return;
          const studentIds = rows.map(({ studentId }) => studentId).join(',');
          // In a new tab, so that the list stays open during printing.
          openPage(pageAddress('/print', { examId: first.examId, studentIds }));
        },
      },
    ],
    [t],
  );
  return (
    <DatasetScreen
      dataset={ticket}
      bulkActions={actions}
      extra={({ filters, rows }) => [
        {
          key: 'print',
          may: mockPrintCalls.data.may,
          label: t('printFiltered'),
          icon: <PrinterOutlined aria-hidden />,
          against: !filters.examId?.[0]
            ? [t('printChooseExam')]
            : rows.length === 0
              ? [t('printNothing')]
              : hasUnreleased(rows)
                ? [t('printUnreleased')]
                : [],
          act: () =>
            openPage(
              pageAddress('/print', Object.fromEntries(printable.map(name => [name, filters[name]?.[0]]))),
            ),
        },
      ]}
    />
  );
}
