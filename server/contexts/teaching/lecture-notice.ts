import type { registry } from '@yikao/model/contexts/datasets.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import type { Engine } from '../../engine/engine.ts';
import type { StepRow } from '../../engine/steps/step-server.ts';
import type { Columns } from '../../engine/table/columns.ts';
import type { Tx } from '../../engine/table/sql.ts';
import { tell } from '../notice/tell.ts';

/** Tells candidates that their place at a lecture is theirs. */
export async function tellOfPlaces(
  engine: Engine,
  db: Tx,
  rows: readonly StepRow<RowOf<typeof registry.lectureApply>>[],
): Promise<void> {
  const found = await sql<Columns<typeof registry.lecture, 'id' | 'lectureName' | 'startTime'>>`
    select id, lecture_name, start_time from t_lecture
    where id = any(${rows.map(({ lectureId }) => lectureId)}::bigint[])`.execute(db);
  const lectures = new Map(found.rows.map(row => [row.id, row]));
  for (const { rowKey, version, lectureId, userId, mobile, name } of rows) {
    const lecture = lectures.get(lectureId);
    await tell(engine, db, 'lectureTaken', {
      occasion: `lectureApply:${rowKey}/${version}`,
      people: sql`
        select ${`lectureApply:${rowKey}`}::text as person, null::bigint as account_id, ${userId}::bigint as consumer_id,
          ${mobile}::text as mobile, ${name}::text as name, null::bigint as partners_id, null::bigint as province_id,
          null::bigint as agent_id`,
      values: {
        lecture: lecture?.lectureName ?? '',
        time: lecture?.startTime ? shanghaiTime(lecture.startTime).slice(0, 16) : '',
      },
      rowId: rowKey,
    });
  }
}
