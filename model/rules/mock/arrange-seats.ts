import { placeKey, type RoomSeat } from './room-layout.ts';
import { agencyKey, type SeatCandidate } from './seat-candidate.ts';
import { WaitingAgencies } from './waiting-agencies.ts';

/** A room with its usable seats in the order of their numbers. */
export interface SeatRoom {
  readonly roomId: number;
  readonly seats: readonly RoomSeat[];
  /** The one category that may sit here; null: any. */
  readonly jointCategoryId: number | null;
}

/** How candidates are seated (domain H8). */
export interface SeatRule {
  /** Candidates of one agency do not sit next to each other where that can be helped. */
  readonly separateAgent: boolean;
  /** 1: rooms are filled one after the other; 2: as few rooms as will do, with as many in each. */
  readonly fillMode: 1 | 2;
  /** Categories share rooms. */
  readonly mixCategory: boolean;
  /** Seats of each room, the last ones, that stay free for those who come late. */
  readonly spareNum: number;
}

/** Somebody on a seat. */
export interface Seated<C extends SeatCandidate = SeatCandidate> {
  readonly candidate: C;
  readonly roomId: number;
  readonly seat: RoomSeat;
  /** A neighbour is of the same agency. */
  readonly conflict: boolean;
}

/** Everybody seated, or how many seats there are too few. */
export type Arranged<C extends SeatCandidate = SeatCandidate> =
  | { readonly seated: readonly Seated<C>[]; readonly conflictNum: number }
  | { readonly missing: number };

/** How many sit in a room. */
interface Share {
  readonly room: SeatRoom;
  readonly number: number;
}

/**
 * Seats candidates, who come in the order of the rule, in rooms, which come by their numbers (domain 4.1). The same input
 * gives the same seats. Costs n log n of the candidates.
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

/** How many seats are too few for candidates, of whom only the category counts; 0: all can be seated. Seats nobody. */
export function missingSeats(
  candidates: readonly SeatCandidate[],
  rooms: readonly SeatRoom[],
  rule: SeatRule,
): number {
  return sharesOfGroups(candidates, rooms, rule).missing;
}

/** Rooms of each group with those who sit in them, and how many seats are too few. */
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
  /** Rooms that may serve it, those of its own category first. */
  readonly serving: readonly SeatRoom[];
  /** As many as there is room for; the others are of a later group as well. */
  readonly partly?: true;
}

/**
 * Those who are seated together. Each category is a group with rooms of its own; where categories are mixed, rooms of one
 * category take of that category first, and whoever is left shares the others.
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

/** How many of a group sit in which room; rooms that nobody sits in are left out. */
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
  if (rule.fillMode === 2) balance(people, taken);
  return taken.filter(({ number }) => number > 0);
}

/** As many in each room; what a room cannot hold goes to the next one with a free seat, and round to the first. */
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
