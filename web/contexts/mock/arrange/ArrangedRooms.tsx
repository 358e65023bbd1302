import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { type ArrangedRooms as Arranged, mockCalls } from '@yikao/model/contexts/mock/calls/mock.calls.ts';
import { mockPrintCalls } from '@yikao/model/contexts/mock/calls/mock-print.calls.ts';
import { Skeleton, Table, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import { pageAddress } from '../../../engine/link/page-address.ts';
import { can } from '../../../engine/session/session.ts';
import { ToneTag } from '../../../fields/parts/CodeTag.tsx';
import { SeatMap } from '../seats/SeatMap.tsx';
import styles from './ArrangedRooms.module.css';

const { arrange } = registry;

type Room = Arranged['rooms'][number];

/**
 * An arrangement room by room: occupancy, neighbours from one agency, the seats of the chosen room, which can be
 * swapped while the arrangement is not locked, and the print pages.
 */
export function ArrangedRooms({
  arrangeId,
  examId,
}: {
  readonly arrangeId: number;
  readonly examId: number | null | undefined;
}) {
  const { t } = useTranslation('mock');
  const nameOf = useRoomName();
  const [chosen, setChosen] = useState<number>();
  const { data } = useQuery({
    queryKey: ['rows', arrange.name, 'rooms', arrangeId],
    queryFn: ({ signal }) => send(mockCalls.arrangedRooms, { query: { arrangeId }, signal, toast: false }),
  });
  if (!data) return <Skeleton active />;
  const { rooms, conflicts } = data;
  // A room with conflicts comes first.
  const roomId = chosen ?? (rooms.find(room => room.conflictNum > 0) ?? rooms[0])?.roomId;
  const room = rooms.find(one => one.roomId === roomId);
  return (
    <div className={styles.result}>
      <RoomList examId={examId} rooms={rooms} roomId={roomId} onChoose={setChosen} />
      <Conflicts of={data} onChoose={setChosen} />
      {conflicts.length === 0 && rooms.length > 0 && <p className={styles.note}>{t('rooms.noConflict')}</p>}
      {room && can(mockCalls.roomGrid.may) && (
        <section>
          <h2>{t('rooms.mapOf', { room: nameOf(room) })}</h2>
          <SeatMap key={room.roomId} roomId={room.roomId} />
        </section>
      )}
    </div>
  );
}

/** Returns a room's displayed name: its number, and its name if set. */
function useRoomName() {
  const { t } = useTranslation('mock');
  return ({ roomNo, roomName }: Room) =>
    [t('rooms.numbered', { no: roomNo }), roomName].filter(Boolean).join(' ');
}

interface RoomListProps {
  readonly examId: number | null | undefined;
  readonly rooms: readonly Room[];
  readonly roomId: number | undefined;
  readonly onChoose: (roomId: number) => void;
}

/** The rooms with their people; a room's button shows its seats. */
function RoomList({ examId, rooms, roomId, onChoose }: RoomListProps) {
  const { t } = useTranslation('mock');
  const nameOf = useRoomName();
  const prints = can(mockPrintCalls.data.may);
  const columns: TableColumnsType<Room> = [
    {
      title: t('rooms.room'),
      render: (_, room) => (
        <button
          type="button"
          className={styles.choose}
          aria-pressed={room.roomId === roomId}
          onClick={() => onChoose(room.roomId)}
        >
          {nameOf(room)}
        </button>
      ),
    },
    { title: t('rooms.category'), dataIndex: 'categoryNames' },
    {
      title: t('rooms.taken'),
      align: 'right',
      render: (_, { usedNum, capacity }) => `${usedNum} / ${capacity}`,
    },
    {
      title: t('rooms.conflicts'),
      align: 'right',
      render: (_, { conflictNum }) =>
        conflictNum === 0 ? '0' : <ToneTag tone="look" text={String(conflictNum)} />,
    },
    ...(prints
      ? [
          {
            title: t('rooms.print'),
            render: (_: unknown, room: Room) => (
              <span className={styles.prints}>
                {(['roomSeat', 'roomSeatZnz'] as const).map(page => (
                  <a
                    key={page}
                    href={pageAddress(`/${page}`, { examId, roomId: room.roomId })}
                    target="_blank"
                    rel="noreferrer"
                  >
                    {t(`rooms.${page}`)}
                  </a>
                ))}
              </span>
            ),
          },
        ]
      : []),
  ];
  return (
    <Table
      size="small"
      rowKey="roomId"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={[...rooms]}
      columns={columns}
      rowClassName={room => (room.roomId === roomId ? (styles.chosen ?? '') : '')}
    />
  );
}

/** The neighbours from one agency, each with a link to the room. */
function Conflicts({ of, onChoose }: { readonly of: Arranged; readonly onChoose: (roomId: number) => void }) {
  const { t } = useTranslation('mock');
  const nameOf = useRoomName();
  if (of.conflicts.length === 0) return null;
  const roomOf = new Map(of.rooms.map(room => [room.roomId, nameOf(room)]));
  return (
    <section className={styles.conflicts}>
      <h2>{t('rooms.conflictList', { count: of.conflicts.length })}</h2>
      <ul>
        {of.conflicts.map(({ roomId, seatNo, studentName, agentName, beside }) => (
          <li key={`${roomId}-${seatNo}`}>
            <button type="button" className={styles.choose} onClick={() => onChoose(roomId)}>
              {t('rooms.conflict', {
                ...{ room: roomOf.get(roomId), seat: seatNo, studentName, agentName },
                beside: beside
                  .map(one => t('rooms.beside', { seat: one.seatNo, name: one.studentName }))
                  .join(t('rooms.and')),
              })}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
