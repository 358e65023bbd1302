import { registry } from '@yikao/model/contexts/datasets.ts';
import { arrangeSeats } from '@yikao/model/contexts/mock/rules/arrange-seats.ts';
import { roomsOf, seatRuleOf, tellSeats, withSeats } from '../contexts/mock/seats/arrange-area.ts';
import {
  candidatesOf,
  inOrder,
  keepPattern,
  patternOf,
  ruleOf,
} from '../contexts/mock/seats/arrangement-rules.ts';
import { insertStored, type LoadContext } from './load-rows.ts';

const { arrange, seat, ticket } = registry;

/** The progress of a demo exam after seating. */
interface DemoSeats {
  readonly examId: number;
  readonly areaIds: readonly number[];
  readonly createTime: string;
  /** Arrangements are locked and tickets released. */
  readonly released: boolean;
}

/** Assigns tickets and seats to the candidates of a demo exam, as the product does (domain 4.1, 4.3). */
export async function seatDemoExam(context: LoadContext, of: DemoSeats): Promise<void> {
  const { db } = context;
  const { examId, areaIds, createTime, released } = of;
  await keepPattern(db, examId, await patternOf(db, examId));
  for (const areaId of areaIds) {
    const candidates = await candidatesOf(db, examId, areaId);
    const agencyOf = new Map(candidates.map(one => [one.studentId, one.agentId]));
    await insertStored(
      context,
      ticket,
      candidates.map(({ studentId, agentId, ticketNo }) => ({
        ...{ examId, areaId, studentId, agentId, ticketNo, createTime },
        releaseFlag: released ? 1 : 0,
      })),
    );
    const rule = await ruleOf(db, { examId, areaId, ruleType: 2 });
    const rooms = (await roomsOf(db, examId, areaId)).get(areaId) ?? [];
    const seed = String(examId);
    const made = arrangeSeats(inOrder(candidates, rule, seed), withSeats(rooms, rule), seatRuleOf(rule));
    if ('missing' in made) throw new Error(`The demo exam ${examId} lacks ${made.missing} seats`);
    const { seated, conflictNum } = made;
    const [arrangeId = 0] = await insertStored(context, arrange, [
      {
        ...{ examId, areaId, ruleId: rule.ruleId, seed, conflictNum, createTime },
        studentNum: seated.length,
        roomNum: new Set(seated.map(({ roomId }) => roomId)).size,
        arrangeStatus: released ? 2 : 1,
      },
    ]);
    await insertStored(
      context,
      seat,
      seated.map(({ candidate: { studentId }, roomId, seat: { seatNo, row, column }, conflict }) => ({
        ...{ arrangeId, examId, areaId, roomId, seatNo, rowNo: row, colNo: column, studentId, createTime },
        agentId: agencyOf.get(studentId) ?? null,
        conflictFlag: conflict ? 1 : 0,
      })),
    );
    await tellSeats(db, arrangeId);
  }
}
