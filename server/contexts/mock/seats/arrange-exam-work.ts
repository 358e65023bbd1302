import type { registry } from '@yikao/model/contexts/datasets.ts';
import { arrangeStatus, mockRegStatus, mockRuleType } from '@yikao/model/contexts/mock/mock.codes.ts';
import { arrangeExam } from '@yikao/model/contexts/mock/mock-exam.jobs.ts';
import { missingSeats } from '@yikao/model/contexts/mock/rules/arrange-seats.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { sql } from 'kysely';
import { defineJobWork } from '../../../engine/jobs/feature/define-job-work.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import type { Db } from '../../../engine/table/sql.ts';
import { lockArrangeable, roomsOf, seatArea, seatRuleOf, withSeats } from './arrange-area.ts';
import { refused, ruleOf } from './arrangement-rules.ts';

const mockRegIs = codesOf(mockRegStatus);
const arrangeIs = codesOf(arrangeStatus);

/** Approximate candidates per transaction: an area is not split. */
const chunkCandidates = 4_000;
/** Most areas listed by name if seats are missing. */
const mostTold = 5;

interface Area
  extends Columns<typeof registry.examArea, 'areaId' | 'areaNo'>,
    Columns<typeof registry.area, 'areaName'> {
  readonly candidates: number;
}

/** Areas with candidates whose arrangement is not locked, in id order, after a given id. */
async function openAreas(db: Db, examId: number, after: number): Promise<readonly Area[]> {
  const found = await sql<Area>`
    select a.area_id, a.area_no, r.area_name, n.n::integer as candidates
    from t_exam_area as a join t_area as r on r.area_id = a.area_id
      join (select area_id, count(*) as n from t_mock_student
        where exam_id = ${examId} and reg_status = ${mockRegIs.registered} and not deleted group by 1) as n on n.area_id = a.area_id
    where a.exam_id = ${examId} and a.area_no > ${after} and not a.deleted and not exists (
      select 1 from t_arrange as l where l.exam_id = a.exam_id and l.area_id = a.area_id
        and l.arrange_status = ${arrangeIs.locked}
        and not l.deleted)
    order by a.area_no`.execute(db);
  return found.rows;
}

/** Throws `unmetNeeds` with the number of missing seats per area: nothing is written unless all areas have enough. */
async function assertRoom(db: Db, examId: number, areas: readonly Area[]): Promise<void> {
  const rooms = await roomsOf(db, examId, null);
  const counted = await sql<
    Columns<typeof registry.mockStudent, 'areaId' | 'jointCategoryId'> & { n: number }
  >`
    select area_id, joint_category_id, count(*)::integer as n
    from t_mock_student where exam_id = ${examId} and reg_status = ${mockRegIs.registered}
      and not deleted group by 1, 2`.execute(db);
  const groups = Map.groupBy(counted.rows, ({ areaId }) => areaId);
  const lacking: { readonly areaName: string; readonly missing: number }[] = [];
  for (const { areaId, areaName } of areas) {
    const rule = await ruleOf(db, { examId, areaId, ruleType: mockRuleType.is.seats });
    const people = (groups.get(areaId) ?? []).flatMap(({ jointCategoryId, n }) =>
      Array.from({ length: n }, (_, studentId) => ({ studentId, agentId: null, jointCategoryId })),
    );
    const missing = missingSeats(people, withSeats(rooms.get(areaId) ?? [], rule), seatRuleOf(rule));
    if (missing > 0) lacking.push({ areaName, missing });
  }
  if (lacking.length === 0) return;
  const all = lacking.reduce((sum, { missing }) => sum + missing, 0);
  const told = lacking.slice(0, mostTold).map(({ areaName, missing }) => `${areaName} ${missing}`);
  const more = lacking.length > mostTold;
  throw refused(
    `考场容量不足，共缺 ${all} 个座位（${told.join('，')}${more ? ` 等 ${lacking.length} 个考区` : ''}），未做任何编排`,
    `The rooms are too small: ${all} seats are missing (${told.join(', ')}${more ? ` and more, ${lacking.length} areas` : ''}). Nothing was arranged`,
  );
}

/**
 * Arranges the seats of an exam, area by area. First it checks all areas: if seats are missing, nothing is written.
 * Locked areas are kept.
 */
export const arrangeExamWork = defineJobWork(arrangeExam, {
  carry: { rooms: 0, conflicts: 0, areas: 0 },
  async total({ engine, params: { examId } }) {
    const areas = await openAreas(engine.db, examId, 0);
    return areas.reduce((sum, { candidates }) => sum + candidates, 0);
  },
  async chunk(db, { engine, actor, params: { examId } }, after, carry) {
    await lockArrangeable(engine, db, actor, examId);
    const areas = await openAreas(db, examId, after);
    if (after === 0) {
      if (areas.length === 0)
        throw refused(
          '没有可编排的考区：没有已报名的考生，或全部考区已锁定',
          'There is no area to arrange: nobody is registered, or all of them are locked',
        );
      await assertRoom(db, examId, areas);
    }
    let { rooms, conflicts } = carry;
    let [rows, done] = [0, 0];
    for (const { areaId } of areas) {
      if (rows >= chunkCandidates) break;
      const { studentNum, roomNum, conflictNum } = await seatArea(engine, db, actor, { examId, areaId });
      rows += studentNum;
      rooms += roomNum;
      conflicts += conflictNum;
      done += 1;
    }
    const next = done < areas.length ? areas[done - 1]?.areaNo : undefined;
    return { rows, next, inserted: rows, carry: { rooms, conflicts, areas: carry.areas + done } };
  },
  message: ({ total, carry: { areas, rooms, conflicts } }) =>
    label(
      `${total} 名考生已排入 ${areas} 个考区的 ${rooms} 个考场，同机构相邻 ${conflicts} 处`,
      `${total} candidates sit in ${rooms} rooms of ${areas} areas, with ${conflicts} pairs of one agency side by side`,
    ),
});
