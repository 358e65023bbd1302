import { describe, expect, test } from 'vitest';
import {
  capacityOf,
  numberSeats,
  placesText,
  readLayout,
  readPlaces,
  type SnakeMode,
} from '../../../rules/room-layout.ts';
import {
  isSeatPattern,
  patternFault,
  seatPattern,
  sequentialPattern,
  ticketNumber,
} from '../../../rules/ticket-number.ts';
import { arrangeSeats, type SeatRoom, type SeatRule } from './arrange-seats.ts';
import { competitionRanks, ranksByKeys, scoreStatistics } from './score-statistics.ts';
import type { SeatCandidate } from './seat-candidate.ts';

const seatsOf = (layout: string, snakeMode: SnakeMode = 1) =>
  numberSeats(readLayout(layout) ?? [], snakeMode);

describe('the seats of a room (domain 4.2)', () => {
  test.each([
    ['6,6,6,6,6', 1, 1, 1],
    ['6,6,6,6,6', 6, 6, 1],
    ['6,6,6,6,6', 7, 6, 2],
    ['6,6,6,6,6', 12, 1, 2],
    ['6,6,6,6,6', 13, 1, 3],
    ['6,6,6,6,6', 30, 6, 5],
    ['7,8,8,7', 7, 7, 1],
    ['7,8,8,7', 8, 8, 2],
    ['7,8,8,7', 15, 1, 2],
    ['7,8,8,7', 16, 1, 3],
    ['7,8,8,7', 23, 8, 3],
    ['7,8,8,7', 24, 7, 4],
    ['7,8,8,7', 30, 1, 4],
  ])('of %s the seat %i is in row %i of column %i', (layout, seatNo, row, column) => {
    expect(seatsOf(layout)[seatNo - 1]).toEqual({ seatNo, row, column });
  });

  test('run by rows and back, or always from the front, where the rule says so', () => {
    expect(seatsOf('2,3', 2)).toEqual([
      { seatNo: 1, row: 1, column: 1 },
      { seatNo: 2, row: 1, column: 2 },
      { seatNo: 3, row: 2, column: 2 },
      { seatNo: 4, row: 2, column: 1 },
      { seatNo: 5, row: 3, column: 2 },
    ]);
    expect(seatsOf('2,3', 3).map(({ row, column }) => `${row}-${column}`)).toEqual([
      '1-1',
      '2-1',
      '1-2',
      '2-2',
      '3-2',
    ]);
  });

  test('have no gaps in their numbers where places are out of use', () => {
    const seats = numberSeats([2, 2], 1, readPlaces('2-1,1-2') ?? []);
    expect(seats).toEqual([
      { seatNo: 1, row: 1, column: 1 },
      { seatNo: 2, row: 2, column: 2 },
    ]);
    expect(capacityOf([6, 6], readPlaces('1-1') ?? [])).toBe(11);
  });

  test('are read of what people type, and refused of anything else', () => {
    for (const wrong of ['', '6,', '0', '6;6', '-6', '99', 'a', '6,6,31'])
      expect(readLayout(wrong), wrong).toBeUndefined();
    for (const wrong of ['1', '1-', '1-2-3', 'a-b', '1-1,']) expect(readPlaces(wrong), wrong).toBeUndefined();
    expect(readPlaces('')).toEqual([]);
    expect(placesText(readPlaces('6-5,1-3,1-2') ?? [])).toBe('1-2,1-3,6-5');
  });
});

describe('ticket numbers (domain 4.3)', () => {
  const parts = { dataYear: 2025, provinceId: 430_000, examNo: 1, areaNo: 2 };

  test('tell year, province, exam and area, and then the order or the seat', () => {
    expect(ticketNumber(sequentialPattern, { ...parts, sequence: 317 })).toBe('2543010200317');
    expect(ticketNumber(seatPattern, { ...parts, roomNo: 3, seatNo: 17 })).toBe('2543010200317');
    expect(() => ticketNumber(seatPattern, { ...parts, sequence: 1 })).toThrow(RangeError);
  });

  test('come of patterns by which no two candidates of an exam have the same', () => {
    expect(patternFault(sequentialPattern)).toBeUndefined();
    expect(patternFault(seatPattern)).toBeUndefined();
    expect(patternFault('MK{aa}{nnnnn}')).toBeUndefined();
    expect(patternFault('{yy}{nnnnn}')).toBe('alike');
    expect(patternFault('{aa}{rrr}')).toBe('alike');
    expect(patternFault('{aa}{nnnnn}{xx}')).toBe('unknown');
    expect(patternFault('{aa}-{nnnnn}')).toBe('unknown');
    expect(patternFault('MOCK2025{pp}{aa}{nnnnn}')).toBe('tooLong');
    expect([isSeatPattern(seatPattern), isSeatPattern(sequentialPattern)]).toEqual([true, false]);
  });
});

const rule: SeatRule = { separateAgent: true, fillMode: 1, mixCategory: false, spareNum: 0 };
const room = (roomId: number, layout: string, jointCategoryId: number | null = null): SeatRoom => ({
  roomId,
  seats: seatsOf(layout),
  jointCategoryId,
});
const agencies: Readonly<Record<string, number>> = { A: 1, B: 2, C: 3, D: 4 };
const candidatesOf = (text: string): SeatCandidate[] =>
  text.split(' ').map(one => ({
    studentId: Number.parseInt(one, 10),
    agentId: agencies[one.replace(/\d/g, '')] ?? null,
    jointCategoryId: 1,
  }));
const letter = (agentId: number | null) =>
  Object.keys(agencies).find(name => agencies[name] === agentId) ?? '';

/** The seating, room by room, in the notation of the test vectors. */
function told(candidates: readonly SeatCandidate[], rooms: readonly SeatRoom[], by: SeatRule) {
  const made = arrangeSeats(candidates, rooms, by);
  if ('missing' in made) return made;
  const byRoom = Map.groupBy(made.seated, ({ roomId }) => roomId);
  return {
    conflictNum: made.conflictNum,
    rooms: [...byRoom.values()].map(seated =>
      seated
        .toSorted((one, other) => one.seat.seatNo - other.seat.seatNo)
        .map(({ candidate: { studentId, agentId } }) => `${studentId}${letter(agentId)}`)
        .join(' '),
    ),
  };
}

describe('seats (domain 4.1)', () => {
  // The order produced by the seed 20250101.
  const drawn = candidatesOf('3A 9C 1A 2A 5B 10D 4A 8C 7B 6B');

  test('keep agencies apart, room after room or shared evenly', () => {
    const rooms = [room(1, '3,3'), room(2, '3,3')];
    expect(told(drawn, rooms, rule)).toEqual({
      conflictNum: 0,
      rooms: ['3A 5B 1A 9C 2A 7B', '10D 4A 8C 6B'],
    });
    expect(told(drawn, rooms, { ...rule, fillMode: 2 })).toEqual({
      conflictNum: 0,
      rooms: ['3A 5B 1A 9C 2A', '7B 10D 4A 8C 6B'],
    });
  });

  test('count neighbours of one agency where nothing else is left', () => {
    expect(told(candidatesOf('1A 2A 3A 4B'), [room(1, '2,2')], rule)).toEqual({
      conflictNum: 1,
      rooms: ['1A 4B 2A 3A'],
    });
  });

  test('are shared by as few rooms as will do, and what one cannot hold goes to the next', () => {
    const many = (n: number) =>
      Array.from({ length: n }, (_, at) => ({ studentId: at + 1, agentId: null, jointCategoryId: 1 }));
    const shares = (n: number, rooms: readonly SeatRoom[]) => {
      const made = told(many(n), rooms, { ...rule, fillMode: 2 });
      return 'rooms' in made ? made.rooms.map(text => text.split(' ').length) : made;
    };
    const thirty = [1, 2, 3, 4].map(id => room(id, '6,6,6,6,6'));
    expect(shares(65, thirty)).toEqual([22, 22, 21]);
    expect(shares(61, thirty)).toEqual([21, 20, 20]);
    expect(shares(70, [room(1, '6,6,6,6,6'), room(2, '5,5'), room(3, '6,6,6,6,6')])).toEqual([30, 10, 30]);
  });

  test('that are too few are told, and nobody is seated', () => {
    expect(told(drawn, [room(1, '3,3')], rule)).toEqual({ missing: 4 });
    expect(told(drawn, [room(1, '3,3'), room(2, '3,3')], { ...rule, spareNum: 2 })).toEqual({ missing: 2 });
    expect(told(drawn, [], rule)).toEqual({ missing: 10 });
    expect(told(drawn, [room(1, '9,9', 2)], rule)).toEqual({ missing: 10 });
  });

  test('of a category are its own rooms first, and no two categories share one unless they are mixed', () => {
    const mixed = [
      ...candidatesOf('1A 2B 3C'),
      ...[4, 5].map(studentId => ({ studentId, agentId: 4, jointCategoryId: 2 })),
    ];
    const rooms = [room(1, '2,2'), room(2, '2'), room(3, '2', 1)];
    expect(told(mixed, rooms, rule)).toMatchObject({ rooms: ['1A 2B', '3C', '4D 5D'] });
    expect(told(mixed, [room(1, '2,2'), room(3, '2', 1)], rule)).toMatchObject({ missing: 2 });
    expect(told(mixed, [room(1, '2,2'), room(3, '2', 1)], { ...rule, mixCategory: true })).toMatchObject({
      rooms: ['1A 2B', '4D 3C 5D'],
    });
  });

  test('are given once to everybody, the same again for the same order, and only conflicts have such neighbours', () => {
    // A sequence that is the same in every run (mulberry32).
    let state = 7;
    const random = (below: number) => {
      state = (state + 0x6d2b79f5) | 0;
      let t = Math.imul(state ^ (state >>> 15), 1 | state);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) % below;
    };
    for (let round = 0; round < 200; round += 1) {
      const candidates = Array.from({ length: 1 + random(120) }, (_, at) => ({
        studentId: at + 1,
        agentId: random(6) === 0 ? null : 1 + random(5),
        jointCategoryId: 1 + random(3),
      }));
      const rooms = Array.from({ length: 8 + random(4) }, (_, at) =>
        room(
          at + 1,
          Array.from({ length: 2 + random(4) }, () => 2 + random(7)).join(','),
          random(3) === 0 ? 1 + random(3) : null,
        ),
      );
      const by: SeatRule = {
        separateAgent: random(4) > 0,
        fillMode: random(2) === 0 ? 1 : 2,
        mixCategory: random(2) === 0,
        spareNum: random(3),
      };
      const made = arrangeSeats(candidates, rooms, by);
      if ('missing' in made) {
        expect(made.missing).toBeGreaterThan(0);
        continue;
      }
      expect(arrangeSeats(candidates, rooms, by)).toEqual(made);
      expect(made.seated.map(({ candidate }) => candidate.studentId).toSorted((a, b) => a - b)).toEqual(
        candidates.map(({ studentId }) => studentId),
      );
      expect(new Set(made.seated.map(({ roomId, seat }) => `${roomId}/${seat.seatNo}`)).size).toBe(
        candidates.length,
      );
      for (const { roomId, candidate, seat } of made.seated) {
        const of = rooms.find(one => one.roomId === roomId);
        expect([null, candidate.jointCategoryId]).toContain(of?.jointCategoryId);
        expect(seat.seatNo).toBeLessThanOrEqual((of?.seats.length ?? 0) - by.spareNum);
      }
      if (!by.separateAgent) continue;
      const near = made.seated.flatMap((one, at) =>
        made.seated
          .slice(at + 1)
          .filter(
            other =>
              other.roomId === one.roomId &&
              one.candidate.agentId !== null &&
              other.candidate.agentId === one.candidate.agentId &&
              Math.abs(other.seat.row - one.seat.row) + Math.abs(other.seat.column - one.seat.column) === 1,
          )
          .map(other => (other.conflict || one.conflict ? 'counted' : 'uncounted')),
      );
      expect(near).not.toContain('uncounted');
    }
  });
});

describe('marks (domain 4.4, 4.5)', () => {
  const scores = ['278', '265', '265', '251', '251', '251', '240'];

  test('share a place where they are equal, and somebody without a mark has none', () => {
    expect(competitionRanks(scores.map(Number))).toEqual([1, 2, 2, 4, 4, 4, 7]);
    expect(competitionRanks([null, 3, null, 9])).toEqual([null, 2, null, 1]);
    const tied = [
      [265, 90],
      [278, 1],
      [265, 95],
      [265, 90],
    ];
    expect(ranksByKeys(tied)).toEqual([3, 1, 2, 3]);
  });

  test('come to the figures of the vector', () => {
    const counted = [...scores, '180'].map(score => ({ score: `${score}.00`, agentId: null }));
    const made = scoreStatistics(counted, { full: '300.00', pass: '180.00' });
    expect(made).toMatchObject({
      count: 8,
      max: '278.00',
      min: '180.00',
      avg: '247.63',
      median: '251.00',
      stdDev: '27.82',
      passRate: '100.00',
    });
    expect(scoreStatistics(counted, { full: '300.00', pass: '240.00' }).passRate).toBe('87.50');
    expect(made.segments.map(({ label, count, totalNum }) => `${label}:${count}/${totalNum}`)).toEqual([
      '270–279:1/1',
      '260–269:2/3',
      '250–259:3/6',
      '240–249:1/7',
      ...['230–239', '220–229', '210–219', '200–209', '190–199'].map(label => `${label}:0/7`),
      '180–189:1/8',
    ]);
  });

  test('of agencies are ordered by their averages, and nobody’s marks come to nothing', () => {
    const made = scoreStatistics(
      [
        { score: '90.50', agentId: 1 },
        { score: '59.99', agentId: 1 },
        { score: '80.00', agentId: 2 },
        { score: '85.00', agentId: null },
      ],
      { full: '100.00' },
    );
    expect(made.agents).toEqual([
      { agentId: 2, count: 1, avg: '80.00', max: '80.00', passRate: '100.00', rank: 1 },
      { agentId: 1, count: 2, avg: '75.25', max: '90.50', passRate: '50.00', rank: 2 },
      // Candidates without an agency are not ranked as one: they come last, without a rank.
      { agentId: null, count: 1, avg: '85.00', max: '85.00', passRate: '100.00', rank: null },
    ]);
    expect(made).toMatchObject({ passRate: '75.00', excellentRate: '50.00' });
    expect(scoreStatistics([], { full: '100.00' })).toMatchObject({ count: 0, avg: null, segments: [] });
  });
});
