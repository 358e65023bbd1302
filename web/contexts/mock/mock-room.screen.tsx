import { AppstoreAddOutlined } from '@ant-design/icons';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { mockCalls } from '@yikao/model/contexts/mock/calls/mock.calls.ts';
import { mockPrintCalls } from '@yikao/model/contexts/mock/calls/mock-print.calls.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openPage, pageAddress } from '../../engine/link/page-address.ts';
import type { RowAction } from '../../engine/row/RowActions.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import type { RowTab } from '../../engine/screen/screen-parts.ts';
import { RoomsDialog } from './mock-room/RoomsDialog.tsx';
import { SeatMap } from './seats/SeatMap.tsx';

const { mockRoom } = registry;

/** Rooms (domain H9, 10): several are added at once, and each has the map of its seats. */
export default function MockRoomPage() {
  const { t } = useTranslation('mock');
  const [asking, setAsking] = useState(false);
  const tabs = useMemo<RowTab<typeof mockRoom>[]>(
    () => [
      {
        key: 'map',
        may: mockCalls.roomGrid.may,
        label: t('map.title'),
        render: ({ roomId }) => <SeatMap roomId={roomId} />,
      },
    ],
    [t],
  );
  const actions = useMemo<RowAction<typeof mockRoom>[]>(
    () => [
      {
        key: 'print',
        may: mockPrintCalls.data.may,
        label: t('printRoom'),
        fits: ({ usedNum }) => Number(usedNum) > 0,
        act: ({ examId, roomId }) => openPage(pageAddress('/roomSeat', { examId, roomId })),
      },
    ],
    [t],
  );
  return (
    <DatasetScreen
      dataset={mockRoom}
      rowActions={actions}
      drawerTabs={tabs}
      extra={list => [
        {
          key: 'rooms',
          may: mockCalls.addRooms.may,
          label: t('rooms.add'),
          icon: <AppstoreAddOutlined aria-hidden />,
          act: () => setAsking(true),
          dialog: asking && <RoomsDialog list={list} onClose={() => setAsking(false)} />,
        },
      ]}
    />
  );
}
