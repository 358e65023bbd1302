import { useQuery, useQueryClient } from '@tanstack/react-query';
import { mockCalls, type RoomGrid } from '@yikao/model/calls/mock.ts';
import { registry } from '@yikao/model/datasets/index.ts';
import { permissionCode } from '@yikao/model/permissions.ts';
import { placeKey, placesText, readPlaces } from '@yikao/model/rules/mock/room-layout.ts';
import { Button, Skeleton } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../engine/api/api-error.ts';
import { notice } from '../../engine/api/notice.ts';
import { send } from '../../engine/api/send.ts';
import { readRow, updateRow } from '../../engine/calls/dataset-calls.ts';
import { can } from '../../engine/session/session.ts';
import styles from './SeatMap.module.css';

const { mockRoom, mockStudent, seat, arrange } = registry;

type Place = RoomGrid['seats'][number];

/** How the arrow keys move over the places of a room. */
const moves: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const keyOf = ({ rowNo, colNo }: Place) => placeKey({ row: rowNo, column: colNo });

/**
 * The seats of a room as they stand, the front above and the door on the left: who sits where, what is free or out of use.
 * Whoever may arrange gives a candidate another seat by drawing one place onto another, or by choosing the two with mouse
 * or keyboard; in a room where nobody sits, whoever may edit it takes places out of use and back.
 */
export function SeatMap({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation(['mock', 'common']);
  const client = useQueryClient();
  const room = useRef<HTMLOListElement>(null);
  const [picked, setPicked] = useState<Place>();
  const [focused, setFocused] = useState<string>();
  const [out, setOut] = useState<ReadonlySet<string>>();
  const [busy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: ['rows', seat.name, 'room', roomId],
    queryFn: ({ signal }) => send(mockCalls.roomGrid, { query: { roomId }, signal, toast: false }),
  });
  if (!data) return <Skeleton active />;

  const empty = data.seats.every(({ studentId }) => studentId === null);
  const mayMove = can(mockCalls.adjust.may) && !empty;
  const mayClose = can(permissionCode(mockRoom, 'update')) && empty;

  /** Makes a change, and has everything read again that shows seats. */
  const change = async (make: () => Promise<string>) => {
    setBusy(true);
    try {
      notice.success(await make());
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notice.error(error.message);
      return false;
    } finally {
      await Promise.all(
        [seat, mockRoom, mockStudent, arrange].flatMap(({ name }) =>
          ['rows', 'row'].map(kind => client.invalidateQueries({ queryKey: [kind, name] })),
        ),
      );
      setBusy(false);
    }
  };

  const move = async (from: Place, to: Place) => {
    setPicked(undefined);
    const { studentId, studentName } = from;
    const { seatNo } = to;
    if (studentId === null || seatNo === null || keyOf(from) === keyOf(to)) return;
    await change(async () => {
      const { swapped } = await send(mockCalls.adjust, {
        body: { studentId, roomId, seatNo },
        toast: false,
      });
      return swapped
        ? t('map.swapped', { one: studentName, other: to.studentName })
        : t('map.moved', { name: studentName, seat: seatNo });
    });
  };

  const choose = (place: Place) => {
    if (out) {
      const key = keyOf(place);
      const next = new Set(out);
      if (!next.delete(key)) next.add(key);
      setOut(next);
    } else if (picked) void move(picked, place);
    else if (mayMove && place.studentId !== null) setPicked(place);
  };

  const saveOut = async () => {
    if (!out) return;
    const saved = await change(async () => {
      const { version } = await readRow(mockRoom, roomId);
      const places = [...out].flatMap(key => readPlaces(key) ?? []);
      await updateRow(mockRoom, { roomId, version, disabledSeats: placesText(places) || null });
      return t('map.saved', { count: places.length });
    });
    if (saved) setOut(undefined);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>, place: Place) => {
    if (event.key === 'Escape' && (picked || out)) {
      event.stopPropagation();
      setPicked(undefined);
      setOut(undefined);
      return;
    }
    const step = moves[event.key];
    if (!step) return;
    event.preventDefault();
    const [rows, columns] = step;
    const key = placeKey({ row: place.rowNo + rows, column: place.colNo + columns });
    if (!data.seats.some(one => keyOf(one) === key)) return;
    setFocused(key);
    room.current?.querySelector<HTMLElement>(`[data-place="${key}"]`)?.focus();
  };

  const entry = focused ?? (data.seats[0] && keyOf(data.seats[0]));
  return (
    <div className={styles.room}>
      {(mayMove || mayClose) && (
        <div className={styles.tools}>
          <p role="status">
            {out
              ? t('map.outHint', { count: out.size })
              : picked
                ? t('map.pickedHint', { name: picked.studentName })
                : mayMove
                  ? t('map.moveHint')
                  : t('map.emptyHint')}
          </p>
          {out ? (
            <>
              <Button onClick={() => setOut(undefined)}>{t('common:cancel')}</Button>
              <Button type="primary" loading={busy} onClick={() => void saveOut()}>
                {t('map.save')}
              </Button>
            </>
          ) : (
            mayClose && (
              <Button
                onClick={() => setOut(new Set(data.seats.filter(({ seatNo }) => seatNo === null).map(keyOf)))}
              >
                {t('map.edit')}
              </Button>
            )
          )}
        </div>
      )}
      <div className={styles.front}>
        <span>{t('map.door')}</span>
        <b>{t('map.front')}</b>
      </div>
      <ol
        ref={room}
        className={styles.seats}
        style={{ gridTemplateColumns: `repeat(${data.columns}, minmax(84px, 1fr))` }}
        aria-busy={busy}
      >
        {data.seats.map(place => {
          const { rowNo, colNo, seatNo, studentId, studentName, agentName, conflictFlag } = place;
          const key = keyOf(place);
          const closed = out ? out.has(key) : seatNo === null;
          const who = studentName ?? (closed ? t('map.out') : t('map.free'));
          const state = studentName ? (conflictFlag === 1 ? 'conflict' : 'taken') : closed ? 'out' : 'free';
          const name = t('map.of', { row: rowNo, column: colNo, who });
          const content = (
            <>
              <small>{closed ? '' : (seatNo ?? '')}</small>
              <span>{who}</span>
              {agentName && <small>{agentName}</small>}
            </>
          );
          const at = { gridRow: rowNo, gridColumn: colNo };
          if (!mayMove && !out) {
            return (
              <li key={key} className={styles.seat} style={at} data-state={state} aria-label={name}>
                {content}
              </li>
            );
          }
          return (
            <li key={key} style={at} aria-label={name}>
              <button
                type="button"
                className={styles.seat}
                data-state={state}
                data-place={key}
                aria-pressed={out ? closed : picked !== undefined && keyOf(picked) === key}
                disabled={busy}
                tabIndex={key === entry ? 0 : -1}
                draggable={mayMove && studentId !== null}
                onFocus={() => setFocused(key)}
                onClick={() => choose(place)}
                onKeyDown={event => onKeyDown(event, place)}
                onDragStart={event => {
                  event.dataTransfer.effectAllowed = 'move';
                  setPicked(place);
                }}
                onDragEnd={() => setPicked(undefined)}
                onDragOver={event => {
                  if (picked && seatNo !== null) event.preventDefault();
                }}
                onDrop={event => {
                  event.preventDefault();
                  if (picked) void move(picked, place);
                }}
              >
                <span className={styles.at}>{t('map.at', { row: rowNo, column: colNo })}</span>
                {content}
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
