import { registry } from '@yikao/model/contexts/datasets.ts';
import { mockStudentSteps } from '@yikao/model/contexts/mock/mock-student.machine.ts';
import { formats } from '@yikao/model/fields/parts/formats.ts';
import { permissionCodes } from '@yikao/model/permissions.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { elevated } from '../../../engine/scope/actor.ts';
import { takeStep } from '../../../engine/steps/take-step.ts';
import type { Columns } from '../../../engine/table/columns.ts';
import { openTestApp, person, type TestApp } from '../../../engine/testing/app.ts';
import { type Home, makeHome, rowOf } from '../../../engine/testing/homes.ts';
import { sampleRow } from '../../../engine/testing/samples.ts';
import { finished, importFile, readStored, upload, writeSheet } from '../../../engine/testing/workbooks.ts';
import { add } from '../../../engine/write/save.ts';
import { migrated } from '../../../testing/database.ts';

const people: Record<string, ReturnType<typeof person>> = { admin: person({ userId: 830_001 }) };
let app: TestApp;
let home: Home;
const dataYear = 2097;
let [otherAgency, areaId, jointCategoryId] = [0, 0, 0];

const { mockExam, mockOrder, mockScore, mockStudent } = registry;

beforeAll(async () => {
  app = await openTestApp(migrated, people);
  home = await makeHome(app.engine);
  otherAgency = (await rowOf(app.engine, registry.agent, home)).value;
  areaId = (await rowOf(app.engine, registry.area, home)).value;
  const category = { dataYear, provinceId: home.province };
  await add(
    app.engine,
    registry.jointCategory,
    elevated(),
    await sampleRow(app.engine, registry.jointCategory, 1, category),
  );
  const found = await sql<{ id: number }>`
    select joint_category_id as id from t_joint_category
    where data_year = ${dataYear} and province_id = ${home.province}`.execute(app.engine.db);
  jointCategoryId = found.rows[0]?.id ?? 0;
  const codes = permissionCodes().flatMap(({ code }) => (code?.startsWith('mock:') ? [code] : []));
  const staff = { admin: false, partnersIds: [home.partner], permissions: new Set(codes) };
  people.agency = person({ ...staff, userId: 830_002, agentId: home.agency });
  people.first = person({ ...staff, userId: 830_003 });
  people.second = person({ ...staff, userId: 830_004 });
  const typing = new Set(codes.filter(code => code !== 'mock:score:publish'));
  people.typist = person({ ...staff, userId: 830_005, permissions: typing });
  people.reader = person({ ...staff, userId: 830_006, permissions: typing });
});
afterAll(() => app.close());

/** The data of a successful answer, which the scenario needs to continue. */
function done(answer: Awaited<ReturnType<TestApp['call']>>) {
  expect(answer.status, answer.body.message).toBe(200);
  return answer.body.data;
}
const get = (who: string, path: string) => app.call(who, 'GET', path);
const post = async (path: string, body: object) => done(await app.call('admin', 'POST', path, body));

let [exams, made] = [0, 0];

/** An exam that is over, with one session and a candidate of each of these agencies; answers their numbers. */
async function exam(agents: readonly (number | null)[], more: object = {}) {
  exams += 1;
  const place = { dataYear, provinceId: home.province };
  const { examId } = await post(mockExam.path, {
    ...{ ...place, partnersId: home.partner, examName: `录分模拟考${exams}`, payMode: 0, photoFlag: 0 },
    ...{ regStartTime: '2020-01-01 00:00:00', regEndTime: '2098-01-01 00:00:00' },
    ...{ examStartTime: '2098-02-01 09:00:00', examEndTime: '2098-02-01 18:00:00' },
    ...more,
  });
  const { infoId } = await post(registry.examInfo.path, {
    ...{ ...place, examId, jointCategoryId, subjectName: '素描', passScore: '60.00' },
    ...{ startTime: '2098-02-01 09:00:00', endTime: '2098-02-01 12:00:00' },
  });
  await post(registry.examArea.path, { examId, areaId, areaNo: 1 });
  for (const agentId of new Set(agents))
    if (agentId !== null) await post(registry.examAgent.path, { examId, agentId });
  done(await app.call('admin', 'PUT', `${mockExam.path}/open`, { examId }));
  const students: number[] = [];
  for (const agentId of agents) {
    made += 1;
    const { studentId } = await post(mockStudent.path, {
      ...{ ...place, examId, areaId, agentId, jointCategoryId },
      ...{ studentName: `考生${made}`, idNo: formats.idNumber.sample(made * 11) },
      mobile: `137${String(made).padStart(8, '0')}`,
    });
    students.push(studentId);
  }
  await sql`update t_mock_exam set exam_status = 6 where exam_id = ${examId}`.execute(app.engine.db);
  return { examId, infoId, students };
}

/** Enters marks in the grid, one for each candidate. */
async function enter(
  who: string,
  { examId, infoId, students }: Awaited<ReturnType<typeof exam>>,
  scores: readonly string[],
) {
  const marks = students.map((studentId, at) => ({
    ...{ studentId, infoId, score: scores[at] ?? null, absentFlag: scores[at] === undefined ? 1 : 0 },
    ...{ cheatFlag: 0, version: null },
  }));
  return done(await app.call(who, 'PUT', `${mockScore.path}/grid`, { examId, marks }));
}

const publish = async (examId: number, publishFlag: number) =>
  done(await app.call('admin', 'PUT', '/api/mock/app/publish', { examId, publishFlag }));

test('no agency learns a mark of its own pupils before the marks are published, by any road', async () => {
  const over = await exam([home.agency, otherAgency]);
  const { examId, infoId, students } = over;
  const [own = 0] = students;
  expect((await enter('admin', over, ['77.25', '55.00'])).saved).toHaveLength(2);
  const stands = await sql<Columns<typeof mockScore, 'scoreId' | 'version'>>`
    select score_id, version from t_mock_score where student_id = ${own}`.execute(app.engine.db);
  const { scoreId = 0, version = 0 } = stands.rows[0] ?? {};
  const path = mockScore.path;
  const statistics = `/api/mock/app/score_stat?examId=${examId}`;
  const exported = async () => {
    const body = { tableId: 34, title: 'x', fieldNames: ['studentId', 'score', 'totalScore'], examId };
    const job = await finished(
      app,
      'agency',
      done(await app.call('agency', 'POST', `${path}/export`, body)).id,
    );
    return JSON.stringify(await readStored(app, String(job.url)));
  };

  /** The agency's answers from every call: none contains the mark. */
  const roads = async () => ({
    list: done(await get('agency', `${path}?examId=${examId}`)).total,
    guess: done(await get('agency', `${path}?examId=${examId}&score=77.25`)).total,
    marks: done(await get('agency', `${path}/grid?examId=${examId}`)).marks.length,
    info: (await get('agency', `${path}/info?scoreId=${scoreId}`)).status,
    history: (await get('agency', `${path}/history?scoreId=${scoreId}`)).status,
    statistics: (await get('agency', statistics)).status,
    session: (await get('agency', `${statistics}&infoId=${infoId}`)).status,
    exported: (await exported()).includes('77.25'),
  });
  const hidden = {
    ...{ list: 0, guess: 0, marks: 0, info: 404, history: 404, exported: false },
    ...{ statistics: 409, session: 409 },
  };
  const shown = {
    ...{ list: 1, guess: 1, marks: 1, info: 200, history: 200, exported: true },
    ...{ statistics: 200, session: 200 },
  };
  expect(await roads()).toEqual(hidden);
  // Trying to fill a cell does not reveal or change its content either.
  const tried = await enter('agency', { ...over, students: [own] }, ['1.00']);
  expect(tried).toMatchObject({ saved: [], refused: [{ standing: null }] });
  const marks = [{ studentId: own, infoId, score: '1.00', absentFlag: 0, cheatFlag: 0, version }];
  const changed = await app.call('agency', 'PUT', `${path}/grid`, { examId, marks });
  expect(changed.body.data).toMatchObject({ saved: [], refused: [{ standing: null }] });
  expect((await app.call('agency', 'DELETE', path, { ids: [scoreId] })).status).toBe(404);
  expect(done(await get('admin', `${path}/info?scoreId=${scoreId}`)).score).toBe(77.25);

  await publish(examId, 1);
  expect(await roads()).toEqual(shown);
  expect(done(await get('agency', `${path}?examId=${examId}`)).records[0].studentId).toBe(own);
  await publish(examId, 0);
  expect(await roads()).toEqual(hidden);
});

test('statistics come as a workbook, of all or of whom the filters leave, to an agency of its own pupils alone', async () => {
  const over = await exam([home.agency, home.agency, otherAgency, null]);
  const { examId, students } = over;
  await enter('admin', over, ['90', '50', '70']);
  const ask = { examId };
  const path = '/api/mock/app/score_stat/export';
  expect((await app.call('agency', 'POST', path, ask)).body.message).toBe('成绩还没有发布');
  await publish(examId, 1);
  const sheets = async (who: string, more: object = {}) => {
    const job = await finished(app, who, done(await app.call(who, 'POST', path, { ...ask, ...more })).id);
    expect(job).toMatchObject({ bizType: 630, status: 'success' });
    return readStored(app, String(job.url));
  };
  const [heads, total, session] = await sheets('admin');
  expect(heads?.slice(0, 5)).toEqual(['类别', '科目', '满分', '计分人数', '缺考']);
  expect(total?.slice(1)).toEqual(['总分', 100, 3, 1, 90, 50, 70, 70, 16.33, 66.67, 33.33]);
  expect(session?.slice(1, 5)).toEqual(['素描', 100, 3, 1]);
  expect((await sheets('agency'))[1]?.slice(1, 6)).toEqual(['总分', 100, 2, 0, 90]);
  const parts = async (who: string) =>
    done(await get(who, `/api/mock/app/score_stat/parts?examId=${examId}`));
  expect(await parts('admin')).toMatchObject({
    categories: [{ id: jointCategoryId }],
    sessions: [{ name: '素描', jointCategoryId }],
    areas: [{ id: areaId }],
  });
  expect((await parts('admin')).agents).toHaveLength(2);
  expect((await parts('agency')).agents).toMatchObject([{ id: home.agency }]);
  // A filter without matches leaves nothing to count; both genders together cover everyone.
  const counts = await Promise.all(
    [1, 2].map(async gender => {
      const found = await get('admin', `/api/mock/app/score_stat?examId=${examId}&gender=${gender}`);
      return done(found).count;
    }),
  );
  expect(counts[0] + counts[1]).toBe(3);
  const byGender = await sql<{ n: number }>`
    select count(*)::integer as n from t_mock_student
    where student_id = any(${students.slice(0, 3)}::bigint[]) and gender = 1`.execute(app.engine.db);
  expect(counts[0]).toBe(byGender.rows[0]?.n);
});

test('an agency has its place among agencies: candidates without one take no place and are not counted', async () => {
  const over = await exam([null, home.agency, otherAgency, null]);
  const { examId } = over;
  await enter('admin', over, ['95', '90', '60', '80']);
  await publish(examId, 1);
  const statistics = done(await get('admin', `/api/mock/app/score_stat?examId=${examId}`));
  const told = statistics.agents.map((one: { agentId: number | null; rank: number | null }) => [
    one.agentId,
    one.rank,
  ]);
  expect(told).toEqual([
    [home.agency, 1],
    [otherAgency, 2],
    [null, null],
  ]);
  const report = async (agentId: number) =>
    done(await get('admin', `/api/mock/app/score_analyse?examId=${examId}&agentId=${agentId}`)).agency;
  expect(await report(home.agency)).toMatchObject({ rank: 1, agencies: 2 });
  expect(await report(otherAgency)).toMatchObject({ rank: 2, agencies: 2 });
});

test('orders are exported by their own call, and deleted by a file that lists them, those alone that may go', async () => {
  const { examId, students } = await exam([home.agency, home.agency, otherAgency], {
    payMode: 1,
    fee: '50.00',
  });
  await sql`update t_mock_exam set exam_status = 1 where exam_id = ${examId}`.execute(app.engine.db);
  const orders = await sql<{ id: number; no: string }>`
    select order_id as id, order_no as no from t_mock_order where exam_id = ${examId} order by student_id`.execute(
    app.engine.db,
  );
  const [first, paid, foreign] = orders.rows;
  done(await app.call('admin', 'PUT', `${mockOrder.path}/pay`, { ids: [paid?.id] }));
  const exported = done(
    await get('agency', `/api/mock/app/export_order?examId=${examId}&status=0&fieldNames=orderNo,status`),
  );
  const sheet = await readStored(app, String((await finished(app, 'agency', exported.id)).url));
  expect(sheet).toEqual([
    ['订单号', '状态'],
    [first?.no, '待支付'],
  ]);

  const path = '/api/mock/app/delete/file/batch/order';
  const template = await app.app.inject({
    url: '/api/base/download/excel/template?tableId=39&fieldNames=orderNo',
    headers: { 'access-token': 'admin' },
  });
  expect(template.statusCode).toBe(200);
  const listed = [first?.no, paid?.no, foreign?.no, 'NONE', first?.no].map(no => [String(no), 'x']);
  const remove = async (who: string, userId: number, rows: string[][], heads = ['订单号', '备注']) => {
    const filePath = await upload(app, await writeSheet(app, heads, rows), userId);
    const body = { filePath, originName: 'orders.xlsx', importBatch: '清理' };
    return finished(app, who, done(await app.call(who, 'POST', path, body)).id);
  };
  const job = await remove('agency', 830_002, listed);
  expect(job).toMatchObject({ bizType: 620, status: 'fail', updateNum: 1, failNum: 4 });
  expect(job.message).toContain('已删除 1 个订单');
  const errors = await readStored(app, String(job.logUrl));
  expect(errors.map(cells => [cells[0], cells.at(-1)])).toEqual([
    ['订单号', '原行号'],
    [paid?.no, 3],
    [foreign?.no, 4],
    ['NONE', 5],
    [first?.no, 6],
  ]);
  // Who can pay no more is registered no more.
  const row = await get('admin', `${mockStudent.path}/info?studentId=${students[0]}`);
  expect(row.body.data.regStatus).toBe(2);
  const left = await get('admin', `${mockOrder.path}?examId=${examId}`);
  expect(left.body.data.records.map((one: { orderNo: string }) => one.orderNo).toSorted()).toEqual(
    [paid?.no, foreign?.no].toSorted(),
  );
  const odd = await remove('admin', 830_001, [['x']], ['姓名']);
  expect(odd.message).toContain('文件里没有“订单号”一列');
  const filePath = await upload(app, await writeSheet(app, ['订单号'], []), 830_001);
  const stolen = { filePath, originName: 'orders.xlsx', importBatch: 'x' };
  expect((await app.call('agency', 'POST', path, stolen)).status).toBe(400);
});

test('the tables of an exam come in and go out by one call, told by their number', async () => {
  const { examId } = await exam([]);
  const path = '/api/mock/base';
  const sheet = await writeSheet(app, ['考试', '机构', '名额'], [[examId, otherAgency, 7]]);
  const body = { filePath: await upload(app, sheet, 830_001), originName: 'x.xlsx', importBatch: 'x' };
  const asked = await app.call('admin', 'POST', `${path}/import`, { ...body, tableId: 54 });
  expect(await finished(app, 'admin', done(asked).id)).toMatchObject({ status: 'success', insertNum: 1 });
  const out = { tableId: 54, title: '', fieldNames: ['agentId', 'quota'], examId };
  const exported = await finished(
    app,
    'admin',
    done(await app.call('admin', 'POST', `${path}/export`, out)).id,
  );
  expect((await readStored(app, String(exported.url)))[1]?.[1]).toBe(7);
  expect((await app.call('admin', 'POST', `${path}/export`, { ...out, tableId: 34 })).status).toBe(404);
  people.nobody = person({ userId: 830_009, admin: false });
  expect((await app.call('nobody', 'POST', `${path}/export`, out)).status).toBe(403);
});

test('marks that two people have to enter are compared, settled, and not published before', async () => {
  const over = await exam([null, null, null], { doubleEntry: 1 });
  const { examId, infoId, students } = over;
  const [one = 0, two = 0, three = 0] = students;
  const grid = `${mockScore.path}/grid`;
  const path = `${mockScore.path}/difference`;
  expect((await enter('first', over, ['80', '70', '60'])).saved).toHaveLength(3);
  const again = async (who: string, scores: readonly string[], versions: (number | null)[] = []) => {
    const marks = students.map((studentId, at) => ({
      ...{ studentId, infoId, score: scores[at] ?? null, absentFlag: scores[at] === undefined ? 1 : 0 },
      ...{ cheatFlag: 0, version: versions[at] ?? null },
    }));
    return app.call(who, 'PUT', grid, { examId, pass: 2, marks });
  };
  const compared = async (who = 'first') => done(await get(who, `${path}?examId=${examId}`));
  expect(await compared()).toMatchObject({ doubleEntry: 1, missing: 3, different: 0, list: [] });
  const refusal = await app.call('admin', 'PUT', '/api/mock/app/publish', { examId, publishFlag: 1 });
  expect(refusal.body.message).toContain('还有 3 个未复录、0 个有差异');

  // Who entered them first is no second reader.
  const same = done(await again('first', ['80', '70', '60']));
  expect(same.saved).toEqual([]);
  expect(same.refused[0].reason).toContain('须由另一人复录');
  const high = done(await again('second', ['180', '75', '60']));
  expect(high.refused.map((each: { reason: string }) => each.reason)).toEqual([
    expect.stringContaining('成绩不能高于满分'),
  ]);
  done(await again('second', ['80']));
  expect((await again('agency', ['1'])).status).toBe(409);
  expect((await get('agency', `${path}?examId=${examId}`)).status).toBe(404);
  const differing = await compared();
  expect(differing).toMatchObject({ missing: 0, different: 1 });
  expect(differing.list).toMatchObject([
    { studentId: two, subjectName: '素描', first: { score: '70.00' }, second: { score: '75.00' } },
  ]);
  const settle = (ask: object, who = 'first') =>
    app.call(who, 'PUT', path, {
      ...{ examId, studentId: two, infoId, take: 2 },
      firstVersion: differing.list[0].first.version,
      secondVersion: differing.list[0].second.version,
      ...ask,
    });
  expect((await settle({ secondVersion: 9 })).status).toBe(409);
  expect((await settle({ studentId: one, secondVersion: 1, firstVersion: 9 })).status).toBe(409);
  expect(done(await settle({}))).toEqual({ missing: 0, different: 0 });
  const stands = done(await get('admin', `${grid}?examId=${examId}`)).marks;
  const markOf = (studentId: number) =>
    stands.find((mark: { studentId: number }) => mark.studentId === studentId);
  expect(markOf(two)).toMatchObject({ score: '75.00' });

  // A mark that changes after the comparison differs again; the first entry can also be kept.
  const marks = [{ studentId: three, infoId, score: '61', absentFlag: 0, cheatFlag: 0, version: 1 }];
  done(await app.call('first', 'PUT', grid, { examId, marks }));
  const [left] = (await compared()).list;
  expect(left).toMatchObject({ studentId: three, first: { score: '61.00' }, second: { score: '60.00' } });
  const versions = { firstVersion: left.first.version, secondVersion: left.second.version };
  expect(done(await settle({ studentId: three, take: 1, ...versions }))).toEqual({
    ...{ missing: 0, different: 0 },
  });
  await publish(examId, 1);
  expect(
    (await settle({ studentId: three, take: 1, firstVersion: left.first.version, secondVersion: 3 })).status,
  ).toBe(409);
  // An exam with single entry accepts no second one.
  const plain = await exam([null]);
  const single = await app.call('second', 'PUT', grid, {
    ...{ examId: plain.examId, pass: 2 },
    marks: [{ ...marks[0], studentId: plain.students[0], infoId: plain.infoId, version: null }],
  });
  expect(single.body.message).toContain('未要求双人录分');
});

/** Every way in which somebody could learn the mark of an exam's only candidate. */
async function roadsTo(
  who: string,
  { examId, infoId, students }: Awaited<ReturnType<typeof exam>>,
  [scoreId, score]: readonly [number, string],
) {
  const { path } = mockScore;
  const [studentId = 0] = students;
  const tells = (body: unknown) => JSON.stringify(body).includes(score);
  const read = async (address: string) => tells((await get(who, address)).body);
  const asked = { tableId: 34, title: 'x', fieldNames: ['studentId', 'score', 'totalScore'], examId };
  const file = await finished(app, who, done(await app.call(who, 'POST', `${path}/export`, asked)).id);
  const changing = { scoreId, version: 1, score: '1' };
  const deleting = { ids: [scoreId] };
  const retyped = { studentId, infoId, score: '1', absentFlag: 0, cheatFlag: 0, version: null };
  const shaped = await finished(
    app,
    who,
    done(await app.call(who, 'POST', `${path}/export`, { tableId: 34, type: 34, examId })).id,
  );
  const ticket = await sql<{ name: string }>`
    select student_name as name from t_mock_student where student_id = ${studentId}`.execute(app.engine.db);
  const sheet = await writeSheet(app, ['考生', '素描'], [[String(ticket.rows[0]?.name), 1]]);
  const filePath = await upload(app, sheet, people[who]?.userId ?? 0);
  const dry = await importFile(app, who, mockScore, filePath, {
    ...{ type: 34, asked: { examId }, dryRun: true },
  });
  const roads = {
    list: await read(`${path}?examId=${examId}`),
    guess: done(await get(who, `${path}?examId=${examId}&score=${score}`)).total > 0,
    range: done(await get(who, `${path}?examId=${examId}&sort=-score`)).total > 0,
    info: await read(`${path}/info?scoreId=${scoreId}`),
    history: await read(`${path}/history?scoreId=${scoreId}`),
    trash: await read(`${path}/trash?examId=${examId}`),
    first: await read(`${path}/grid?examId=${examId}`),
    second: await read(`${path}/grid?examId=${examId}&pass=2`),
    differences: await read(`${path}/difference?examId=${examId}`),
    exported: tells(await readStored(app, String(file.url))),
    shaped: tells(await readStored(app, String(shaped.url))),
    statistics: await read(`/api/mock/app/score_stat?examId=${examId}`),
    session: await read(`/api/mock/app/score_stat?examId=${examId}&infoId=${infoId}`),
    workbook: (await app.call(who, 'POST', '/api/mock/app/score_stat/export', { examId })).status === 200,
    analysis: await read(`/api/mock/app/score_analyse?examId=${examId}&studentId=${studentId}`),
    // Attempts to write the mark neither reveal nor change it.
    added: tells((await app.call(who, 'POST', path, { examId, studentId, infoId, score: '1' })).body),
    changed: tells((await app.call(who, 'PUT', path, changing)).body),
    deleted: (await app.call(who, 'DELETE', path, deleting)).status === 200,
    retyped: tells((await app.call(who, 'PUT', `${path}/grid`, { examId, marks: [retyped] })).body),
    compared: await read(`/api/base/log/differences?id=${dry.id}`),
    refused: await read(`/api/base/log/errors?id=${dry.id}`),
  };
  return Object.entries(roads).flatMap(([road, told]) => (told ? [road] : []));
}

test('nobody but its writer learns a mark that somebody else has still to enter, by any road', async () => {
  const over = await exam([null], { doubleEntry: 1 });
  const { examId, infoId, students } = over;
  const [studentId = 0] = students;
  expect((await enter('typist', over, ['83.75'])).saved).toHaveLength(1);
  const stands = await sql<{ id: number }>`
    select score_id as id from t_mock_score where student_id = ${studentId}`.execute(app.engine.db);
  const mark = [stands.rows[0]?.id ?? 0, '83.75'] as const;
  // Neither the people who enter marks nor those who may resolve and publish them, including the administrator.
  for (const who of ['reader', 'second', 'admin']) expect(await roadsTo(who, over, mark), who).toEqual([]);
  const grid = `${mockScore.path}/grid`;
  expect(done(await get('typist', `${grid}?examId=${examId}`)).marks).toMatchObject([{ score: '83.75' }]);
  expect(done(await get('typist', `${mockScore.path}?examId=${examId}`)).total).toBe(1);
  const closed = async (who: string, pass: number) =>
    done(await get(who, `${grid}?examId=${examId}&pass=${pass}`)).closed;
  expect(await closed('reader', 1)).toEqual([{ studentId, infoId, why: 'entered' }]);
  expect(await closed('reader', 2)).toEqual([]);
  expect(await closed('typist', 1)).toEqual([]);
  expect(await closed('typist', 2)).toEqual([{ studentId, infoId, why: 'own' }]);
  // The exam cannot be made one of a single entry to see them.
  const { version } = done(await get('admin', `${mockExam.path}/info?examId=${examId}`));
  const opened = await app.call('admin', 'PUT', mockExam.path, { examId, version, doubleEntry: 0 });
  expect(opened.body.message).toContain('不能取消双人录分');

  const again = async (who: string, score: string, read: number | null) => {
    const one = { studentId, infoId, score, absentFlag: 0, cheatFlag: 0, version: read };
    return done(await app.call(who, 'PUT', grid, { examId, pass: 2, marks: [one] }));
  };
  // A second entry by somebody who may resolve differences does not reveal marks to others.
  expect((await again('second', '38.75', null)).saved).toHaveLength(1);
  for (const who of ['reader', 'second']) expect(await roadsTo(who, over, mark), who).toEqual([]);
  // The first person does not see the second entry, and nobody else can replace it.
  expect(done(await get('typist', `${grid}?examId=${examId}&pass=2`)).marks).toEqual([]);
  expect((await again('reader', '83.75', null)).refused).toMatchObject([
    { reason: '已由他人复录', standing: null },
  ]);
  expect((await again('reader', '83.75', 1)).refused).toHaveLength(1);
  const compared = async (who: string) =>
    done(await get(who, `${mockScore.path}/difference?examId=${examId}`));
  expect(await compared('reader')).toEqual({ doubleEntry: 1, missing: 0, different: null, list: [] });
  expect(await compared('typist')).toEqual({ doubleEntry: 1, missing: 0, different: null, list: [] });
  expect(await compared('second')).toEqual({ doubleEntry: 1, missing: 0, different: 1, list: [] });
  const own = { examId, studentId, infoId, take: 1, firstVersion: 1, secondVersion: 1 };
  expect((await app.call('second', 'PUT', `${mockScore.path}/difference`, own)).status).toBe(404);
  expect((await app.call('typist', 'PUT', `${mockScore.path}/difference`, own)).status).toBe(403);
  // People who resolve differences see both, and after settling all of them do; everyone else after publication.
  expect((await compared('admin')).list).toMatchObject([
    { first: { score: '83.75' }, second: { score: '38.75' } },
  ]);
  done(await app.call('admin', 'PUT', `${mockScore.path}/difference`, own));
  expect(done(await get('reader', `${mockScore.path}?examId=${examId}`)).total).toBe(0);
  const known = done(await get('second', `${mockScore.path}?examId=${examId}`)).records;
  expect(known).toMatchObject([{ score: 83.75 }]);
  await publish(examId, 1);
  expect(await roadsTo('reader', over, mark)).toEqual([
    ...['list', 'guess', 'range', 'info', 'history', 'first', 'exported', 'shaped'],
    ...['statistics', 'session', 'workbook', 'analysis', 'retyped'],
  ]);
});

test('a mark that its second typist enters anew is entered a second time by a third person', async () => {
  const over = await exam([null], { doubleEntry: 1 });
  const { examId, infoId, students } = over;
  const [studentId = 0] = students;
  const second = async (who: string) => {
    const marks = [{ studentId, infoId, score: '60', absentFlag: 0, cheatFlag: 0, version: null }];
    return done(await app.call(who, 'PUT', `${mockScore.path}/grid`, { examId, pass: 2, marks }));
  };
  expect((await second('reader')).saved).toHaveLength(1);
  expect((await enter('reader', over, ['60'])).saved).toHaveLength(1);
  const missing = async () =>
    done(await get('admin', `${mockScore.path}/difference?examId=${examId}`)).missing;
  expect(await missing()).toBe(1);
  expect((await second('typist')).saved).toHaveLength(1);
  expect(await missing()).toBe(0);
  await publish(examId, 1);
});

test('publishing tells candidates and agencies by text message, and withdrawing takes back what was not sent', async () => {
  const over = await exam([home.agency, home.agency, null]);
  const { examId, students } = over;
  await sql`update t_agent set phone = '13700009999' where agent_id = ${home.agency}`.execute(app.engine.db);
  await enter('admin', over, ['90', '50', '70']);
  const publishing = async (publishFlag: number, notice: number) =>
    done(await app.call('admin', 'PUT', '/api/mock/app/publish', { examId, publishFlag, notice })).noticeNum;
  const posted = async () => {
    const found = await sql<
      Columns<typeof registry.outbox, 'subject'> & { topic: string; status: number; text: string }
    >`
      select subject, content ->> 'topic' as topic, outbox_status as status, content::text as text from t_outbox
      where subject = any(${students.map(id => `mockStudent:${id}`)}::text[]) or subject like 'examAgent:%'
      order by outbox_id`.execute(app.engine.db);
    return found.rows;
  };
  expect(await publishing(1, 0)).toBe(0);
  expect(await publishing(0, 0)).toBe(0);
  expect(await posted()).toEqual([]);
  expect(await publishing(1, 1)).toBe(4);
  const messages = await posted();
  expect(messages.map(({ topic, status }) => `${topic} ${status}`)).toEqual(Array(4).fill('marks 0'));
  expect(messages.some(({ text }) => /90|50\.00|70\.00/.test(text.replace(/\d{11}/g, '')))).toBe(false);
  // One was sent before the marks were withdrawn: only that person is notified.
  const [, second] = students;
  await sql`update t_outbox set outbox_status = 2 where subject = ${`mockStudent:${second}`}`.execute(
    app.engine.db,
  );
  expect(await publishing(0, 1)).toBe(1);
  const after = await posted();
  expect(after.map(({ topic, status }) => `${topic} ${status}`).toSorted()).toEqual(
    ['marks 4', 'marks 4', 'marks 4', 'marks 2', 'marksBack 0'].toSorted(),
  );
  expect(after.at(-1)?.subject).toBe(`mockStudent:${second}`);
  expect(await publishing(1, 1)).toBe(4);
});

test('a sheet of marks names candidates by their ticket numbers', async () => {
  const { examId, students } = await exam([null, null]);
  await sql`update t_mock_student set ticket_no = '97' || lpad(student_id::text, 10, '0')
    where exam_id = ${examId}`.execute(app.engine.db);
  const tickets = students.map(key => `97${String(key).padStart(10, '0')}`);
  const offered = await get('admin', `/api/base/table/column?tableId=${mockScore.tableId}`);
  expect(done(offered).find((one: { columnName: string }) => one.columnName === 'ticketNo')).toMatchObject({
    importFlag: 1,
    exportFlag: 1,
  });
  const sheet = await writeSheet(
    app,
    ['准考证号', '素描'],
    [
      [tickets[0] ?? '', 81],
      ['970000000000', 70],
    ],
  );
  const byColumn = await importFile(app, 'admin', mockScore, await upload(app, sheet, 830_001), {
    ...{ type: 34, asked: { examId } },
  });
  expect(byColumn).toMatchObject({ insertNum: 1, failNum: 1 });
  // A file that an export wrote has the candidate beside the number, which then only shows.
  const whole = await writeSheet(
    app,
    ['考试', '考生', '准考证号', '科目', '成绩'],
    [
      [
        (await get('admin', `${mockExam.path}/info?examId=${examId}`)).body.data.examName,
        tickets[1] ?? '',
        tickets[0] ?? '',
        '素描',
        64,
      ],
    ],
  );
  const both = await importFile(app, 'admin', mockScore, await upload(app, whole, 830_001));
  expect(both).toMatchObject({ insertNum: 1, failNum: 0 });
  const marks = await sql<{ studentId: number; score: string }>`
    select student_id, score from t_mock_score where exam_id = ${examId}
    order by student_id`.execute(app.engine.db);
  expect(marks.rows).toEqual([
    { studentId: students[0], score: '81.00' },
    { studentId: students[1], score: '64.00' },
  ]);
});

test('an area tells how many rooms it has in use', async () => {
  const { examId } = await exam([null]);
  for (const [roomNo, status] of [
    [1, 1],
    [2, 1],
    [3, 0],
  ])
    await post(registry.mockRoom.path, {
      ...{ examId, areaId, dataYear, provinceId: home.province, roomNo, status, layout: '2,2' },
    });
  const { records } = done(await get('admin', `${registry.examArea.path}/list?examId=${examId}`));
  expect(records).toMatchObject([{ roomNum: 2 }]);
});

/** The published total and places of candidates. */
async function placesOf(examId: number) {
  const found = await sql<{ studentId: number; rankNo: number; agentRank: number }>`
    select student_id, rank_no, agent_rank from t_mock_result where exam_id = ${examId} order by 1`.execute(
    app.engine.db,
  );
  return found.rows;
}
const outdatedOf = async (examId: number) =>
  done(await get('admin', `${mockExam.path}/info?examId=${examId}`)).outdatedNum;
const changesOf = async (examId: number) =>
  done(await get('first', `/api/mock/app/publish/changes?examId=${examId}`));
const refundOf = (studentId: number) =>
  takeStep(app.engine, mockStudentSteps, 'refund', {
    keys: studentId,
    by: { kind: 'step', cause: 'mockOrder.endRefund' },
  });

test('published marks say who changes after a refund, tell staff, and hold again once published again', async () => {
  const over = await exam([home.agency, home.agency, otherAgency]);
  const { examId, students } = over;
  await enter('admin', over, ['90.00', '80.00', '70.00']);
  expect(await changesOf(examId)).toEqual({ total: 0, list: [] });
  await publish(examId, 1);
  expect(await outdatedOf(examId)).toBe(0);
  expect(await changesOf(examId)).toEqual({ total: 0, list: [] });

  await refundOf(students[0] ?? 0);
  expect(await outdatedOf(examId)).toBe(3);
  // They stay as they are until people publish them again.
  expect(await placesOf(examId)).toMatchObject([{ rankNo: 1 }, { rankNo: 2 }, { rankNo: 3 }]);
  const told = await sql<{ n: number }>`
    select count(*)::integer as n from t_notice where event = 'marksOutdated' and row_id = ${examId}`.execute(
    app.engine.db,
  );
  expect(told.rows[0]?.n).toBe(1);
  const changes = await changesOf(examId);
  expect(changes.total).toBe(3);
  const changeOf = (at: number) =>
    changes.list.find((one: { studentId: number }) => one.studentId === students[at]);
  expect(changeOf(0)).toMatchObject({ before: { total: '90.00', rankNo: 1, agentRank: 1 }, after: null });
  expect(changeOf(1)).toMatchObject({
    before: { rankNo: 2, agentRank: 2 },
    after: { rankNo: 1, agentRank: 1 },
  });
  expect(changeOf(2)).toMatchObject({ before: { rankNo: 3 }, after: { total: '70.00', rankNo: 2 } });

  await publish(examId, 0);
  // Compared with what was published last, as long as nothing else is published.
  expect((await changesOf(examId)).total).toBe(3);
  await publish(examId, 1);
  expect([await outdatedOf(examId), await changesOf(examId)]).toEqual([0, { total: 0, list: [] }]);
  expect(await placesOf(examId)).toMatchObject([{ rankNo: 1 }, { rankNo: 2 }]);
});

test('a candidate who moves to another agency makes the places of the agencies outdated, and back again', async () => {
  const over = await exam([home.agency, otherAgency]);
  const { examId, students } = over;
  await enter('admin', over, ['90.00', '80.00']);
  await publish(examId, 1);
  const move = async (agentId: number) => {
    const studentId = students[1];
    const { version } = done(await get('admin', `${mockStudent.path}/info?studentId=${studentId}`));
    done(await app.call('admin', 'PUT', mockStudent.path, { studentId, version, agentId }));
  };
  await move(home.agency);
  expect(await outdatedOf(examId)).toBe(1);
  expect(await changesOf(examId)).toMatchObject({
    list: [{ studentId: students[1], before: { agentRank: 1 }, after: { agentRank: 2 } }],
  });
  await move(otherAgency);
  expect([await outdatedOf(examId), (await changesOf(examId)).total]).toEqual([0, 0]);
});

test('marks that are published while a candidate is refunded are right or outdated', async () => {
  const over = await exam([null, null]);
  const { examId, students } = over;
  await enter('admin', over, ['90.00', '80.00']);
  await Promise.all([publish(examId, 1), refundOf(students[0] ?? 0)]);
  const places = await placesOf(examId);
  expect([places.length, await outdatedOf(examId)]).toEqual(places.length === 2 ? [2, 2] : [1, 0]);
});

test('the comment of a published mark may be changed by form and file, and nothing else of it', async () => {
  const over = await exam([home.agency]);
  const { examId, infoId, students } = over;
  const [studentId = 0] = students;
  await enter('admin', over, ['77.25']);
  await publish(examId, 1);
  const [mark] = done(await get('admin', `${mockScore.path}?examId=${examId}`)).records;
  const { scoreId, version } = mark;
  const save = (who: string, body: object) => app.call(who, 'PUT', mockScore.path, { scoreId, ...body });
  expect((await save('admin', { version, score: '80.00' })).body.message).toContain('请先撤回');
  expect((await save('admin', { version, comment: '构图完整', grade: 'A' })).status).toBe(400);
  done(await save('admin', { version, comment: '构图完整' }));
  expect((await save('agency', { version: version + 1, comment: '机构的话' })).status).not.toBe(200);
  const { examName } = done(await get('admin', `${mockExam.path}/info?examId=${examId}`));
  await sql`update t_mock_student set ticket_no = '9700000777' where student_id = ${studentId}`.execute(
    app.engine.db,
  );
  const file = async (score: number, comment: string) =>
    importFile(
      app,
      'admin',
      mockScore,
      await upload(
        app,
        await writeSheet(
          app,
          ['考试', '准考证号', '科目', '成绩', '评语'],
          [[examName, '9700000777', '素描', score, comment]],
        ),
        830_001,
      ),
    );
  expect(await file(77.25, '明暗准确')).toMatchObject({ updateNum: 1, failNum: 0 });
  expect(await file(78, '改分')).toMatchObject({ failNum: 1 });
  const kept = await sql<{ score: string; comment: string }>`
    select score, comment from t_mock_score where student_id = ${studentId} and info_id = ${infoId}`.execute(
    app.engine.db,
  );
  expect(kept.rows).toEqual([{ score: '77.25', comment: '明暗准确' }]);
});
