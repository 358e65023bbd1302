import { placeKey, type RoomSeat } from '../../../rules/room-layout.ts';
import { roomFilling } from '../mock.codes.ts';
import { agencyKey, type SeatCandidate } from './seat-candidate.ts';
import { WaitingAgencies } from './waiting-agencies.ts';

/** A room with its usable seats in the order of their numbers. */
export interface SeatRoom {
  readonly roomId: number;
  readonly seats: readonly RoomSeat[];
  /** The one category that may sit here; null: any. */
  readonly jointCategoryId: number | null;
}

/** Options for seating candidates (domain H8). */
export interface SeatRule {
  /** Separates candidates of one agency from each other if possible. */
  readonly separateAgent: boolean;
  /** 1: rooms are filled one after the other; 2: as few rooms as will do, with as many in each. */
  readonly fillMode: 1 | 2;
  /** Categories share rooms. */
  readonly mixCategory: boolean;
  /** Last seats of each room, kept free for late candidates. */
  readonly spareNum: number;
}

/** A seated candidate. */
export interface Seated<C extends SeatCandidate = SeatCandidate> {
  readonly candidate: C;
  readonly roomId: number;
  readonly seat: RoomSeat;
  /** A neighbour is of the same agency. */
  readonly conflict: boolean;
}

/** The seated candidates, or the number of missing seats. */
export type Arranged<C extends SeatCandidate = SeatCandidate> =
  | { readonly seated: readonly Seated<C>[]; readonly conflictNum: number }
  | { readonly missing: number };

/** The number of people in a room. */
interface Share {
  readonly room: SeatRoom;
  readonly number: number;
}

/**
 * Seats candidates, given in the order of the rule, in rooms, given by number (domain 4.1). The same input gives the
 * same seats. Takes n log n time for n candidates.
 */
export function arrangeSeats<C extends SeatCandidate>(
  candidates: readonly C[],
  rooms: readonly SeatRoom[],
  rule: SeatRule,
): Arranged<C> {
  const { shares, missing } = sharesOfGroups(candidates, rooms, rule);
  if (missing > 0) return { missing };
  const seated = shares.flatMap(share => seatGroup(share, rule));
  return { seated, conflictNum: seated.filter(({ conflict }) => conflict).length };
}

/** The number of missing seats for candidates, of whom only the category counts; 0 if all fit. Assigns no seats. */
export function missingSeats(
  candidates: readonly SeatCandidate[],
  rooms: readonly SeatRoom[],
  rule: SeatRule,
): number {
  return sharesOfGroups(candidates, rooms, rule).missing;
}

/** Rooms of each group with the people in them, and the number of missing seats. */
function sharesOfGroups<C extends SeatCandidate>(
  candidates: readonly C[],
  rooms: readonly SeatRoom[],
  rule: SeatRule,
) {
  const free = new Set(rooms);
  const shares: { rooms: readonly Share[]; group: readonly C[] }[] = [];
  let missing = 0;
  for (const { group, serving, partly } of groupsOf(candidates, rooms, rule)) {
    const open = serving.filter(room => free.has(room));
    const held = open.reduce((sum, room) => sum + usable(room, rule), 0);
    const taken = partly ? group.slice(0, held) : group;
    if (held < taken.length) missing += taken.length - held;
    else {
      const shared = sharesOf(taken.length, open, rule);
      for (const { room } of shared) free.delete(room);
      shares.push({ rooms: shared, group: taken });
    }
  }
  return { shares, missing };
}

function usable({ seats }: SeatRoom, { spareNum }: SeatRule): number {
  return Math.max(0, seats.length - spareNum);
}

interface Group<C> {
  readonly group: readonly C[];
  /** Rooms that can serve it, those of its own category first. */
  readonly serving: readonly SeatRoom[];
  /** Takes as many people as fit; the others also belong to a later group. */
  readonly partly?: true;
}

/**
 * The groups that are seated together. Each category is a group with its own rooms; if categories are mixed, rooms of
 * one category take that category first, and the remaining people share the others.
 */
function* groupsOf<C extends SeatCandidate>(
  candidates: readonly C[],
  rooms: readonly SeatRoom[],
  rule: SeatRule,
): Generator<Group<C>> {
  const byCategory = [...Map.groupBy(candidates, candidate => candidate.jointCategoryId)].toSorted(
    ([one], [other]) => one - other,
  );
  const open = rooms.filter(room => room.jointCategoryId === null);
  const ownOf = (category: number) => rooms.filter(room => room.jointCategoryId === category);
  if (!rule.mixCategory) {
    for (const [category, group] of byCategory) yield { group, serving: [...ownOf(category), ...open] };
    return;
  }
  const apart = new Set<C>();
  for (const [category, group] of byCategory) {
    const serving = ownOf(category);
    const held = serving.reduce((sum, room) => sum + usable(room, rule), 0);
    if (held === 0) continue;
    for (const candidate of group.slice(0, held)) apart.add(candidate);
    yield { group, serving, partly: true };
  }
  yield { group: candidates.filter(candidate => !apart.has(candidate)), serving: open };
}

/** The number of people of a group in each room, without empty rooms. */
function sharesOf(people: number, rooms: readonly SeatRoom[], rule: SeatRule): Share[] {
  const taken: { room: SeatRoom; holds: number; number: number }[] = [];
  let held = 0;
  for (const room of rooms) {
    if (held >= people) break;
    const holds = usable(room, rule);
    if (holds === 0) continue;
    taken.push({ room, holds, number: Math.min(holds, people - held) });
    held += holds;
  }
  if (rule.fillMode === roomFilling.is.evenly) balance(people, taken);
  return taken.filter(({ number }) => number > 0);
}

/** Distributes people evenly; a room's excess goes to the next room with a free seat, wrapping around to the first. */
function balance(people: number, rooms: { readonly holds: number; number: number }[]): void {
  const each = Math.floor(people / rooms.length);
  const over: number[] = [];
  for (const [index, room] of rooms.entries()) {
    const planned = each + (index < people % rooms.length ? 1 : 0);
    room.number = Math.min(planned, room.holds);
    over.push(planned - room.number);
  }
  for (const [index, excess] of over.entries()) {
    let left = excess;
    for (let step = 1; left > 0 && step < rooms.length; step += 1) {
      const next = rooms[(index + step) % rooms.length];
      if (!next) break;
      const more = Math.min(left, next.holds - next.number);
      next.number += more;
      left -= more;
    }
  }
}

/** Seats one group in its rooms, seat by seat. */
function seatGroup<C extends SeatCandidate>(
  { rooms, group }: { rooms: readonly Share[]; group: readonly C[] },
  rule: SeatRule,
): Seated<C>[] {
  const waiting = rule.separateAgent ? new WaitingAgencies(group) : undefined;
  let next = 0;
  return rooms.flatMap(({ room, number }) => {
    const agencies = new Map<string, string>();
    return room.seats.slice(0, number).map(seat => {
      const forbidden = neighbours(seat, agencies);
      const one = waiting ? waiting.take(forbidden) : { candidate: group[next] as C, conflict: false };
      next += 1;
      agencies.set(placeKey(seat), agencyKey(one.candidate));
      return { candidate: one.candidate, roomId: room.roomId, seat, conflict: one.conflict };
    });
  });
}

/** Agencies that sit in front, behind, left and right of a seat. */
function neighbours({ row, column }: RoomSeat, agencies: ReadonlyMap<string, string>): Set<string> {
  const around = [
    { row: row - 1, column },
    { row: row + 1, column },
    { row, column: column - 1 },
    { row, column: column + 1 },
  ];
  return new Set(around.flatMap(place => agencies.get(placeKey(place)) ?? []));
}
