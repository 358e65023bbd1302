import { useQuery } from '@tanstack/react-query';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { mockCalls, type RoomGrid } from '@yikao/model/contexts/mock/calls/mock.calls.ts';
import { placeKey } from '@yikao/model/rules/room-layout.ts';
import { Button, Skeleton } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../engine/api/send.ts';
import styles from './SeatMap.module.css';
import { keyOf, type Place, type SeatChanges, useSeatChanges } from './use-seat-changes.ts';

const { seat } = registry;

/** Movement of the arrow keys over the places of a room. */
const moves: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * The current seats of a room, with the front at the top and the door on the left: people, free and disabled places.
 * People who may arrange move a candidate by dragging one place onto another, or by choosing two with mouse or
 * keyboard; in an empty room, people who may edit it disable and enable places.
 */
export function SeatMap({ roomId }: { readonly roomId: number }) {
  const { data } = useQuery({
    queryKey: ['rows', seat.name, 'room', roomId],
    queryFn: ({ signal }) => send(mockCalls.roomGrid, { query: { roomId }, signal, toast: false }),
  });
  return data ? <Room roomId={roomId} grid={data} /> : <Skeleton active />;
}

function Room({ roomId, grid }: { readonly roomId: number; readonly grid: RoomGrid }) {
  const { t } = useTranslation('mock');
  const room = useRef<HTMLOListElement>(null);
  const [focused, setFocused] = useState<string>();
  const changes = useSeatChanges(roomId, grid);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>, place: Place) => {
    if (event.key === 'Escape' && (changes.picked || changes.out)) {
      event.stopPropagation();
      changes.cancel();
      return;
    }
    const step = moves[event.key];
    if (!step) return;
    event.preventDefault();
    const [rows, columns] = step;
    const key = placeKey({ row: place.rowNo + rows, column: place.colNo + columns });
    if (!grid.seats.some(one => keyOf(one) === key)) return;
    setFocused(key);
    room.current?.querySelector<HTMLElement>(`[data-place="${key}"]`)?.focus();
  };

  const entry = focused ?? (grid.seats[0] && keyOf(grid.seats[0]));
  const beside = grid.seats.filter(isBesideItsOwn).length;
  return (
    <div className={styles.room}>
      <Tools of={changes} />
      {grid.locked && <p className={styles.beside}>{t('map.locked')}</p>}
      {beside > 0 && <p className={styles.beside}>{t('map.besideHint', { count: beside })}</p>}
      <div className={styles.front}>
        <span>{t('map.door')}</span>
        <b>{t('map.front')}</b>
      </div>
      <ol
        ref={room}
        className={styles.seats}
        style={{ gridTemplateColumns: `repeat(${grid.columns}, minmax(84px, 1fr))` }}
        aria-busy={changes.busy}
      >
        {grid.seats.map(place => (
          <Seat
            key={keyOf(place)}
            place={place}
            changes={changes}
            isEntry={keyOf(place) === entry}
            onFocus={() => setFocused(keyOf(place))}
            onKeyDown={event => onKeyDown(event, place)}
          />
        ))}
      </ol>
    </div>
  );
}

/** Reports whether the person in a place has a neighbour from the same agency. */
const isBesideItsOwn = ({ studentName, conflictFlag }: Place) => studentName !== null && conflictFlag === 1;

/** The tools for the seats, with instructions; nothing for readers. */
function Tools({ of: changes }: { readonly of: SeatChanges }) {
  const { t } = useTranslation(['mock', 'common']);
  const { out, picked, mayMove, mayClose } = changes;
  if (!mayMove && !mayClose) return null;
  return (
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
          <Button onClick={changes.cancel}>{t('common:cancel')}</Button>
          <Button type="primary" loading={changes.busy} onClick={() => void changes.saveOut()}>
            {t('map.save')}
          </Button>
        </>
      ) : (
        mayClose && <Button onClick={changes.editOut}>{t('map.edit')}</Button>
      )}
    </div>
  );
}

interface SeatProps {
  readonly place: Place;
  readonly changes: SeatChanges;
  /** The only place of the room in the Tab order. */
  readonly isEntry: boolean;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** One place: a button if it allows an action. */
function Seat({ place, changes, isEntry, onFocus, onKeyDown }: SeatProps) {
  const { t } = useTranslation('mock');
  const { picked, out, mayMove } = changes;
  const { rowNo, colNo, seatNo, studentId, studentName, agentName } = place;
  const key = keyOf(place);
  const closed = out ? out.has(key) : seatNo === null;
  const who = studentName ?? (closed ? t('map.out') : t('map.free'));
  const conflict = isBesideItsOwn(place);
  const state = studentName ? (conflict ? 'conflict' : 'taken') : closed ? 'out' : 'free';
  const told = conflict ? t('map.besideOf', { who }) : who;
  const spot = { row: rowNo, column: colNo };
  const name = t('map.of', { ...spot, who: told });
  const at = { gridRow: rowNo, gridColumn: colNo };
  const content = (
    <>
      <small>{closed ? '' : (seatNo ?? '')}</small>
      <span>{who}</span>
      {agentName && <small>{agentName}</small>}
    </>
  );
  if (!mayMove && !out) {
    return (
      <li className={styles.seat} style={at} data-state={state} aria-label={name}>
        {content}
      </li>
    );
  }
  return (
    <li style={at} aria-label={name}>
      <button
        type="button"
        className={styles.seat}
        data-state={state}
        data-place={key}
        aria-pressed={out ? closed : picked !== undefined && keyOf(picked) === key}
        disabled={changes.busy}
        tabIndex={isEntry ? 0 : -1}
        draggable={mayMove && studentId !== null}
        onFocus={onFocus}
        onClick={() => changes.choose(place)}
        onKeyDown={onKeyDown}
        onDragStart={event => {
          event.dataTransfer.effectAllowed = 'move';
          changes.pick(place);
        }}
        onDragEnd={() => changes.pick(undefined)}
        onDragOver={event => {
          if (picked && seatNo !== null) event.preventDefault();
        }}
        onDrop={event => {
          event.preventDefault();
          if (picked) void changes.move(picked, place);
        }}
      >
        <span className={styles.at}>
          {conflict ? t('map.of', { ...spot, who: t('map.beside') }) : t('map.at', spot)}
        </span>
        {content}
      </button>
    </li>
  );
}
