import { DeploymentUnitOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { mockCalls } from '@yikao/model/contexts/mock/calls/mock.calls.ts';
import { mockPrintCalls } from '@yikao/model/contexts/mock/calls/mock-print.calls.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openPage, pageAddress } from '../../engine/link/page-address.ts';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { RowTab } from '../../engine/screen/screen-parts.ts';
import type { CellProps } from '../../fields/field-view.ts';
import { ToneTag } from '../../fields/parts/CodeTag.tsx';
import { ArrangeDialog } from './arrange/ArrangeDialog.tsx';
import { ArrangedRooms } from './arrange/ArrangedRooms.tsx';

const { arrange } = registry;

/** State of an arrangement whose seats were released. */
const cancelled = 3;

/** Neighbours from one agency: zero is plain, any other number is highlighted. */
const overrides = {
  cells: {
    conflictNum: ({ value }: CellProps) =>
      Number(value) > 0 ? <ToneTag tone="look" text={String(value)} /> : String(value ?? ''),
  },
};

/** Seating arrangements (domain H10, 10): each with its rooms, their seats and print pages. */
export default function ArrangePage() {
  const { t } = useTranslation('mock');
  const [asking, setAsking] = useState(false);
  const tabs = useMemo<RowTab<typeof arrange>[]>(
    () => [
      {
        key: 'rooms',
        label: t('rooms.result'),
        fits: ({ arrangeStatus }) => arrangeStatus !== cancelled,
        render: ({ arrangeId, examId }) => <ArrangedRooms arrangeId={arrangeId} examId={examId} />,
      },
    ],
    [t],
  );
  const actions = useMemo<RowAction<typeof arrange>[]>(() => {
    type Row = Parameters<RowAction<typeof arrange>['act']>[0];
    const open = (page: '/roomSeat' | '/roomSeatZnz', { examId, areaId }: Row) =>
      openPage(pageAddress(page, { examId, areaId }));
    const fits = ({ arrangeStatus }: { readonly arrangeStatus?: unknown }) => arrangeStatus !== cancelled;
    return [
      {
        key: 'roomSeat',
        may: mockPrintCalls.data.may,
        label: t('printRoom'),
        fits,
        act: row => open('/roomSeat', row),
      },
      {
        key: 'roomSeatZnz',
        may: mockPrintCalls.data.may,
        label: t('rooms.roomSeatZnz'),
        fits,
        act: row => open('/roomSeatZnz', row),
      },
    ];
  }, [t]);
  return (
    <DatasetScreen
      dataset={arrange}
      overrides={overrides}
      rowActions={actions}
      drawerTabs={tabs}
      extra={list => [
        {
          key: 'arrange',
          may: mockCalls.arrange.may,
          begins: true,
          label: t('arrange'),
          icon: <DeploymentUnitOutlined aria-hidden />,
          act: () => setAsking(true),
          dialog: asking && <ArrangeDialog list={list} onClose={() => setAsking(false)} />,
        },
      ]}
    />
  );
}
