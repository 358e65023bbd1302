import { registry } from '@yikao/model/contexts/datasets.ts';
import { mockCalls, type RoomsAsk } from '@yikao/model/contexts/mock/calls/mock.calls.ts';
import { arrangeExam, numberExam } from '@yikao/model/contexts/mock/mock-exam.jobs.ts';
import { failure } from '@yikao/model/errors.ts';
import { issue } from '@yikao/model/kernel/validate/issues.ts';
import { capacityOf, readLayout, readPlaces } from '@yikao/model/rules/room-layout.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/engine.ts';
import { handle } from '../../../engine/http/handle.ts';
import type { Actor } from '../../../engine/scope/actor.ts';
import { callStep } from '../../../engine/steps/step-call.ts';
import { stepServerOf } from '../../../engine/steps/step-server.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { type Change, defineServer, type Verdict } from '../../../engine/table/server-side.ts';
import { column, type Db } from '../../../engine/table/sql.ts';
import { addWithin } from '../../../engine/write/save.ts';
import { transact } from '../../../engine/write/transaction.ts';
import { examPartner } from '../exam-facts.ts';
import { startRun } from '../exam-runs.ts';
import { changedSincePrint } from '../print/ticket-figure.ts';
import { adjustSeat } from './adjust-seat.ts';
import { arrangeArea, gridOf, lockArrangeable } from './arrange-area.ts';
import { roomsArranged } from './arranged-rooms.ts';
import { lockExam, refused } from './arrangement-rules.ts';
import { assertSeatsStand } from './seats-stand.ts';
import { generateTickets, lockNumberable, releaseTickets, resetTickets } from './ticket-numbers.ts';

const { arrange, mockRoom, seat, ticket } = registry;

/** The highest number of a room (domain H9). */
const highestRoom = 999;

/** Adds rooms with one layout, numbered after the area's last one, all or none. */
function addRooms(engine: Engine, actor: Actor, { count, ...room }: RoomsAsk) {
  return transact(engine.db, async db => {
    const { dataYear, provinceId } = await lockExam(engine, db, actor, room.examId);
    const found = await sql<{ last: number }>`
      select coalesce(max(room_no), 0)::integer as last from t_mock_room
      where exam_id = ${room.examId} and area_id = ${room.areaId} and not deleted`.execute(db);
    const from = (found.rows[0]?.last ?? 0) + 1;
    const to = from + count - 1;
    if (to > highestRoom)
      throw refused(`考场号最大为 ${highestRoom}`, `Rooms are numbered up to ${highestRoom}`);
    for (let roomNo = from; roomNo <= to; roomNo += 1) {
      await addWithin(engine, db, mockRoom, actor, { ...room, dataYear, provinceId, roomNo });
    }
    return { count, from, to };
  });
}

/** The fields that define taken seats. */
const seatFields = ['roomNo', 'layout', 'disabledSeats', 'jointCategoryId', 'status'] as const;

/** Refuses changes that would invalidate taken seats, which are numbered by the layout. */
async function judgeRooms(
  db: Db,
  changes: readonly Change<typeof mockRoom.fields>[],
): Promise<Verdict<typeof mockRoom.fields>[]> {
  const changed = changes.map(({ row, before, key }) =>
    key === undefined ? [] : seatFields.filter(name => (row[name] ?? null) !== (before?.[name] ?? null)),
  );
  const asked = changes.flatMap(({ key }, at) => (key !== undefined && changed[at]?.length ? [key] : []));
  if (asked.length === 0) return changes.map(() => ({}));
  const found = await sql<Columns<typeof registry.seat, 'roomId'>>`
    select distinct room_id from t_seat
    where room_id = any(${asked}::bigint[]) and not deleted`.execute(db);
  const taken = new Set(found.rows.map(({ roomId }) => roomId));
  return changes.map(({ key }, at) => ({
    issues:
      key === undefined || !taken.has(key)
        ? []
        : (changed[at] ?? []).map(name =>
            issue(name, 'rule', {
              zh: '考场已有考生就座，请先撤销该考区的编排',
              en: 'Somebody has a seat in this room: cancel the arrangement of its area first',
            }),
          ),
  }));
}

/** Server side of the rooms: their total and taken seats. */
export const mockRoomServer = defineServer(mockRoom, {
  reads: [...seatFields],
  normalise({ layout, disabledSeats }) {
    const heights = readLayout(layout ?? '');
    const places = readPlaces(disabledSeats ?? '');
    return heights && places ? { capacity: capacityOf(heights, places) } : {};
  },
  expressions: {
    partnersId: examPartner,
    usedNum: alias => sql`(
      select count(*)::integer from t_seat as sat
      where sat.room_id = ${column(alias, 'room_id')} and not sat.deleted)`,
  },
  before: judgeRooms,
  changed: (db, keys, what) =>
    what === 'updated' ? assertSeatsStand(db, { roomIds: keys }) : Promise.resolve(),
  routes(app, engine) {
    handle(app, mockCalls.addRooms, ({ actor, body }) => addRooms(engine, actor, body));
  },
});

function arrangeRoutes(app: FastifyInstance, engine: Engine): void {
  handle(app, mockCalls.arrange, ({ actor, body }) => arrangeArea(engine, actor, body));
  handle(app, mockCalls.arrangeExam, ({ actor, body }) =>
    startRun(engine, arrangeExam, actor, body, (db, examId) => lockArrangeable(engine, db, actor, examId)),
  );
  handle(app, mockCalls.arrangedRooms, ({ actor, query }) => roomsArranged(engine, actor, query.arrangeId));
  handle(app, mockCalls.adjust, ({ actor, body }) => adjustSeat(engine, actor, body));
  handle(app, mockCalls.lock, ({ actor, body: { flag, ...asked }, callKey }) => {
    return callNamed(engine, actor, flag === 1 ? 'lock' : 'unlock', asked, callKey);
  });
  handle(app, mockCalls.cancel, ({ actor, body, callKey }) =>
    callNamed(engine, actor, 'cancel', body, callKey),
  );
}

/** Takes a step of arrangements for a call with a separate address. */
function callNamed(
  engine: Engine,
  actor: Actor,
  name: 'lock' | 'unlock' | 'cancel',
  asked: unknown,
  callKey: string | undefined,
) {
  const server = stepServerOf(engine, arrange);
  const step = server?.machine.steps[name];
  if (!server || !step) throw failure('noSuchCall');
  return callStep(engine, server, arrange, step, actor, asked, callKey);
}

/** Server side of the arrangements. */
export const arrangeServer = defineServer(arrange, {
  expressions: { partnersId: examPartner },
  routes: arrangeRoutes,
});

/** Server side of the seats: the map of a room. */
export const seatServer = defineServer(seat, {
  expressions: { partnersId: examPartner },
  routes(app, engine) {
    handle(app, mockCalls.roomGrid, ({ actor, query }) => gridOf(engine, actor, query.roomId));
  },
});

/** Server side of the tickets: their numbers, and whether they are out. */
export const ticketServer = defineServer(ticket, {
  expressions: { partnersId: examPartner, changedFlag: changedSincePrint },
  routes(app, engine) {
    handle(app, mockCalls.generate, ({ actor, body }) => generateTickets(engine, actor, body));
    handle(app, mockCalls.numberExam, ({ actor, body }) =>
      startRun(engine, numberExam, actor, body, (db, examId) => lockNumberable(engine, db, actor, examId)),
    );
    handle(app, mockCalls.reset, ({ actor, body }) => resetTickets(engine, actor, body));
    handle(app, mockCalls.release, ({ actor, body }) => releaseTickets(engine, actor, body));
  },
});
