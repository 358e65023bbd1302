import { mockRegStatus } from '@yikao/model/contexts/mock/mock.codes.ts';
import { numberExam } from '@yikao/model/contexts/mock/mock-exam.jobs.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { sql } from 'kysely';
import { defineJobWork } from '../../../engine/jobs/feature/define-job-work.ts';
import { codesOf } from '../../../engine/table/codes-of.ts';
import { countFrom } from '../../../engine/table/sql.ts';
import { areasOf, finishNumbering, lockNumberable, numberArea } from './ticket-numbers.ts';

const mockRegIs = codesOf(mockRegStatus);

/** Approximate candidates per transaction: an area is not split. */
const chunkCandidates = 4_000;

/** Assigns the numbers of an exam, area by area; the last one completes the exam's numbering. */
export const numberExamWork = defineJobWork(numberExam, {
  carry: { first: '', last: '' },
  async total({ engine, params: { examId } }) {
    return countFrom(
      engine.db,
      sql`t_mock_student
        where exam_id = ${examId} and reg_status = ${mockRegIs.registered} and ticket_no is null and not deleted`,
    );
  },
  async chunk(db, { engine, actor, params: { examId } }, after, carry) {
    const exam = await lockNumberable(engine, db, actor, examId);
    const areas = (await areasOf(db, examId, null)).filter(({ areaNo }) => areaNo > after);
    let { first, last } = carry;
    let [rows, done] = [0, 0];
    for (const area of areas) {
      if (rows >= chunkCandidates) break;
      const given = await numberArea(engine, db, exam, area, actor);
      first ||= given[0]?.ticketNo ?? '';
      last = given.at(-1)?.ticketNo ?? last;
      rows += given.length;
      done += 1;
    }
    const next = done < areas.length ? areas[done - 1]?.areaNo : undefined;
    if (next === undefined) await finishNumbering(engine, db, exam, actor);
    return { rows, next, inserted: rows, carry: { first, last } };
  },
  message: ({ total, carry: { first, last } }) =>
    total === 0
      ? label('全部考生已有准考证号', 'Every candidate has a number already')
      : label(
          `已为 ${total} 名考生生成准考证号：${first} 至 ${last}`,
          `${total} candidates have got numbers, ${first} to ${last}`,
        ),
});
