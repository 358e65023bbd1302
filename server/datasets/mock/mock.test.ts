import { registry } from '@yikao/model/datasets/index.ts';
import { formats } from '@yikao/model/fields/formats.ts';
import { permissionCodes } from '@yikao/model/permissions.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { elevated } from '../../engine/actor.ts';
import { add } from '../../engine/save.ts';
import { createStepClock } from '../../engine/steps/clock.ts';
import { openTestApp, person, type TestApp } from '../../engine/testing/app.ts';
import { type Home, makeHome, rowOf } from '../../engine/testing/homes.ts';
import { sampleRow } from '../../engine/testing/samples.ts';
import { silentLogger } from '../../platform/logger.ts';
import { migrated } from '../../testing/database.ts';
import { inOrder } from './arrangement-rules.ts';

const people: Record<string, ReturnType<typeof person>> = { admin: person({ userId: 820_001 }) };
let app: TestApp;
let home: Home;
let agents: number[] = [];
let areas: number[] = [];
let jointCategoryId = 0;
const dataYear = 2098;

const post = (path: string, body: object, who = 'admin') => app.call(who, 'POST', path, body);

/** What an answer says, where a scenario has to go on. */
function done(answer: Awaited<ReturnType<TestApp['call']>>) {
  expect(answer.status, answer.body.message).toBe(200);
  return answer.body.data;
}

beforeAll(async () => {
  app = await openTestApp(migrated, people);
  home = await makeHome(app.engine);
  const own = async (dataset: (typeof registry)['agent'] | (typeof registry)['area']) =>
    (await rowOf(app.engine, dataset as (typeof registry)['agent'], home)).value;
  agents = [home.agency, await own(registry.agent), await own(registry.agent)];
  areas = [await own(registry.area), await own(registry.area)];
  const category = await sampleRow(app.engine, registry.jointCategory, 1, {
    dataYear,
    provinceId: home.province,
  });
  await add(app.engine, registry.jointCategory, elevated(), category);
  const found = await sql<{ id: number }>`
    select joint_category_id::integer as id from t_joint_category
    where data_year = ${dataYear} and province_id = ${home.province}`.execute(app.engine.db);
  jointCategoryId = found.rows[0]?.id ?? 0;
  const codes = permissionCodes().flatMap(({ code }) => (code?.startsWith('mock:') ? [code] : []));
  people.agency = person({
    userId: 820_002,
    admin: false,
    agentId: home.agency,
    partnersIds: [home.partner],
    permissions: new Set(codes),
  });
});
afterAll(() => app.close());

let exams = 0;

/** An exam with two areas, a session and three agencies, open for registration. */
async function openExam(more: object = {}): Promise<number> {
  exams += 1;
  const { examId } = done(
    await post(registry.mockExam.path, {
      examName: `模拟考${exams}`,
      ...{ dataYear, partnersId: home.partner, provinceId: home.province },
      ...{ regStartTime: '2020-01-01 00:00:00', regEndTime: '2098-01-01 00:00:00' },
      ...{ examStartTime: '2098-02-01 09:00:00', examEndTime: '2098-02-01 18:00:00' },
      ...{ fee: '80.00', payMode: 1, photoFlag: 0 },
      ...more,
    }),
  );
  const tooEarly = await app.call('admin', 'PUT', `${registry.mockExam.path}/open`, { examId });
  expect(tooEarly.body.message).toContain('还没有考试科目');
  done(
    await post(registry.examInfo.path, {
      ...{ examId, dataYear, provinceId: home.province, jointCategoryId, subjectName: '素描' },
      ...{ startTime: '2098-02-01 09:00:00', endTime: '2098-02-01 12:00:00' },
    }),
  );
  for (const [at, areaId] of areas.entries())
    done(await post(registry.examArea.path, { examId, areaId, areaNo: at + 1 }));
  for (const agentId of agents) done(await post(registry.examAgent.path, { examId, agentId }));
  done(await app.call('admin', 'PUT', `${registry.mockExam.path}/open`, { examId }));
  return examId;
}

let made = 0;

/** The body of a new candidate. */
function pupil(examId: number, areaId: number | undefined, agentId: number | null) {
  made += 1;
  return {
    ...{ examId, areaId, agentId, jointCategoryId, dataYear, provinceId: home.province },
    studentName: `考生${made}`,
    idNo: formats.idNumber.sample(made * 7),
    mobile: `139${String(made).padStart(8, '0')}`,
  };
}

async function statusOf(examId: number): Promise<number> {
  const found = await sql<{
    status: number;
  }>`select exam_status as status from t_mock_exam where exam_id = ${examId}`.execute(app.engine.db);
  return found.rows[0]?.status ?? -1;
}

describe('a mock exam', () => {
  test('goes from registration to released tickets: paid, numbered, seated, swapped, locked, and back', async () => {
    const examId = await openExam();
    const students: number[] = [];
    for (let at = 0; at < 14; at += 1) {
      const { studentId } = done(
        await post(registry.mockStudent.path, pupil(examId, areas[at < 10 ? 0 : 1], agents[at % 3] ?? null)),
      );
      students.push(studentId);
    }
    const orders = await sql<{ id: number; amount: string }>`
      select order_id::integer as id, amount::text as amount from t_mock_order where exam_id = ${examId} order by 1`.execute(
      app.engine.db,
    );
    expect(orders.rows.map(({ amount }) => amount)).toEqual(Array.from({ length: 14 }, () => '80.00'));
    const paid = await app.call('admin', 'PUT', `${registry.mockOrder.path}/pay`, {
      ids: orders.rows.map(({ id }) => id),
      payType: 4,
      batchNo: 'TF-1',
    });
    expect(done(paid)).toMatchObject({ count: 14, refused: [] });
    const area = await app.call('admin', 'GET', `${registry.examArea.path}?examId=${examId}`);
    expect(area.body.data.records.map((row: { regNum: number }) => row.regNum)).toEqual([10, 4]);

    // Nothing of seats and numbers before registration is over.
    expect((await post(registry.arrange.path, { examId, areaId: areas[0] })).body.message).toContain(
      '报名截止后',
    );
    done(await app.call('admin', 'PUT', `${registry.mockExam.path}/close`, { examId }));
    expect((await post(registry.arrange.path, { examId, areaId: areas[0] })).body.message).toBe(
      '请先生成准考证号',
    );
    const numbers = done(await post(`${registry.ticket.path}/generate`, { examId }));
    expect(numbers).toMatchObject({ count: 14 });
    expect(String(numbers.first)).toMatch(/^98\d+0100001$/);
    expect(await statusOf(examId)).toBe(3);

    // Too few seats: told how many, nothing written.
    done(
      await post(`${registry.mockRoom.path}/batch`, { examId, areaId: areas[0], count: 1, layout: '3,3' }),
    );
    expect((await post(registry.arrange.path, { examId, areaId: areas[0] })).body.message).toBe(
      '考场容量不足，缺 4 个座位',
    );
    const none = await sql`select 1 from t_seat where exam_id = ${examId}`.execute(app.engine.db);
    expect(none.rows).toHaveLength(0);
    done(
      await post(`${registry.mockRoom.path}/batch`, { examId, areaId: areas[0], count: 1, layout: '3,3' }),
    );
    done(
      await post(`${registry.mockRoom.path}/batch`, { examId, areaId: areas[1], count: 1, layout: '4,4' }),
    );
    const first = done(await post(registry.arrange.path, { examId, areaId: areas[0] }));
    expect(first).toMatchObject({ studentNum: 10, roomNum: 2, conflictNum: 0 });
    // Done again it takes the place of the former, with the same seats.
    const seats = async () =>
      (
        await sql<{ who: string }>`
          select string_agg(room_id || '/' || seat_no || '/' || student_id, ' ' order by room_id, seat_no) as who
          from t_seat where exam_id = ${examId} and area_id = ${areas[0] ?? 0} and not deleted`.execute(
          app.engine.db,
        )
      ).rows[0]?.who;
    const before = await seats();
    const again = done(await post(registry.arrange.path, { examId, areaId: areas[0] }));
    expect(await seats()).toBe(before);
    const second = done(await post(registry.arrange.path, { examId, areaId: areas[1] }));

    // Two people change places, and one takes a free seat.
    const rooms = await sql<{ id: number }>`
      select room_id::integer as id from t_mock_room where exam_id = ${examId} and area_id = ${areas[0] ?? 0} order by room_no`.execute(
      app.engine.db,
    );
    const [roomId = 0, secondRoom = 0] = rooms.rows.map(({ id }) => id);
    const grid = async (id: number) =>
      done(await app.call('admin', 'GET', `${registry.seat.path}/room?roomId=${id}`));
    const whole = await grid(roomId);
    expect(whole).toMatchObject({ rows: 3, columns: 2 });
    const at = (seatNo: number, of = whole) =>
      of.seats.find((one: { seatNo: number }) => one.seatNo === seatNo)?.studentId ?? null;
    const [one, two] = [at(1), at(2)];
    expect(
      done(await post(`${registry.arrange.path}/adjust`, { studentId: one, roomId, seatNo: 2 })),
    ).toMatchObject({ swapped: true });
    const swapped = await grid(roomId);
    expect([at(1, swapped), at(2, swapped)]).toEqual([two, one]);
    expect(
      done(await post(`${registry.arrange.path}/adjust`, { studentId: one, roomId: secondRoom, seatNo: 6 })),
    ).toMatchObject({ swapped: false });
    expect(at(6, await grid(secondRoom))).toBe(one);
    expect(
      (await post(`${registry.arrange.path}/adjust`, { studentId: one, roomId, seatNo: 60 })).body.message,
    ).toBe('该考区没有这个座位');

    // The last lock arranges the exam; tickets come out and go back with an unlocking.
    done(await app.call('admin', 'PUT', `${registry.arrange.path}/lock`, { arrangeId: again.arrangeId }));
    expect(await statusOf(examId)).toBe(3);
    expect((await post(registry.arrange.path, { examId, areaId: areas[0] })).body.message).toContain(
      '已锁定',
    );
    done(
      await app.call('admin', 'PUT', `${registry.arrange.path}/lock`, {
        arrangeId: second.arrangeId,
        flag: 1,
      }),
    );
    expect(await statusOf(examId)).toBe(4);
    expect(done(await app.call('admin', 'PUT', `${registry.ticket.path}/release`, { examId }))).toEqual({
      count: 14,
    });
    expect(await statusOf(examId)).toBe(5);
    done(
      await app.call('admin', 'PUT', `${registry.arrange.path}/lock`, {
        arrangeId: second.arrangeId,
        flag: 0,
      }),
    );
    expect(await statusOf(examId)).toBe(3);
    const out = await sql`select 1 from t_ticket where exam_id = ${examId} and release_flag = 1`.execute(
      app.engine.db,
    );
    expect(out.rows).toHaveLength(0);

    // A refund after registration has closed is said twice, and frees number and seat.
    const refund = { orderId: orders.rows[0]?.id, reason: '退出考试' };
    expect((await app.call('admin', 'PUT', `${registry.mockOrder.path}/refund`, refund)).status).toBe(409);
    done(await app.call('admin', 'PUT', `${registry.mockOrder.path}/refund`, { ...refund, force: 1 }));
    const gone = await app.call('admin', 'GET', `${registry.mockStudent.path}/info?studentId=${students[0]}`);
    expect(gone.body.data).toMatchObject({ regStatus: 3, ticketNo: null, roomNo: null, seatNo: null });
  });

  test('gives the order of the vector for its seed', () => {
    const candidates = Array.from({ length: 10 }, (_, at) => ({
      ...{
        studentId: at + 1,
        agentId: null,
        jointCategoryId: 1,
        studentName: 'x',
        ticketNo: null,
        since: '',
      },
    }));
    const order = inOrder(candidates, { orderMode: 1, seed: null }, '20250101');
    expect(order.map(({ studentId }) => studentId)).toEqual([3, 9, 1, 2, 5, 10, 4, 8, 7, 6]);
  });

  test('registers for an agency its own pupils alone, within quotas, once each, and no longer than it is open', async () => {
    const examId = await openExam({ payMode: 0 });
    await sql`update t_exam_agent set quota = 2 where exam_id = ${examId} and agent_id = ${home.agency}`.execute(
      app.engine.db,
    );
    const path = registry.mockStudent.path;
    const own = pupil(examId, areas[0], home.agency);
    const { studentId } = done(await post(path, own, 'agency'));
    const row = await app.call('agency', 'GET', `${path}/info?studentId=${studentId}`);
    expect(row.body.data).toMatchObject({ regStatus: 1, regSource: 2, agentId: home.agency });
    const foreign = done(await post(path, pupil(examId, areas[0], agents[1] ?? null)));
    const list = await app.call('agency', 'GET', `${path}?examId=${examId}`);
    expect(list.body.data.records.map((one: { studentId: number }) => one.studentId)).toEqual([studentId]);
    expect(JSON.stringify(list.body.data)).not.toContain(own.idNo);
    expect((await app.call('agency', 'GET', `${path}/info?studentId=${foreign.studentId}`)).status).toBe(404);
    expect((await post(path, { ...own, mobile: '13900009999' }, 'agency')).body.message).toContain('已存在');
    expect(
      (await post(path, { ...pupil(examId, areas[0], home.agency), idNo: '11010519491231002Y' })).status,
    ).toBe(400);
    done(await post(path, pupil(examId, areas[0], home.agency), 'agency'));
    expect((await post(path, pupil(examId, areas[0], home.agency), 'agency')).body.message).toContain(
      '名额已满（2 人）',
    );
    done(await app.call('admin', 'PUT', `${registry.mockExam.path}/close`, { examId }));
    expect((await post(path, pupil(examId, areas[0], home.agency), 'agency')).body.message).toContain(
      '报名已截止',
    );
    done(await post(path, pupil(examId, areas[1], agents[2] ?? null)));
  });

  test('cancels whoever has not paid in time', async () => {
    const examId = await openExam();
    const { studentId } = done(
      await post(registry.mockStudent.path, pupil(examId, areas[0], agents[0] ?? null)),
    );
    await sql`update t_mock_order set expire_time = now() - interval '1 minute' where student_id = ${studentId}`.execute(
      app.engine.db,
    );
    await createStepClock({ engine: app.engine, logger: silentLogger(), works: true }).takeDue();
    const row = await app.call('admin', 'GET', `${registry.mockStudent.path}/info?studentId=${studentId}`);
    expect(row.body.data.regStatus).toBe(2);
    done(await app.call('admin', 'PUT', `${registry.mockStudent.path}/registerAgain`, { studentId }));
    const orders = await app.call('admin', 'GET', `${registry.mockOrder.path}?studentId=${studentId}`);
    expect(orders.body.data.records.map((one: { status: number }) => one.status)).toEqual([0, 2]);
  });
});
