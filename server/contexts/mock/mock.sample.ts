import { registry } from '@yikao/model/contexts/datasets.ts';
import { printPage } from '@yikao/model/contexts/mock/mock.codes.ts';
import { sql } from 'kysely';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** Registration is opened for an exam with a session and an area that ends in the future; candidates have to pay. */
export const mockExamSample = defineSample(registry.mockExam, {
  values: n => ({
    regStartTime: '2020-01-01 00:00:00',
    examStartTime: '2020-02-01 00:00:00',
    payMode: 1,
    fee: `${10 + n}.50`,
  }),
  async beside(db, key) {
    await sql`update t_mock_exam set reg_end_time = '2098-01-01', exam_end_time = '2098-02-02'
      where exam_id = ${key}`.execute(db);
    await sql`
      insert into t_exam_info (exam_id, data_year, province_id, joint_category_id, subject_name, full_score, start_time,
        end_time, weight, order_num)
      values (${key}, 2026, 1, 1, 'x', 100, now(), now(), 1, 0) on conflict do nothing`.execute(db);
    await sql`insert into t_exam_area (exam_id, area_id, area_no, quota, status) values (${key}, 1, 1, 0, 1)
      on conflict do nothing`.execute(db);
  },
  async alone(db, key) {
    await sql`delete from t_exam_info where exam_id = ${key}`.execute(db);
    await sql`delete from t_exam_area where exam_id = ${key}`.execute(db);
  },
  given: { until: '2098-01-01 00:00:00' },
});

/** Candidates register in an open exam, for an area, a category and an agency that it has. */
export const mockStudentSample = defineSample(registry.mockStudent, {
  ready: (db, { examId, areaId, agentId = null, jointCategoryId }) =>
    // One statement, since every scenario creates many.
    sql`
      with exam as (
        update t_mock_exam set exam_status = 1 where exam_id = ${examId}::bigint
        returning exam_id, data_year, province_id
      ), area as (
        insert into t_exam_area (exam_id, area_id, area_no, quota, status)
        select exam_id, ${areaId}::bigint,
          1 + (select count(*) from t_exam_area a where a.exam_id = exam.exam_id), 0, 1 from exam
        on conflict (exam_id, area_id) where not deleted do update set status = 1
      ), agent as (
        insert into t_exam_agent (exam_id, agent_id, quota, pay_mode, status)
        select exam_id, ${agentId}::bigint, 0, 0, 1 from exam where ${agentId}::bigint is not null
        on conflict (exam_id, agent_id) where not deleted do update set status = 1
      )
      insert into t_exam_info (exam_id, data_year, province_id, joint_category_id, subject_name, full_score, start_time,
        end_time, weight, order_num)
      select exam_id, data_year, province_id, ${jointCategoryId}::bigint, 'x', 100, now(), now(), 1, 0 from exam
      on conflict do nothing`.execute(db),
  beside: (db, key) =>
    sql`update t_mock_exam set exam_status = 1
      where exam_id = (select exam_id from t_mock_student where student_id = ${key})`.execute(db),
});

/** An exam has one rule of a kind per area, and one pattern of numbers for all of them. */
export const mockRuleSample = defineSample(registry.mockRule, {
  fresh: 'examId',
  values: () => ({ ticketPattern: '{yy}{pp}{ee}{aa}{nnnnn}' }),
});

/** An area of an exam has one arrangement that counts. */
export const arrangeSample = defineSample(registry.arrange, { internal: n => ({ areaId: 900_000 + n }) });

/** A candidate has one seat. */
export const seatSample = defineSample(registry.seat, { fresh: 'studentId' });

/** Rooms of an area have different numbers. */
export const mockRoomSample = defineSample(registry.mockRoom, {
  values: n => ({ roomNo: 1 + (n % 999) }),
});

/** Sessions that any mark and any time fits. */
export const examInfoSample = defineSample(registry.examInfo, {
  values: () => ({ startTime: '2020-02-01 09:00:00', fullScore: '300.00', passScore: '1.00' }),
});

/** Areas of an exam have different numbers. */
export const examAreaSample = defineSample(registry.examArea, { values: n => ({ areaNo: 1 + (n % 99) }) });

/**
 * Marks are entered for registered candidates once the exam is over, in sessions of their category. The exam is
 * published, so that agencies can read theirs.
 */
export const mockScoreSample = defineSample(registry.mockScore, {
  values: n => ({ score: `${n % 100}.50`, absentFlag: 0 }),
  async ready(db, { examId, studentId, infoId }) {
    await sql`update t_mock_exam set exam_status = 6, publish_flag = 1 where exam_id = ${examId}::bigint`.execute(
      db,
    );
    await sql`update t_mock_student set reg_status = 1 where student_id = ${studentId}::bigint`.execute(db);
    await sql`
      update t_exam_info set full_score = 300,
        joint_category_id = (select joint_category_id from t_mock_student where student_id = ${studentId}::bigint)
      where info_id = ${infoId}::bigint`.execute(db);
  },
  beside: (db, key) =>
    sql`update t_mock_exam set exam_status = 6, publish_flag = 1
      where exam_id = (select exam_id from t_mock_score where score_id = ${key})`.execute(db),
});

const pages = printPage.items.map(({ code }) => code);
let templates = 0;

/** A partner has one template per page: each sample uses the next page, and replaces its existing template. */
export const printTemplateSample = defineSample(registry.printTemplate, {
  values: () => ({ templateKey: pages[templates++ % pages.length] }),
  fresh: 'partnersId',
  ready: (db, { templateKey, partnersId }) =>
    sql`delete from t_print_template
      where template_key = ${templateKey} and partners_id = ${partnersId}::bigint`.execute(db),
});
