/**
 * Costs of a large mock exam: numbers and seats of all its areas as jobs, each compared with one set-based SQL pass
 * that reads and writes the same rows; then the tickets of a print page, and totals, ranks and statistics of its marks,
 * for a quarter, a half and all of them, and a publication that notifies everyone. In this process on a PostgreSQL
 * server.
 *
 *   node bench/arrange.ts [candidates] [areas]
 */

import { mockPrintCalls } from '@yikao/model/contexts/mock/calls/mock-print.calls.ts';
import { arrangeExam, numberExam } from '@yikao/model/contexts/mock/mock-exam.jobs.ts';
import { statisticsOf } from '@yikao/server/contexts/mock/marks/mark-statistics.ts';
import { publishMarks } from '@yikao/server/contexts/mock/marks/publish-marks.ts';
import { printData } from '@yikao/server/contexts/mock/print/print-data.ts';
import { startFeatureJob } from '@yikao/server/engine/jobs/feature/start-feature-job.ts';
import { findJob } from '@yikao/server/engine/jobs/lifecycle/job.ts';
import { work } from '@yikao/server/engine/jobs/work.ts';
import { elevated } from '@yikao/server/engine/scope/actor.ts';
import { silentLogger } from '@yikao/server/platform/logger.ts';
import { sql } from 'kysely';
import { startEngine } from './engine.ts';

const candidates = Number(process.argv[2] ?? 50_000);
const areas = Number(process.argv[3] ?? 60);
/** Agencies that send them. */
const agencies = 80;
const sessions = 6;
/** Seats per room. */
const perRoom = 30;
const examId = 1;

const seconds = async (make: () => Promise<unknown>) => {
  const begin = performance.now();
  await make();
  return (performance.now() - begin) / 1000;
};
const bench = await startEngine();
try {
  const { engine } = bench;
  const { db } = engine;
  const actor = elevated();
  const currentActor = async (_: unknown, starter: object) => ({
    ...actor,
    ...starter,
    permissions: actor.permissions,
  });

  await sql`
    insert into t_partners (partners_id, partners_name, parent_id, channel_name, data_year, show_flag, mobile_auth,
      user_name, position, phone, address, guide_rate, prob_rate, list_rate, status)
    values (1, '示例合伙人', 0, '', 2026, 1, 0, '示例', '', '', '', 0, 0, 0, 1)`.execute(db);
  await sql`
    insert into t_mock_exam (exam_id, exam_name, exam_no, data_year, partners_id, province_id, reg_start_time, reg_end_time,
      exam_start_time, exam_end_time, fee, pay_mode, photo_flag, print_template, exam_status)
    values (${examId}, '大型模拟考', 1, 2026, 1, 430000, now(), now(), now(), now(), 0, 0, 0, 'print', 2)`.execute(
    db,
  );
  await sql`
    insert into t_exam_info (exam_id, data_year, province_id, joint_category_id, subject_name, full_score, start_time,
      end_time, weight, order_num)
    select ${examId}, 2026, 430000, 1, '科目' || n, 100, now(), now(), 0.5, n
    from generate_series(1, ${sessions}::integer) as n`.execute(db);
  await sql`
    insert into t_area (area_id, area_name, partners_id, province_id, address, status)
    select n, '考区' || n, 1, 430000, 'x', 1 from generate_series(1, ${areas}::integer) as n`.execute(db);
  await sql`
    insert into t_exam_area (exam_id, area_id, area_no, quota, status)
    select ${examId}, n, n, 0, 1 from generate_series(1, ${areas}::integer) as n`.execute(db);
  await sql`
    insert into t_mock_student (exam_id, data_year, province_id, area_id, agent_id, joint_category_id, student_name, id_no,
      mobile, reg_status, reg_source)
    select ${examId}, 2026, 430000, 1 + n % ${areas}::integer, 1 + (n * 7) % ${agencies}::integer, 1, '考生' || n,
      lpad(n::text, 18, '0'), '13900000000', 1, 2
    from generate_series(1, ${candidates}::integer) as n`.execute(db);
  const rooms = Math.ceil(candidates / areas / perRoom) + 1;
  await sql`
    insert into t_mock_room (exam_id, data_year, province_id, area_id, room_no, layout, capacity, status)
    select ${examId}, 2026, 430000, a, r, '6,6,6,6,6', ${perRoom}, 1
    from generate_series(1, ${areas}::integer) as a, generate_series(1, ${rooms}::integer) as r`.execute(db);
  await sql`vacuum analyze`.execute(db);
  console.log(`${candidates} candidates in ${areas} areas, ${areas * rooms} rooms, ${agencies} agencies`);

  const asJob = async (kind: typeof arrangeExam | typeof numberExam) => {
    const { id } = await startFeatureJob(engine, kind, actor, { examId });
    const took = await seconds(() =>
      work({ engine, logger: silentLogger(), workFolder: bench.workFolder, currentActor }, id),
    );
    const job = await findJob(db, id);
    console.log(
      `${kind.name}: ${took.toFixed(1)} s as a job (aim: at most 10 s for 50,000); ${job?.status}, ${job?.message}`,
    );
    return took;
  };
  const compare = (job: number, pass: number) =>
    console.log(`  one SQL pass: ${pass.toFixed(1)} s; ratio ${(job / pass).toFixed(2)} (aim: at most 4)`);

  const numbered = await asJob(numberExam);
  await sql`delete from t_ticket`.execute(db);
  await sql`update t_mock_student set ticket_no = null`.execute(db);
  await sql`vacuum analyze`.execute(db);
  const byPass = await seconds(() =>
    sql`
      with given as (
        update t_mock_student as s set ticket_no = '264301' || lpad(s.area_id::text, 2, '0') || lpad(o.place::text, 5, '0')
        from (select student_id, row_number() over (partition by area_id order by md5(student_id::text)) as place
          from t_mock_student where exam_id = ${examId} and reg_status = 1 and not deleted) as o
        where o.student_id = s.student_id
        returning s.exam_id, s.area_id, s.student_id, s.agent_id, s.ticket_no)
      insert into t_ticket (exam_id, area_id, student_id, agent_id, ticket_no, release_flag, print_num)
      select exam_id, area_id, student_id, agent_id, ticket_no, 0, 0 from given`.execute(db),
  );
  compare(numbered, byPass);

  await sql`update t_mock_exam set exam_status = 3`.execute(db);
  await sql`vacuum analyze`.execute(db);
  const arranged = await asJob(arrangeExam);
  await sql`delete from t_seat`.execute(db);
  await sql`update t_mock_student set room_no = null, seat_no = null`.execute(db);
  await sql`vacuum analyze`.execute(db);
  const bySql = await seconds(() =>
    sql`
      with placed as (
        insert into t_seat (arrange_id, exam_id, area_id, room_id, seat_no, row_no, col_no, student_id, agent_id,
          conflict_flag, absent_flag)
        select o.area_id, ${examId}, o.area_id, r.room_id, 1 + (o.place - 1) % ${perRoom}, 1 + (o.place - 1) % 6,
          1 + (o.place - 1) % ${perRoom} / 6, o.student_id, o.agent_id, 0, 0
        from (select student_id, area_id, agent_id,
            row_number() over (partition by area_id order by md5(student_id::text)) as place
          from t_mock_student where exam_id = ${examId} and reg_status = 1 and not deleted) as o
          join t_mock_room as r on r.area_id = o.area_id and r.room_no = 1 + (o.place - 1) / ${perRoom}
        returning student_id, room_id, seat_no)
      update t_mock_student as s set room_no = r.room_no, seat_no = p.seat_no
      from placed as p join t_mock_room as r on r.room_id = p.room_id where p.student_id = s.student_id`.execute(
      db,
    ),
  );
  compare(arranged, bySql);

  await sql`update t_mock_exam set exam_status = 5`.execute(db);
  const studentIds = Array.from({ length: Math.min(600, candidates) }, (_, at) => at + 1);
  const ask = mockPrintCalls.data.query.parse({ examId, type: 'ticket', studentIds });
  let printed = 0;
  const read = await seconds(async () => {
    printed = (await printData(engine, actor, ask)).pages.length;
  });
  console.log(`data of ${printed} tickets in one call: ${read.toFixed(2)} s (aim: at most 1 s for 600)`);

  for (const part of [4, 2, 1]) {
    const people = Math.floor(candidates / part);
    await sql`truncate t_mock_score, t_mock_result`.execute(db);
    await sql`update t_mock_exam set exam_status = 6, publish_flag = 0`.execute(db);
    await sql`update t_mock_student set reg_status = case when student_id <= ${people} then 1 else 2 end`.execute(
      db,
    );
    await sql`
      insert into t_mock_score (exam_id, student_id, info_id, score, absent_flag, cheat_flag)
      select ${examId}, s.student_id, i.info_id, 40 + (s.student_id * 13 + i.info_id * 7) % 60, 0, 0
      from t_mock_student as s, t_exam_info as i where s.student_id <= ${people}`.execute(db);
    await sql`vacuum analyze`.execute(db);
    const ranked = await seconds(() => publishMarks(engine, actor, { examId, publishFlag: 1, notice: 0 }));
    const counted = await seconds(() => statisticsOf(engine, actor, { examId }));
    console.log(
      `marks of ${people} × ${sessions}: ranks ${ranked.toFixed(2)} s, statistics ${counted.toFixed(2)} s (aim: at most 5 s for 50,000)`,
    );
  }
  await publishMarks(engine, actor, { examId, publishFlag: 0, notice: 0 });
  await sql`vacuum analyze`.execute(db);
  let posted = 0;
  const told = await seconds(async () => {
    posted = (await publishMarks(engine, actor, { examId, publishFlag: 1, notice: 1 })).noticeNum;
  });
  const takenBack = await seconds(() => publishMarks(engine, actor, { examId, publishFlag: 0, notice: 1 }));
  console.log(
    `published with ${posted} text messages: ${told.toFixed(2)} s, withdrawn with all of them waiting: ${takenBack.toFixed(2)} s (aim: at most 5 s for 50,000)`,
  );
} finally {
  await bench.stop();
}
