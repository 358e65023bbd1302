import { registry } from '@yikao/model/contexts/datasets.ts';
import { formats } from '@yikao/model/fields/parts/formats.ts';
import { seatPattern } from '@yikao/model/rules/ticket-number.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { elevated } from '../../../engine/scope/actor.ts';
import { openTestApp, person, type TestApp } from '../../../engine/testing/app.ts';
import { type Home, makeHome, rowOf } from '../../../engine/testing/homes.ts';
import { sampleRow } from '../../../engine/testing/samples.ts';
import { finished, importFile, upload, writeSheet } from '../../../engine/testing/workbooks.ts';
import { add } from '../../../engine/write/save.ts';
import { migrated } from '../../../testing/database.ts';

const { agent, arrange, examArea, examInfo, mockExam, mockRoom, mockRule, mockStudent, ticket } = registry;
const dataYear = 2097;
const admin = { userId: 821_001 };

let app: TestApp;
let home: Home;
let areas: number[] = [];
let agents: number[] = [];
let categories: number[] = [];

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  app.call('admin', method, path, body);

/** The data of a successful answer, which the scenario needs to continue. */
function done(answer: Awaited<ReturnType<TestApp['call']>>) {
  expect(answer.status, answer.body.message).toBe(200);
  return answer.body.data;
}

beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person(admin) });
  home = await makeHome(app.engine);
  const own = async (dataset: typeof registry.agent | typeof registry.area) =>
    (await rowOf(app.engine, dataset as typeof registry.agent, home)).value;
  areas = [await own(registry.area), await own(registry.area)];
  agents = [home.agency, await own(agent)];
  for (const n of [1, 2]) {
    const category = await sampleRow(app.engine, registry.jointCategory, n, {
      dataYear,
      provinceId: home.province,
    });
    await add(app.engine, registry.jointCategory, elevated(), category);
  }
  const found = await sql<{ id: number }>`
    select joint_category_id as id from t_joint_category
    where data_year = ${dataYear} and province_id = ${home.province} order by 1`.execute(app.engine.db);
  categories = found.rows.map(({ id }) => id);
});
afterAll(() => app.close());

let [exams, pupils] = [0, 0];

/** A candidate: a category by its place, and an agency. */
type Pupil = readonly [category: number, agency: number | null];

/** An exam without fees in one area, closed, with a session of each category and these candidates. */
async function closedExam(people: readonly Pupil[]) {
  exams += 1;
  const place = { dataYear, provinceId: home.province };
  const { examId } = done(
    await call('POST', mockExam.path, {
      ...{ ...place, partnersId: home.partner, examName: `编排考试${exams}`, payMode: 0, photoFlag: 0 },
      ...{ regStartTime: '2020-01-01 00:00:00', regEndTime: '2098-01-01 00:00:00' },
      ...{ examStartTime: '2098-02-01 09:00:00', examEndTime: '2098-02-01 18:00:00' },
    }),
  );
  for (const jointCategoryId of categories)
    done(
      await call('POST', examInfo.path, {
        ...{ ...place, examId, jointCategoryId, subjectName: '素描' },
        ...{ startTime: '2098-02-01 09:00:00', endTime: '2098-02-01 12:00:00' },
      }),
    );
  for (const [at, areaId] of areas.entries())
    done(await call('POST', examArea.path, { examId, areaId, areaNo: at + 1 }));
  for (const agentId of agents) done(await call('POST', registry.examAgent.path, { examId, agentId }));
  done(await call('PUT', `${mockExam.path}/open`, { examId }));
  const students: number[] = [];
  for (const [category, agentId] of people) {
    pupils += 1;
    const { studentId } = done(
      await call('POST', mockStudent.path, {
        ...{ ...place, examId, areaId: areas[0], agentId, jointCategoryId: categories[category] },
        ...{ studentName: `编排考生${pupils}`, idNo: formats.idNumber.sample(pupils * 13) },
        mobile: `136${String(pupils).padStart(8, '0')}`,
      }),
    );
    students.push(studentId);
  }
  done(await call('PUT', `${mockExam.path}/close`, { examId }));
  return { examId, students };
}

const rule = (examId: number, values: object) =>
  call('POST', mockRule.path, { examId, areaId: 0, ruleName: '规则', ...values });
const generate = (examId: number) => call('POST', `${ticket.path}/generate`, { examId, areaId: areas[0] });
const row = async (path: string, query: string) =>
  done(await call('GET', `${path}?${query}`)).records[0] as Record<string, number>;
const edit = async (examId: number, ruleType: number, values: object) => {
  const { ruleId, version } = await row(mockRule.path, `examId=${examId}&ruleType=${ruleType}`);
  return call('PUT', mockRule.path, { ruleId, version, ...values });
};
const locked = '已生成准考证号，号码格式不能再改';
const told = (answer: Awaited<ReturnType<TestApp['call']>>) => JSON.stringify(answer.body);

test('the pattern of ticket numbers stays from the first number on, by every road, until numbers are taken back', async () => {
  const { examId } = await closedExam([[0, null]]);
  const other = { ticketPattern: seatPattern };
  // Before numbers exist the pattern is free; areas have no pattern.
  const { ruleId } = done(await rule(examId, { ruleType: 1, ticketPattern: 'A{aa}{nnnnn}' }));
  expect(told(await rule(examId, { ruleType: 1, areaId: areas[0], ...other }))).toContain('只有一种号码格式');
  done(await edit(examId, 1, { ticketPattern: 'B{aa}{nnnnn}' }));
  expect(done(await generate(examId)).first).toBe('B0100001');

  for (const values of [other, { ruleType: 2 }, { areaId: areas[1] }]) {
    const refused = await edit(examId, 1, values);
    expect([refused.status, told(refused)]).toEqual([400, expect.stringContaining(locked)]);
  }
  const deleted = await call('DELETE', mockRule.path, { ids: [ruleId] });
  expect([deleted.status, told(deleted)]).toEqual([409, expect.stringContaining(locked)]);
  // Changes that do not touch the pattern are still possible.
  done(await edit(examId, 1, { ruleName: '另一个名字', orderMode: 2 }));

  done(await call('POST', `${ticket.path}/reset`, { examId }));
  done(await edit(examId, 1, { ticketPattern: 'C{aa}{nnnnn}' }));
  expect(done(await generate(examId)).first).toBe('C0100001');
});

test('a rule with another pattern neither comes back from the trash nor is added once there are numbers', async () => {
  const { examId } = await closedExam([[0, null]]);
  const { ruleId } = done(await rule(examId, { ruleType: 1, ticketPattern: seatPattern }));
  done(await call('DELETE', mockRule.path, { ids: [ruleId] }));
  done(await generate(examId));
  const restored = await call('POST', `${mockRule.path}/restore`, { ids: [ruleId] });
  expect([restored.status, told(restored)]).toEqual([400, expect.stringContaining(locked)]);
  expect(told(await rule(examId, { ruleType: 1, ticketPattern: seatPattern }))).toContain(locked);
  done(await rule(examId, { ruleType: 1 }));

  // Numbers contain the area's number, which is fixed too; an area with candidates cannot be deleted.
  const { id, version } = await row(examArea.path, `examId=${examId}&areaId=${areas[0]}`);
  expect(told(await call('PUT', examArea.path, { id, version, areaNo: 9 }))).toContain('考区号不能再改');
  expect(told(await call('DELETE', examArea.path, { ids: [id] }))).toContain('已有考生报名');
});

/** An arrangement of an exam's area in rooms of these categories and layouts. */
async function arranged(
  examId: number,
  rooms: readonly (readonly [layout: string, category: number | null])[],
  values: object = {},
) {
  const roomIds: number[] = [];
  for (const [at, [layout, category]] of rooms.entries()) {
    const body = {
      ...{ examId, areaId: areas[0], dataYear, provinceId: home.province, roomNo: at + 1, layout },
      jointCategoryId: category === null ? null : categories[category],
    };
    roomIds.push(done(await call('POST', mockRoom.path, body)).roomId);
  }
  done(await rule(examId, { ruleType: 2, orderMode: 2, ...values }));
  done(await generate(examId));
  const { arrangeId } = done(await call('POST', arrange.path, { examId, areaId: areas[0] }));
  return { roomIds, arrangeId };
}

const adjust = (studentId: number | undefined, roomId: number | undefined, seatNo: number) =>
  call('POST', `${arrange.path}/adjust`, { studentId, roomId, seatNo });

/** Room and seat of each candidate, as stored with the seats and as shown to the candidates. */
async function places(students: readonly number[]) {
  const found = await sql<{ place: string; told: string }>`
    select r.room_no || '-' || t.seat_no as place, s.room_no || '-' || s.seat_no as told
    from t_mock_student as s join t_seat as t on t.student_id = s.student_id and not t.deleted
      join t_mock_room as r on r.room_id = t.room_id
    where s.student_id = any(${[...students]}::bigint[]) order by s.student_id`.execute(app.engine.db);
  for (const { place, told: tells } of found.rows) expect(tells).toBe(place);
  return found.rows.map(({ place }) => place);
}

test('seats are exchanged where both fit: by category, by mixing and by the seats that are kept free', async () => {
  const { examId, students } = await closedExam([
    [0, null],
    [0, null],
    [1, null],
  ]);
  const { roomIds, arrangeId } = await arranged(examId, [
    ['2', 0],
    ['2', null],
  ]);
  const [first, second, third] = students;
  expect(await places(students)).toEqual(['1-1', '1-2', '2-1']);
  // Numbers are drawn at random and seats follow categories: if a room's numbers have gaps, no range is shown.
  const numbers = await sql<{ room: number; no: string }>`
    select room_no as room, ticket_no as no from t_mock_student where exam_id = ${examId} order by ticket_no`.execute(
    app.engine.db,
  );
  const between = numbers.rows[1]?.room === 2;
  const sheets = done(await call('GET', `/api/mock/aff/print?type=roomSeat&examId=${examId}`));
  expect(sheets.rooms).toMatchObject([{ numbersRun: !between }, { numbersRun: true }]);
  // The moved candidate would fit, but the other one would end up in a room of another category.
  const swap = await adjust(first, roomIds[1], 1);
  expect([swap.status, told(swap)]).toEqual([409, expect.stringContaining('其他类别')]);
  expect(told(await adjust(third, roomIds[0], 1))).toContain('该考场只供其他类别使用');
  // Nobody can be moved into a room with another category, which the rule does not mix.
  expect(told(await adjust(second, roomIds[1], 2))).toContain('未允许类别混排');
  expect(await places(students)).toEqual(['1-1', '1-2', '2-1']);
  done(await edit(examId, 2, { mixCategory: 1 }));
  done(await adjust(second, roomIds[1], 2));
  done(await adjust(first, roomIds[0], 2));
  expect(await places(students)).toEqual(['1-2', '2-2', '2-1']);
  // One candidate changed rooms, the other one the seat.
  const written = await sql<{ changes: object }>`
    select changes from t_row_history where dataset = 'seat' and op = 2 order by history_id desc limit 2`.execute(
    app.engine.db,
  );
  expect(written.rows.flatMap(({ changes }) => Object.keys(changes))).toContain('seatNo');
  // A seat reserved for late candidates stays free, except for people already in its room.
  done(await edit(examId, 2, { spareNum: 1 }));
  expect(told(await adjust(second, roomIds[0], 1))).toContain('只剩预留座位');
  done(await adjust(first, roomIds[0], 1));
  // The numbering of seats cannot change while people sit there.
  expect(told(await edit(examId, 2, { snakeMode: 3 }))).toContain('已有考区按此规则编排');

  done(await call('PUT', `${arrange.path}/lock`, { arrangeId, flag: 1 }));
  expect(told(await adjust(first, roomIds[0], 2))).toContain('编排已锁定');
});

test('who has a seat keeps area and category by form, file and undo, and a room its number', async () => {
  const { examId, students } = await closedExam([[0, null]]);
  done(await rule(examId, { ruleType: 1, ticketPattern: seatPattern }));
  const [studentId] = students;
  const body = { examId, areaId: areas[0], dataYear, provinceId: home.province };
  // A file changes the area back and forth while nobody is seated.
  const send = async (areaId: number | undefined) => {
    const name = (await row(registry.area.path, `areaId=${areaId}`)).areaName;
    const sheet = await writeSheet(app, ['考生ID', '考区'], [[Number(studentId), String(name)]]);
    const filePath = await upload(app, sheet, admin.userId);
    return importFile(app, 'admin', mockStudent, filePath, {}, 'batch/update');
  };
  expect(await send(areas[1])).toMatchObject({ updateNum: 1 });
  const back = await send(areas[0]);
  expect(back).toMatchObject({ updateNum: 1 });
  const { roomId } = done(await call('POST', mockRoom.path, { ...body, roomNo: 1, layout: '2,2' }));
  done(await call('POST', arrange.path, { examId, areaId: areas[0] }));

  const { version } = await row(mockStudent.path, `examId=${examId}&provinceId=${home.province}`);
  const form = (values: object) => call('PUT', mockStudent.path, { studentId, version, ...values });
  expect(told(await form({ areaId: areas[1] }))).toContain('已编排座位');
  expect(told(await form({ jointCategoryId: categories[1] }))).toContain('已编排座位');
  expect(await send(areas[1])).toMatchObject({ updateNum: 0, failNum: 1 });
  const undone = await finished(
    app,
    'admin',
    done(await call('POST', '/api/base/log/undo', { id: back.id })).id,
  );
  expect(undone).toMatchObject({ status: 'fail' });
  const stands = await row(mockStudent.path, `examId=${examId}&provinceId=${home.province}`);
  expect(stands).toMatchObject({ areaId: areas[0], roomNo: 1, seatNo: 1 });

  const room = await row(mockRoom.path, `roomId=${roomId}&examId=${examId}`);
  const renumbered = await call('PUT', mockRoom.path, { roomId, version: room.version, roomNo: 8 });
  expect(told(renumbered)).toContain('已有考生就座');
});

test('neighbours of one agency are counted as the rule says, and follow a candidate to another agency', async () => {
  const apart = await closedExam([
    [0, agents[0] ?? 0],
    [0, agents[1] ?? 0],
  ]);
  const { arrangeId } = await arranged(apart.examId, [['2', null]]);
  const conflicts = async (id: number) => (await row(arrange.path, `arrangeId=${id}`)).conflictNum;
  expect(await conflicts(arrangeId)).toBe(0);
  const query = `examId=${apart.examId}&agentId=${agents[1]}&provinceId=${home.province}`;
  const { studentId, version } = await row(mockStudent.path, query);
  done(await call('PUT', mockStudent.path, { studentId, version, agentId: agents[0] }));
  expect(await conflicts(arrangeId)).toBe(1);
  // Room by room, with adjacent people; printed as a range of numbers, since both people of the area sit here.
  const told = done(await call('GET', `${arrange.path}/rooms?arrangeId=${arrangeId}`));
  expect(told).toMatchObject({
    rooms: [{ roomNo: 1, capacity: 2, usedNum: 2, conflictNum: 1 }],
    conflicts: [{ seatNo: 2, beside: [{ seatNo: 1 }] }],
  });
  const sheets = done(await call('GET', `/api/mock/aff/print?type=roomSeat&examId=${apart.examId}`));
  expect(sheets.rooms).toMatchObject([{ roomNo: 1, usedNum: 2, numbersRun: true }]);
  const seat = await row(registry.seat.path, `examId=${apart.examId}&studentId=${studentId}`);
  const paper = await row(ticket.path, `examId=${apart.examId}&studentId=${studentId}`);
  expect([seat.agentId, paper.agentId]).toEqual([agents[0], agents[0]]);

  const together = await closedExam([
    [0, agents[0] ?? 0],
    [0, agents[0] ?? 0],
  ]);
  const made = await arranged(together.examId, [['2', null]], { separateAgent: 0 });
  expect(await conflicts(made.arrangeId)).toBe(0);
  const moved = done(await adjust(together.students[0], made.roomIds[0], 2));
  expect(moved).toEqual({ swapped: true, conflictNum: 0 });
});
