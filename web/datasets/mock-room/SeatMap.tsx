import { useQuery } from '@tanstack/react-query';
import { mockCalls } from '@yikao/model/calls/mock.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../engine/api/send.ts';
import styles from './SeatMap.module.css';

/** The seats of a room as they stand, the front above and the door on the left: who sits where, what is free or out of use. */
export function SeatMap({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation('mock');
  const { data } = useQuery({
    queryKey: ['rows', registry.seat.name, 'room', roomId],
    queryFn: ({ signal }) => send(mockCalls.roomGrid, { query: { roomId }, signal, toast: false }),
  });
  if (!data) return <Skeleton active />;
  return (
    <div className={styles.room}>
      <div className={styles.front}>
        <span>{t('map.door')}</span>
        <b>{t('map.front')}</b>
      </div>
      <ol
        className={styles.seats}
        style={{ gridTemplateColumns: `repeat(${data.columns}, minmax(84px, 1fr))` }}
      >
        {data.seats.map(({ rowNo, colNo, seatNo, studentName, agentName, conflictFlag }) => {
          const who = studentName ?? (seatNo === null ? t('map.out') : t('map.free'));
          return (
            <li
              key={`${rowNo}-${colNo}`}
              className={styles.seat}
              style={{ gridRow: rowNo, gridColumn: colNo }}
              data-state={
                studentName ? (conflictFlag === 1 ? 'conflict' : 'taken') : seatNo === null ? 'out' : 'free'
              }
              aria-label={t('map.of', { row: rowNo, column: colNo, who })}
            >
              <small>{seatNo ?? ''}</small>
              <span>{who}</span>
              {agentName && <small>{agentName}</small>}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
