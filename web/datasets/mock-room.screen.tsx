import { AppstoreAddOutlined } from '@ant-design/icons';
import { mockCalls } from '@yikao/model/calls/mock.ts';
import { mockPrintCalls } from '@yikao/model/calls/mock-print.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DatasetScreen } from '../engine/dataset/DatasetScreen.tsx';
import type { RowAction } from '../engine/dataset/RowActions.tsx';
import type { RowTab } from '../engine/dataset/screen-parts.ts';
import { can } from '../engine/session/session.ts';
import { RoomsDialog } from './mock-room/RoomsDialog.tsx';
import { SeatMap } from './mock-room/SeatMap.tsx';

const { mockRoom } = registry;

/** Rooms (domain H9, 10): several are added at once, and each has the map of its seats. */
export default function MockRoomPage() {
  const { t } = useTranslation('mock');
  const [asking, setAsking] = useState(false);
  const tabs = useMemo<RowTab<typeof mockRoom>[]>(
    () =>
      can(mockCalls.roomGrid.may)
        ? [{ key: 'map', label: t('map.title'), render: ({ roomId }) => <SeatMap roomId={roomId} /> }]
        : [],
    [t],
  );
  const actions = useMemo<RowAction<typeof mockRoom>[]>(
    () =>
      can(mockPrintCalls.data.may)
        ? [
            {
              key: 'print',
              label: t('printRoom'),
              fits: ({ usedNum }) => Number(usedNum) > 0,
              act: ({ examId, roomId }) => void window.open(`/roomSeat?examId=${examId}&roomId=${roomId}`),
            },
          ]
        : [],
    [t],
  );
  return (
    <DatasetScreen
      dataset={mockRoom}
      rowActions={actions}
      drawerTabs={tabs}
      extra={list =>
        can(mockCalls.addRooms.may)
          ? [
              {
                key: 'rooms',
                label: t('rooms.add'),
                icon: <AppstoreAddOutlined aria-hidden />,
                act: () => setAsking(true),
                dialog: asking && <RoomsDialog list={list} onClose={() => setAsking(false)} />,
              },
            ]
          : []
      }
    />
  );
}
