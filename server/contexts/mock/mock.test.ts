import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { formats } from '@yikao/model/fields/parts/formats.ts';
import { permissionCodes } from '@yikao/model/permissions.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { elevated } from '../../engine/scope/actor.ts';
import { createStepClock } from '../../engine/steps/clock.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { openTestApp, person, type TestApp } from '../../engine/testing/app.ts';
import { type Home, makeHome, rowOf } from '../../engine/testing/homes.ts';
import { sampleRow } from '../../engine/testing/samples.ts';
import { finished, importFile, upload, writeSheet } from '../../engine/testing/workbooks.ts';
import { add } from '../../engine/write/save.ts';
import { zipOf } from '../../excel/testing/zip.ts';
import { migrated } from '../../testing/database.ts';
import { inOrder } from './seats/arrangement-rules.ts';

const people: Record<string, ReturnType<typeof person>> = {
  admin: person({ userId: 820_001 }),
  reviewer: person({ userId: 820_004 }),
  second: person({ userId: 820_005 }),
};
let app: TestApp;
let home: Home;
let agents: number[] = [];
let areas: number[] = [];
let jointCategoryId = 0;
const dataYear = 2098;

const post = (path: string, body: object, who = 'admin') => app.call(who, 'POST', path, body);

/** The data of a successful answer, which the scenario needs to continue. */
function done(answer: Awaited<ReturnType<TestApp['call']>>) {
  expect(answer.status, answer.body.message).toBe(200);
  return answer.body.data;
}

/** The refund of an order that was applied for last. */
async function refundOf(orderId: number): Promise<number> {
  const found = await sql<{ id: number }>`
    select refund_id as id from t_refund where mock_order_id = ${orderId} order by 1 desc limit 1`.execute(
    app.engine.db,
  );
  return found.rows[0]?.id ?? 0;
}

/** Refunds the fee of an order after numbers were assigned: requested, approved by two others, paid out by hand. */
async function refundWithTwo(orderId: number): Promise<void> {
  const ask = (who: string, step: string, body: object) =>
    app.call(who, 'PUT', `${registry.refund.path}/${step}`, body);
  done(
    await app.call('admin', 'PUT', `${registry.mockOrder.path}/refund`, {
      ...{ orderId, reason: '退出考试', force: 1 },
    }),
  );
  const refundId = await refundOf(orderId);
  expect((await ask('admin', 'audit', { refundId, pass: 1 })).status).toBe(409);
  done(await ask('reviewer', 'audit', { refundId, pass: 1 }));
  expect((await ask('reviewer', 'audit', { refundId, pass: 1 })).status).toBe(409);
  const order = await sql<Columns<typeof registry.mockOrder, 'status'> & { back: string }>`
    select status, refund_amount::text as back from t_mock_order where order_id = ${orderId}`.execute(
    app.engine.db,
  );
  expect(order.rows[0]).toEqual({ status: 1, back: '0.00' });
  done(await ask('second', 'audit', { refundId, pass: 1 }));
  done(await ask('second', 'confirm', { refundId }));
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
    select joint_category_id as id from t_joint_category
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
  people.printer = person({ userId: 820_003, admin: false, permissions: new Set(['mock:print:list']) });
});
afterAll(() => app.close());

/** Released tickets: staff print all, an agency its own, with complete ID numbers only if the template allows it. */
async function printsTickets(examId: number): Promise<void> {
  const path = '/api/mock/aff/print';
  const ask = (who: string, more = '') => app.call(who, 'GET', `${path}?examId=${examId}${more}`);
  const all = done(await ask('admin'));
  expect(all).toMatchObject({
    total: 14,
    template: { templateKey: 'print', perPage: 2 },
    exam: { released: true },
  });
  expect(all.pages[0].idNo).toMatch(/^\d{6}\*+\d{4}$|^\d{6}\*+\d{3}X$/);
  expect(all.pages[0].sessions).toHaveLength(1);
  const own = done(await ask('agency'));
  const mine = await sql<{ n: number }>`
    select count(*)::integer as n from t_ticket where exam_id = ${examId} and agent_id = ${home.agency}`.execute(
    app.engine.db,
  );
  expect(own.total).toBe(mine.rows[0]?.n);
  expect(own.total).toBeLessThan(14);
  const ids = (pages: readonly { studentId: number }[]) => pages.map(({ studentId }) => studentId);
  const foreign = ids(all.pages).find(id => !ids(own.pages).includes(id));
  expect((await ask('agency', `&studentIds=${foreign}`)).status).toBe(404);
  expect((await ask('agency', `&studentIds=${ids(own.pages)[0]},${foreign}`)).status).toBe(404);
  const log = (who: string, studentIds: unknown) =>
    app.call(who, 'POST', `${path}/log`, { examId, studentIds });
  expect((await log('agency', [foreign])).status).toBe(404);
  expect(done(await log('agency', ids(own.pages)))).toEqual({ count: own.total });
  const counts = await sql<{ n: number; at: unknown }>`
    select print_num as n, last_print_time as at from t_ticket where exam_id = ${examId} and agent_id = ${home.agency}`.execute(
    app.engine.db,
  );
  expect(counts.rows.every(({ n, at }) => n === 1 && at !== null)).toBe(true);
  await findsTicketsThatChanged(examId, own.pages);
  const rooms = done(await ask('admin', '&type=roomSeat'));
  expect(
    rooms.rooms.flatMap((room: { usedNum: number }) => room.usedNum).reduce((a: number, b: number) => a + b),
  ).toBe(14);
  // A partner's own template takes precedence over the house's.
  done(
    await post(registry.printTemplate.path, {
      ...{
        templateKey: 'print',
        partnersId: home.partner,
        templateName: '自有版式',
        paper: 3,
        perPage: 1,
        parts: [2],
      },
    }),
  );
  const whole = done(await ask('admin'));
  expect(whole.template).toMatchObject({ templateName: '自有版式', paper: 3 });
  expect(whole.pages[0].idNo).toMatch(/^\d{17}[\dX]$/);
  // People who may not read complete numbers cannot print them through a template.
  expect(done(await ask('printer')).pages[0].idNo).toContain('*');
}

/** Printed tickets whose room or time changes are found, and are current once they are printed again. */
async function findsTicketsThatChanged(
  examId: number,
  printed: readonly { studentId: number; roomId: number; digest: string }[],
): Promise<void> {
  const path = '/api/mock/aff/print';
  const changed = async (): Promise<{ studentId: number; digest: string }[]> => {
    const list = done(
      await app.call('admin', 'GET', `${registry.ticket.path}/list?examId=${examId}&changedFlag=1&size=100`),
    );
    const { pages, total } = done(await app.call('admin', 'GET', `${path}?examId=${examId}&changedFlag=1`));
    expect(list.total).toBe(total);
    return pages;
  };
  const log = async (of: readonly { studentId: number; digest: string }[]) =>
    done(
      await post(`${path}/log`, {
        examId,
        studentIds: of.map(({ studentId }) => studentId),
        digests: of.map(({ digest }) => digest),
      }),
    );
  expect(await changed()).toEqual([]);
  const [first] = printed;
  const rename = (building: string) =>
    sql`update t_mock_room set building = ${building} where room_id = ${first?.roomId}`.execute(
      app.engine.db,
    );
  await rename('搬到西楼');
  const inRoom = printed.filter(({ roomId }) => roomId === first?.roomId).length;
  expect(await changed()).toHaveLength(inRoom);
  const move = (by: string) =>
    sql`update t_exam_info set start_time = start_time + ${by}::interval where exam_id = ${examId}`.execute(
      app.engine.db,
    );
  await move('30 minutes');
  const all = await changed();
  expect(all).toHaveLength(printed.length);
  // Paper that was loaded before the change is still old, however late its print is recorded.
  await log(printed);
  expect(await changed()).toHaveLength(printed.length);
  await log(all);
  expect(await changed()).toEqual([]);
  await move('-30 minutes');
  expect(await changed()).toHaveLength(printed.length);
}

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
    const orders = await sql<Columns<typeof registry.mockOrder, 'amount'> & { id: number }>`
      select order_id as id, amount from t_mock_order where exam_id = ${examId} order by 1`.execute(
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

    // Too few seats: the number is reported and nothing written.
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
      select room_id as id from t_mock_room where exam_id = ${examId} and area_id = ${areas[0] ?? 0} order by room_no`.execute(
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

    // The last lock completes the arrangement; tickets are released, and withdrawn when it is unlocked.
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
    const early = await app.call('agency', 'GET', `/api/mock/aff/print?examId=${examId}`);
    expect(early.body.message).toContain('准考证还没有发布');
    for (const type of ['roomSeat', 'signSheet', 'deskLabel']) {
      const seats = await app.call('agency', 'GET', `/api/mock/aff/print?examId=${examId}&type=${type}`);
      expect(seats.body.message, type).toContain('准考证还没有发布');
    }
    expect(done(await app.call('admin', 'PUT', `${registry.ticket.path}/release`, { examId }))).toEqual({
      count: 14,
    });
    expect(await statusOf(examId)).toBe(5);
    await printsTickets(examId);
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

    // A refund after registration has closed must be confirmed, is approved by two others, and frees number and seat.
    const refund = { orderId: orders.rows[0]?.id, reason: '退出考试' };
    expect((await app.call('admin', 'PUT', `${registry.mockOrder.path}/refund`, refund)).status).toBe(409);
    await refundWithTwo(refund.orderId ?? 0);
    const gone = await app.call('admin', 'GET', `${registry.mockStudent.path}/info?studentId=${students[0]}`);
    expect(gone.body.data).toMatchObject({ regStatus: 3, ticketNo: null, roomNo: null, seatNo: null });
  });

  test('is numbered and arranged as a whole by jobs, one at a time, and all of that is taken back', async () => {
    const examId = await openExam({ payMode: 0 });
    const own = pupil(examId, areas[0], agents[0] ?? null);
    done(await post(registry.mockStudent.path, own));
    expect((await post(registry.mockStudent.path, { ...own, areaId: areas[1] })).body.message).toContain(
      '重复，请改考试或身份证号',
    );
    for (let at = 1; at < 13; at += 1)
      done(
        await post(registry.mockStudent.path, pupil(examId, areas[at < 8 ? 0 : 1], agents[at % 3] ?? null)),
      );
    const numbering = `${registry.ticket.path}/generate/exam`;
    const arranging = `${registry.arrange.path}/exam`;
    expect((await post(numbering, { examId })).body.message).toContain('报名截止后');
    done(await app.call('admin', 'PUT', `${registry.mockExam.path}/close`, { examId }));
    expect((await post(arranging, { examId })).body.message).toBe('请先生成准考证号');
    expect((await post(numbering, { examId }, 'agency')).status).toBe(404);

    // While one job runs, no other starts, and nothing in the exam is done by hand.
    const { id: numbered } = done(await post(numbering, { examId }));
    for (const [path, body] of [
      [numbering, { examId }],
      [`${registry.ticket.path}/generate`, { examId }],
      [`${registry.ticket.path}/reset`, { examId }],
    ] as const)
      expect((await post(path, body)).body.message, path).toContain('正在执行“生成准考证号”任务');
    expect(await finished(app, 'admin', numbered)).toMatchObject({
      status: 'success',
      done: 13,
      message: expect.stringMatching(/^已为 13 名考生生成准考证号：98\d+0100001 至 98\d+0200005$/),
    });
    expect(await statusOf(examId)).toBe(3);

    // Too few seats in some area: number and area are reported, and nothing is written.
    const rooms = (areaId: number | undefined, layout: string) =>
      post(`${registry.mockRoom.path}/batch`, { examId, areaId, count: 2, layout });
    done(await rooms(areas[0], '2,2'));
    const lacking = await finished(app, 'admin', done(await post(arranging, { examId })).id);
    expect(lacking).toMatchObject({ status: 'fail', done: 0 });
    expect(lacking.message).toContain('考场容量不足，共缺 5 个座位');
    const arrangements = async () => {
      const list = await app.call('admin', 'GET', `${registry.arrange.path}?examId=${examId}`);
      return list.body.data.records as { arrangeId: number; arrangeStatus: number; studentNum: number }[];
    };
    expect(await arrangements()).toEqual([]);
    done(await rooms(areas[1], '3,3'));
    const { id: arranged } = done(await post(arranging, { examId }));
    expect((await post(arranging, { examId })).body.message).toContain('正在执行“编排全部考区”任务');
    expect((await post(registry.arrange.path, { examId, areaId: areas[0] })).body.message).toContain(
      '正在执行',
    );
    expect(await finished(app, 'admin', arranged)).toMatchObject({
      status: 'success',
      done: 13,
      message: expect.stringContaining('13 名考生已排入 2 个考区的 3 个考场'),
    });
    const [second, first] = await arrangements();
    expect([first?.studentNum, second?.studentNum]).toEqual([8, 5]);

    // Locked areas are kept when the rest is arranged again.
    done(await app.call('admin', 'PUT', `${registry.arrange.path}/lock`, { arrangeId: first?.arrangeId }));
    const again = await finished(app, 'admin', done(await post(arranging, { examId })).id);
    expect(again.message).toContain('5 名考生已排入 1 个考区的 1 个考场');
    expect((await arrangements()).filter(one => one.arrangeStatus !== 3)).toHaveLength(2);

    // A cancelled arrangement frees its seats and keeps the numbers, which a separate call resets.
    const [last] = await arrangements();
    const cancel = { arrangeId: last?.arrangeId };
    done(await app.call('admin', 'DELETE', registry.arrange.path, cancel));
    const people = async () =>
      (
        await sql<{ seats: number; numbers: number; least: string }>`
          select count(seat_no)::integer as seats, count(ticket_no)::integer as numbers,
            right(min(ticket_no), 5) as least
          from t_mock_student where exam_id = ${examId}`.execute(app.engine.db)
      ).rows[0];
    expect(await people()).toMatchObject({ seats: 8, numbers: 13 });
    expect((await app.call('admin', 'DELETE', registry.arrange.path, cancel)).status).toBe(409);
    expect(done(await post(`${registry.ticket.path}/reset`, { examId }))).toEqual({ count: 13 });
    expect(await people()).toMatchObject({ seats: 8, numbers: 0 });
    expect(await statusOf(examId)).toBe(2);

    // Two areas that would produce the same numbers are refused with an example.
    done(await post(`${registry.ticket.path}/generate`, { examId, areaId: areas[0] }));
    expect(await people()).toMatchObject({ numbers: 8, least: '00001' });
    await sql`update t_exam_area set area_no = case area_no when 1 then 3 else 1 end where exam_id = ${examId}`.execute(
      app.engine.db,
    );
    const alike = await post(`${registry.ticket.path}/generate`, { examId, areaId: areas[1] });
    expect(alike.body.message).toMatch(/重复的准考证号，如 98\d+0100001/);
    expect(await people()).toMatchObject({ numbers: 8 });
  });

  test('whose numbers tell the seat loses them where the seat goes', async () => {
    const examId = await openExam({ payMode: 0 });
    done(
      await post(registry.mockRule.path, {
        ...{ examId, areaId: 0, ruleType: 1, ruleName: '按座位' },
        ticketPattern: '{yy}{pp}{ee}{aa}{rrr}{ss}',
      }),
    );
    for (const agentId of agents)
      done(await post(registry.mockStudent.path, pupil(examId, areas[0], agentId)));
    done(await app.call('admin', 'PUT', `${registry.mockExam.path}/close`, { examId }));
    done(
      await post(`${registry.mockRoom.path}/batch`, { examId, areaId: areas[0], count: 1, layout: '3,3' }),
    );
    const { id } = done(await post(`${registry.arrange.path}/exam`, { examId }));
    expect(await finished(app, 'admin', id)).toMatchObject({ status: 'success', done: 3 });
    const numbering = `${registry.ticket.path}/generate/exam`;
    expect((await post(numbering, { examId })).body.message).toContain('须先锁定');
    const list = await app.call('admin', 'GET', `${registry.arrange.path}?examId=${examId}`);
    const [{ arrangeId }] = list.body.data.records;
    const lock = (flag: number) =>
      app.call('admin', 'PUT', `${registry.arrange.path}/lock`, { arrangeId, flag });
    done(await lock(1));
    expect(await statusOf(examId)).toBe(4);
    await finished(app, 'admin', done(await post(numbering, { examId })).id);
    const numbers = async () =>
      (
        await sql<{ id: number; no: string | null; room: number }>`
          select s.student_id as id, s.ticket_no as no, t.room_id as room
          from t_mock_student as s left join t_seat as t on t.student_id = s.student_id and not t.deleted
          where s.exam_id = ${examId} order by t.seat_no, 1`.execute(app.engine.db)
      ).rows;
    const given = await numbers();
    expect(given.map(({ no }) => no?.slice(-5))).toEqual(['00101', '00102', '00103']);
    done(await lock(0));
    const [one] = given;
    done(await post(`${registry.arrange.path}/adjust`, { studentId: one?.id, roomId: one?.room, seatNo: 2 }));
    expect((await numbers()).map(({ no }) => no !== null)).toEqual([false, false, true]);
    done(await app.call('admin', 'DELETE', registry.arrange.path, { arrangeId }));
    expect((await numbers()).map(({ no }) => no)).toEqual([null, null, null]);
  });

  test('takes in late candidates on spare seats with the next numbers, and moves nobody else', async () => {
    const examId = await openExam();
    const path = registry.mockStudent.path;
    const register = async (agentId: number | null | undefined, pay = true) => {
      const { studentId } = done(await post(path, pupil(examId, areas[0], agentId ?? null)));
      if (pay) await payFor(studentId);
      return studentId as number;
    };
    const orderOf = async (studentId: number) =>
      (
        await sql<{ id: number }>`
          select max(order_id)::integer as id from t_mock_order where student_id = ${studentId}`.execute(
          app.engine.db,
        )
      ).rows[0]?.id;
    const payFor = async (studentId: number) =>
      done(
        await app.call('admin', 'PUT', `${registry.mockOrder.path}/pay`, { ids: [await orderOf(studentId)] }),
      );
    const seatOf = async (studentId: number) => {
      const { data } = (await app.call('admin', 'GET', `${path}/info?studentId=${studentId}`)).body;
      return [data.regStatus, data.ticketNo?.slice(-5) ?? null, data.roomNo, data.seatNo];
    };
    const first = await register(agents[0]);
    const second = await register(agents[1]);
    const unpaid = await register(agents[1], false);
    done(await app.call('admin', 'PUT', `${path}/cancel`, { studentId: unpaid }));
    done(await app.call('admin', 'PUT', `${registry.mockExam.path}/close`, { examId }));
    await finished(app, 'admin', done(await post(`${registry.ticket.path}/generate/exam`, { examId })).id);
    done(
      await post(`${registry.mockRoom.path}/batch`, { examId, areaId: areas[0], count: 1, layout: '2,2' }),
    );
    const { arrangeId } = done(await post(registry.arrange.path, { examId, areaId: areas[0] }));
    done(await app.call('admin', 'PUT', `${registry.arrange.path}/lock`, { arrangeId }));
    expect(await statusOf(examId)).toBe(4);
    const before = [await seatOf(first), await seatOf(second)];

    // A room with people keeps its seats, whatever edits are tried.
    const room = (await app.call('admin', 'GET', `${registry.mockRoom.path}?examId=${examId}`)).body.data
      .records[0];
    const edit = { roomId: room.roomId, version: room.version, disabledSeats: '2-2' };
    expect((await app.call('admin', 'PUT', registry.mockRoom.path, edit)).body.message).toContain(
      '已有考生就座',
    );

    // Staff restore a cancelled candidate; the number and seat come with the payment.
    expect((await app.call('agency', 'PUT', `${path}/registerAgain`, { studentId: unpaid })).status).not.toBe(
      200,
    );
    done(await app.call('admin', 'PUT', `${path}/registerAgain`, { studentId: unpaid }));
    expect((await seatOf(unpaid)).slice(0, 2)).toEqual([0, null]);
    await payFor(unpaid);
    expect(await seatOf(unpaid)).toEqual([1, '00003', 1, expect.any(Number)]);
    const late = await register(null);
    expect(await seatOf(late)).toEqual([1, '00004', 1, expect.any(Number)]);
    expect([await seatOf(first), await seatOf(second)]).toEqual(before);
    const counted = await app.call('admin', 'GET', `${registry.arrange.path}/info?arrangeId=${arrangeId}`);
    expect(counted.body.data).toMatchObject({ studentNum: 4, roomNum: 1 });

    // The area is full; a refund frees a seat, whose number is not reused.
    const full = await post(path, pupil(examId, areas[0], null));
    expect(full.body.message).toContain('没有空座位');
    await refundWithTwo((await orderOf(second)) ?? 0);
    const last = await register(agents[2]);
    expect(await seatOf(last)).toEqual([1, '00005', 1, before[1]?.[3]]);

    // Reports the exam's progress, to an agency only for its own pupils.
    const progress = async (who: string) =>
      done(await app.call(who, 'GET', `${registry.mockExam.path}/progress?examId=${examId}`));
    expect(await progress('admin')).toMatchObject({
      ...{ examStatus: 4, seatPattern: false, sessions: 1, missingMarks: null },
      areas: [
        { seats: 4, registered: 4, pending: 0, numbered: 4, seated: 4, arrangeStatus: 2 },
        { seats: 0, registered: 0, arrangeStatus: null },
      ],
    });
    expect((await progress('agency')).areas[0]).toMatchObject({ registered: 1, seated: 1 });
    expect(
      (await app.call('admin', 'GET', `${registry.mockExam.path}/progress?examId=99999999`)).status,
    ).toBe(404);
  });

  test('has a fee go back by an application that somebody else approves, by every road there is', async () => {
    const examId = await openExam();
    const { studentId } = done(
      await post(registry.mockStudent.path, pupil(examId, areas[0], agents[0] ?? null)),
    );
    const found = await sql<{ id: number; no: string }>`
      select order_id as id, order_no as no from t_mock_order where student_id = ${studentId}`.execute(
      app.engine.db,
    );
    const { id: orderId = 0, no: orderNo = '' } = found.rows[0] ?? {};
    const put = (who: string, path: string, body: object) => app.call(who, 'PUT', path, body);
    const state = async () =>
      (
        await sql<{ order: number; back: string; student: number }>`
          select o.status as order, o.refund_amount::text as back, s.reg_status as student
          from t_mock_order as o join t_mock_student as s on s.student_id = o.student_id
          where o.order_id = ${orderId}`.execute(app.engine.db)
      ).rows[0];
    const apply = (amount: string) =>
      post('/api/pay/apply_refund', { bizType: 2, orderNo, amount, reason: '不考了' });
    expect((await apply('80.00')).status).toBe(409);
    done(await put('admin', `${registry.mockOrder.path}/pay`, { ids: [orderId], payType: 5 }));
    expect((await apply('80.01')).status).toBe(400);
    // A part leaves the candidate registered.
    const { refundId: part } = done(await apply('30.00'));
    expect(
      (await put('admin', `${registry.mockOrder.path}/refund`, { orderId, reason: '全退' })).status,
    ).toBe(409);
    done(await put('reviewer', `${registry.refund.path}/audit`, { refundId: part, pass: 1 }));
    done(await put('reviewer', `${registry.refund.path}/confirm`, { refundId: part }));
    expect(await state()).toEqual({ order: 1, back: '30.00', student: 1 });
    // The step of the order refunds the whole remainder, even if forced.
    done(await put('admin', `${registry.mockOrder.path}/refund`, { orderId, reason: '全退', force: 1 }));
    expect(await state()).toEqual({ order: 1, back: '30.00', student: 1 });
    const rest = await refundOf(orderId);
    expect((await put('admin', `${registry.refund.path}/audit`, { refundId: rest, pass: 1 })).status).toBe(
      409,
    );
    expect((await put('reviewer', `${registry.refund.path}/withdraw`, { refundId: rest })).status).toBe(409);
    done(await put('admin', `${registry.refund.path}/withdraw`, { refundId: rest }));
    expect(await state()).toEqual({ order: 1, back: '30.00', student: 1 });
    // While money has not been returned, neither the registration nor the order can be deleted.
    for (const [method, path] of [
      ['PUT', `${registry.mockStudent.path}/cancel`],
      ['DELETE', `${registry.mockStudent.path}?ids=${studentId}`],
      ['DELETE', `${registry.mockOrder.path}?ids=${orderId}`],
    ] as const)
      expect((await app.call('admin', method, path, { studentId })).status, path).not.toBe(200);
    done(await put('admin', `${registry.mockOrder.path}/refund`, { orderId, reason: '全退' }));
    const again = await refundOf(orderId);
    done(await put('reviewer', `${registry.refund.path}/audit`, { refundId: again, pass: 1 }));
    expect(await state()).toEqual({ order: 4, back: '30.00', student: 1 });
    done(await put('second', `${registry.refund.path}/confirm`, { refundId: again }));
    expect(await state()).toEqual({ order: 3, back: '80.00', student: 3 });
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
    // Photos come as a zip, named by number; an agency uploads only those of its own pupils.
    const zip = join(app.dataDir, 'photos.zip');
    const photo = Buffer.concat([
      Buffer.from('ffd8ffe0', 'hex'),
      Buffer.alloc(40, 1),
      Buffer.from('ffd9', 'hex'),
    ]);
    await writeFile(zip, zipOf({ [`${own.idNo}.jpg`]: photo, '110105194912310029.jpg': photo }));
    const photos = await importFile(app, 'agency', registry.mockStudent, await upload(app, zip, 820_002), {
      type: 651,
      asked: { examId },
    });
    expect(photos).toMatchObject({ successNum: 1, failNum: 1 });
    const foreign = done(await post(path, pupil(examId, areas[0], agents[1] ?? null)));
    const list = await app.call('agency', 'GET', `${path}?examId=${examId}`);
    expect(list.body.data.records.map((one: { studentId: number }) => one.studentId)).toEqual([studentId]);
    expect(JSON.stringify(list.body.data)).not.toContain(own.idNo);
    expect((await app.call('agency', 'GET', `${path}/info?studentId=${foreign.studentId}`)).status).toBe(404);
    expect((await post(path, { ...own, mobile: '13900009999' }, 'agency')).body.message).toContain(
      '重复，请改考试或身份证号',
    );
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

  test('cancels a person who has not paid in time', async () => {
    const examId = await openExam();
    const { studentId } = done(
      await post(registry.mockStudent.path, pupil(examId, areas[0], agents[0] ?? null)),
    );
    await sql`update t_mock_order set expire_time = now() - interval '1 minute' where student_id = ${studentId}`.execute(
      app.engine.db,
    );
    await createStepClock({ engine: app.engine, onFailure: () => undefined }).takeDue();
    const row = await app.call('admin', 'GET', `${registry.mockStudent.path}/info?studentId=${studentId}`);
    expect(row.body.data.regStatus).toBe(2);
    done(await app.call('admin', 'PUT', `${registry.mockStudent.path}/registerAgain`, { studentId }));
    const orders = await app.call('admin', 'GET', `${registry.mockOrder.path}?studentId=${studentId}`);
    expect(orders.body.data.records.map((one: { status: number }) => one.status)).toEqual([0, 2]);
  });

  test('takes marks cell by cell, two people at once without loss, publishes them with places, and withdraws them', async () => {
    const examId = await openExam({ payMode: 0 });
    const times = { startTime: '2098-02-01 14:00:00', endTime: '2098-02-01 17:00:00' };
    const another = { examId, dataYear, provinceId: home.province, jointCategoryId, subjectName: '色彩' };
    done(await post(registry.examInfo.path, { ...another, ...times, weight: '0.5000', passScore: '60.00' }));
    const students: number[] = [];
    for (const agentId of [agents[0], agents[0], agents[1], null]) {
      const { studentId } = done(
        await post(registry.mockStudent.path, pupil(examId, areas[0], agentId ?? null)),
      );
      students.push(studentId);
    }
    const [first = 0, second = 0, third = 0, fourth = 0] = students;
    const grid = `${registry.mockScore.path}/grid`;
    const read = async (who = 'admin') => done(await app.call(who, 'GET', `${grid}?examId=${examId}`));
    const { sessions } = await read();
    const [drawing, colour] = sessions.map((one: { infoId: number }) => one.infoId);
    const mark = (studentId: number, infoId: number, score: string | null, more: object = {}) => ({
      ...{ studentId, infoId, score, absentFlag: 0, cheatFlag: 0, version: null },
      ...more,
    });
    const save = async (marks: object[], who = 'admin') =>
      done(await app.call(who, 'PUT', grid, { examId, marks }));
    const tooEarly = await save([mark(first, drawing, '80')]);
    expect(tooEarly.refused[0].reason).toContain('考试结束后才能录入成绩');

    // The clock ends the exam.
    await sql`update t_mock_exam set exam_status = 5, exam_end_time = now() - interval '1 minute'
      where exam_id = ${examId}`.execute(app.engine.db);
    await createStepClock({ engine: app.engine, onFailure: () => undefined }).takeDue();
    expect(await statusOf(examId)).toBe(6);

    const entered = await save([
      mark(first, drawing, '90'),
      mark(first, colour, '80.5'),
      mark(second, drawing, '101'),
      mark(second, colour, '60', { absentFlag: 1 }),
      mark(third, drawing, '90'),
      mark(third, colour, '80.50'),
      mark(fourth, drawing, '99'),
      mark(fourth, colour, null, { cheatFlag: 1 }),
    ]);
    expect(entered.saved).toHaveLength(6);
    expect(entered.refused.map((one: { reason: string }) => one.reason)).toEqual([
      expect.stringContaining('成绩不能高于满分 100.00'),
      expect.stringContaining('缺考的考生不能有成绩'),
    ]);
    // Somebody else has entered the cell meanwhile: its content is kept and returned.
    const [was] = entered.saved;
    const newer = await save([mark(first, drawing, '91', { version: was.version })]);
    expect(newer.saved[0]).toMatchObject({ score: '91.00' });
    const late = await save([
      mark(first, drawing, '70', { version: was.version }),
      mark(first, colour, '70'),
      mark(second, drawing, '100'),
    ]);
    expect(late.saved.map((one: { score: string }) => one.score)).toEqual(['100.00']);
    expect(late.refused.map((one: { standing: { score: string } }) => one.standing?.score)).toEqual([
      '91.00',
      '80.50',
    ]);
    done(
      await app.call('admin', 'PUT', grid, {
        examId,
        marks: [mark(first, drawing, '90', { version: newer.saved[0].version })],
      }),
    );

    // Missing marks are listed by name, and nothing is published.
    const publish = (publishFlag: number, who = 'admin') =>
      app.call(who, 'PUT', '/api/mock/app/publish', { examId, publishFlag });
    const lacking = await publish(1);
    expect(lacking.body.message).toContain('还缺 1 个成绩');
    expect(lacking.body.data.list).toMatchObject([{ subjectName: '色彩' }]);
    expect(await statusOf(examId)).toBe(6);
    await save([mark(second, colour, null, { absentFlag: 1 })]);
    // People with read-only access cannot publish, whatever codes they hold.
    expect((await publish(1, 'agency')).status).toBe(404);
    expect(await statusOf(examId)).toBe(6);
    expect(done(await publish(1))).toEqual({ studentNum: 4, missing: 0, noticeNum: 0 });
    expect(await statusOf(examId)).toBe(7);
    const places = await app.call('admin', 'GET', `${registry.mockScore.path}?examId=${examId}&size=20`);
    const of = (studentId: number) =>
      places.body.data.records.find((row: { studentId: number }) => row.studentId === studentId);
    expect(of(first)).toMatchObject({ totalScore: 130.25, rankNo: 1, agentRank: 1 });
    expect(of(third)).toMatchObject({ totalScore: 130.25, rankNo: 1, agentRank: 1 });
    expect(of(second)).toMatchObject({ totalScore: 100, rankNo: null });
    expect(of(fourth)).toMatchObject({ totalScore: 99, rankNo: null });

    // An agency sees only its own pupils, in the list, the grid and the statistics.
    const own = await read('agency');
    expect(own.pupils.map((one: { studentId: number }) => one.studentId)).toEqual([first, second]);
    const figures = async (query: string, who = 'admin') =>
      done(await app.call(who, 'GET', `/api/mock/app/score_stat?examId=${examId}${query}`));
    expect(await figures('')).toMatchObject({ full: '150.00', count: 2, absent: 1, avg: '130.25' });
    expect(await figures(`&infoId=${drawing}`)).toMatchObject({
      count: 4,
      max: '100.00',
      passRate: '100.00',
    });
    expect(await figures('', 'agency')).toMatchObject({
      count: 1,
      agents: [{ agentId: home.agency, rank: 1 }],
    });

    // The analysis of a pupil has their rank and its basis; that of an agency covers its own pupils.
    const analysis = (query: string, who = 'admin') =>
      app.call(who, 'GET', `/api/mock/app/score_analyse?examId=${examId}${query}`);
    const pupilOf = async (studentId: number) => done(await analysis(`&studentId=${studentId}`));
    expect((await pupilOf(first)).pupil.joint).toBe(null);
    // A hundred people of the real exam of the year before: half way down they had 220 to 240.
    await sql`insert into t_segment (data_year, province_id, score_type, joint_category_id, aos, score, same_num, total_num)
      select ${dataYear - 1}, ${home.province}, 3, ${jointCategoryId}, 3, score, same, total
      from (values (280, 10, 10), (260, 30, 40), (240, 10, 50), (220, 20, 70), (200, 30, 100)) as of(score, same, total)`.execute(
      app.engine.db,
    );
    expect(await pupilOf(first)).toMatchObject({
      all: { full: '150.00', count: 2, avg: '130.25' },
      pupil: {
        total: '130.25',
        rankNo: 1,
        agentRank: 1,
        agentCount: 1,
        segment: '130–139',
        joint: { dataYear: dataYear - 1, low: '220.00', high: '240.00' },
      },
      agency: null,
      sessions: [
        { infoId: drawing, full: '100.00', own: '90.00', max: '100.00', absent: false },
        { infoId: colour, own: '80.50', avg: '80.50' },
      ],
    });
    expect(await pupilOf(second)).toMatchObject({
      pupil: { total: '100.00', rankNo: null, segment: null, joint: null },
      sessions: [
        { own: '100.00', absent: false },
        { own: null, absent: true },
      ],
    });
    expect((await pupilOf(fourth)).sessions[1]).toMatchObject({ own: null, cheated: true });
    const ofAgency = done(await analysis(`&agentId=${home.agency}`, 'agency'));
    expect(ofAgency).toMatchObject({
      pupil: null,
      agency: { agentId: home.agency, count: 1, avg: '130.25', rank: 1, agencies: 2 },
    });
    expect(ofAgency.agency.pupils).toMatchObject([{ studentId: first, total: '130.25', rankNo: 1 }]);
    expect((await analysis(`&studentId=${third}`, 'agency')).status).toBe(404);
    expect((await analysis(`&agentId=${agents[1]}`, 'agency')).status).toBe(404);
    expect((await analysis(`&studentId=${first}&agentId=${home.agency}`)).status).toBe(400);
    expect((await analysis('')).status).toBe(400);

    // Published marks stay until they are withdrawn.
    const stands = (await read()).marks.find(
      (one: { studentId: number; infoId: number }) => one.studentId === first && one.infoId === drawing,
    );
    const closed = await save([mark(first, drawing, '1', { version: stands.version })]);
    expect(closed.refused[0].reason).toContain('成绩已发布');
    const gone = await app.call('admin', 'DELETE', registry.mockScore.path, { ids: [of(first).scoreId] });
    expect(gone.body.message).toContain('成绩已发布');
    done(await publish(0));
    expect(await statusOf(examId)).toBe(6);
    expect((await pupilOf(first)).published).toBe(false);
    expect((await analysis(`&studentId=${first}`, 'agency')).body.message).toContain('成绩还没有发布');
    const withdrawn = await app.call('admin', 'GET', `${registry.mockScore.path}?examId=${examId}`);
    expect(withdrawn.body.data.records[0]).toMatchObject({ totalScore: null, rankNo: null });

    // A sheet has a row per ticket number and a column per session; an invalid cell does not affect the others.
    await sql`update t_mock_student set ticket_no = 'T' || student_id where exam_id = ${examId}`.execute(
      app.engine.db,
    );
    const sheet = await writeSheet(
      app,
      ['考生', '素描', '色彩'],
      [
        [`T${second}`, '88.5', '77'],
        [`T${third}`, '120', '66'],
        ['T0', '1', '2'],
      ],
    );
    const job = await importFile(app, 'admin', registry.mockScore, await upload(app, sheet), {
      type: 34,
      asked: { examId },
    });
    expect(job).toMatchObject({ successNum: 2, failNum: 3 });
    const after = await read();
    const cells = after.marks
      .filter((one: { studentId: number }) => [second, third].includes(one.studentId))
      .map(
        (one: { studentId: number; infoId: number; score: string }) =>
          `${one.studentId}/${one.infoId}: ${one.score}`,
      );
    expect(cells.toSorted()).toEqual(
      [
        `${second}/${drawing}: 88.50`,
        `${second}/${colour}: null`,
        `${third}/${drawing}: 90.00`,
        `${third}/${colour}: 66.00`,
      ].toSorted(),
    );
  });
});
