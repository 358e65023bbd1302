import { registry } from '@yikao/model/contexts/datasets.ts';
import { mockCalls, type RoomGrid } from '@yikao/model/contexts/mock/calls/mock.calls.ts';
import { permissionCode } from '@yikao/model/permissions.ts';
import { placeKey, placesText, readPlaces } from '@yikao/model/rules/room-layout.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../engine/api/api-error.ts';
import { notice } from '../../../engine/api/notice.ts';
import { send } from '../../../engine/api/send.ts';
import { readRow, updateRow } from '../../../engine/calls/dataset-calls.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import { can } from '../../../engine/session/session.ts';

const { mockRoom, mockStudent, seat, arrange } = registry;

/** A place of a room: a seat with its person, a free seat, or a disabled place. */
export type Place = RoomGrid['seats'][number];

/** A place's name within its room. */
export const keyOf = ({ rowNo, colNo }: Place) => placeKey({ row: rowNo, column: colNo });

/** Changes of a room's seats: moving candidates, and, in an empty room, disabling places. */
export function useSeatChanges(roomId: number, { seats, locked }: RoomGrid) {
  const { t } = useTranslation('mock');
  const [picked, setPicked] = useState<Place>();
  const [out, setOut] = useState<ReadonlySet<string>>();
  const [busy, setBusy] = useState(false);
  const empty = seats.every(({ studentId }) => studentId === null);
  const mayMove = can(mockCalls.adjust.may) && !empty && !locked;

  /** Makes a change, and reloads everything that shows seats. */
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
      await refreshRows(seat, mockRoom, mockStudent, arrange);
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

  return {
    ...{ picked, out, busy, mayMove, move, pick: setPicked },
    mayClose: can(permissionCode(mockRoom, 'update')) && empty,
    /** Starts choosing the disabled places, with the current ones selected. */
    editOut: () => setOut(new Set(seats.filter(({ seatNo }) => seatNo === null).map(keyOf))),
    cancel() {
      setPicked(undefined);
      setOut(undefined);
    },
    choose(place: Place) {
      if (out) {
        const key = keyOf(place);
        const next = new Set(out);
        if (!next.delete(key)) next.add(key);
        setOut(next);
      } else if (picked) void move(picked, place);
      else if (mayMove && place.studentId !== null) setPicked(place);
    },
    async saveOut() {
      if (!out) return;
      const saved = await change(async () => {
        const { version } = await readRow(mockRoom, roomId);
        const places = [...out].flatMap(key => readPlaces(key) ?? []);
        await updateRow(mockRoom, { roomId, version, disabledSeats: placesText(places) || null });
        return t('map.saved', { count: places.length });
      });
      if (saved) setOut(undefined);
    },
  };
}

/** The result of {@link useSeatChanges}. */
export type SeatChanges = ReturnType<typeof useSeatChanges>;
