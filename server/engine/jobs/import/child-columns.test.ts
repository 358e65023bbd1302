import { writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WriteCell } from '../../../excel/index.ts';
import { migrated } from '../../../testing/database.ts';
import { openTestApp, person, type TestApp } from '../../testing/app.ts';
import { dyingProcess } from '../../testing/dying-process.ts';
import { testExam, testMark, testPupil, testSubject } from '../../testing/mark-datasets.ts';
import { finished, importFile, readStored, upload, writeSheet } from '../../testing/workbooks.ts';

let app: TestApp;
const pupils = 5_000;
beforeAll(async () => {
  app = await openTestApp(
    migrated,
    {
      admin: person(),
      clerk: person({ userId: 2, admin: false, permissions: new Set(['test:mark:import']) }),
    },
    [],
    [testExam, testSubject, testPupil, testMark],
  );
  const { db } = app.engine;
  await sql`insert into t_test_exam (exam_id, exam_name) values (1, '春季'), (2, '秋季')`.execute(db);
  // 朗读 is a subject of both exams, 面试 is twice one of the second.
  await sql`insert into t_test_subject (subject_id, exam_id, subject_name, order_num) values
    (11, 1, '朗读', 1), (12, 1, '写作', 2), (21, 2, '朗读', 1), (22, 2, '舞蹈', 2), (23, 2, '面试', 3), (24, 2, '面试', 4)`.execute(
    db,
  );
  await sql`insert into t_test_pupil (pupil_id, exam_id, ticket_no)
    select n, 1, 'A' || lpad(n::text, 5, '0') from generate_series(1, ${pupils}) n`.execute(db);
  await sql`insert into t_test_pupil (pupil_id, exam_id, ticket_no) values (9001, 2, 'A00001')`.execute(db);
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from t_test_mark`.execute(app.engine.db);
});

const spring = { type: 34, asked: { examId: 1 } };

/** A mark as its cell shows it. */
const mark = (value: number) => ({ kind: 'formatted', value, text: value.toFixed(2) });

const sheet = async (headers: readonly string[], rows: readonly (readonly WriteCell[])[], userId = 1) =>
  upload(app, await writeSheet(app, headers, rows), userId);

async function kept() {
  const found = await sql<{ pupil: number; subject: number; score: string }>`
    select pupil_id as pupil, subject_id as subject, score from t_test_mark where not deleted
    order by exam_id, pupil_id, subject_id`.execute(app.engine.db);
  return found.rows.map(({ pupil, subject, score }) => [pupil, subject, score]);
}

test('a row of a sheet is one row for each subject that has a mark; an empty cell leaves its mark alone', async () => {
  const first = await sheet(['考生', '朗读', '写作'], [['A00001', 90, 80.5], ['A00002', 70], ['A00003']]);
  const dry = await importFile(app, 'admin', testMark, first, { ...spring, dryRun: true });
  expect(dry).toMatchObject({ status: 'success', insertNum: 3, failNum: 0 });
  expect(await kept()).toEqual([]);
  const job = await importFile(app, 'admin', testMark, first, spring);
  expect(job).toMatchObject({ status: 'success', insertNum: 3, title: '成绩样本-一科一列' });
  expect(await kept()).toEqual([
    [1, 11, '90.00'],
    [1, 12, '80.50'],
    [2, 11, '70.00'],
  ]);
  // A subject by its ID, in another order, below a title; only the second pupil's writing mark is new.
  const more = await sheet(
    ['春季成绩'],
    [
      ['12', '考生', '朗读'],
      ['', 'A00001', 91],
      [60, 'A00002'],
    ],
  );
  const check = await importFile(app, 'admin', testMark, more, { ...spring, dryRun: true });
  expect(check).toMatchObject({ insertNum: 1, updateNum: 1 });
  const { body } = await app.call('admin', 'GET', `/api/base/log/differences?id=${check.id}`);
  expect(body.data.records).toMatchObject([
    { row: 3, changes: [{ field: 'score', before: '90.00', after: '91.00' }] },
  ]);
  const second = await importFile(app, 'admin', testMark, more, spring);
  expect(second).toMatchObject({ status: 'success', insertNum: 1, updateNum: 1, sameNum: 0 });
  expect(await kept()).toEqual([
    [1, 11, '91.00'],
    [1, 12, '80.50'],
    [2, 11, '70.00'],
    [2, 12, '60.00'],
  ]);
  const undo = await app.call('admin', 'POST', '/api/base/log/undo', { id: second.id });
  expect(undo.status).toBe(200);
  await app.runJobs();
  expect(await kept()).toEqual([
    [1, 11, '90.00'],
    [1, 12, '80.50'],
    [2, 11, '70.00'],
  ]);
});

test('what is wrong is told by row and column, once for each row, and the rest comes in', async () => {
  const file = await sheet(
    ['考生', '朗读', '写作', '12'],
    [
      ['A00001', 151, '缺考', null],
      ['X', 1, 2, null],
      ['A00002', 70, 60, 61],
      ['A00003', 50, 40, null],
      ['A00003', 51, null, null],
    ],
  );
  const job = await importFile(app, 'admin', testMark, file, spring);
  expect(job).toMatchObject({ status: 'fail', insertNum: 4, failNum: 5 });
  expect(await kept()).toEqual([
    [2, 11, '70.00'],
    [2, 12, '60.00'],
    [3, 11, '50.00'],
    [3, 12, '40.00'],
  ]);
  const [header, ...refused] = await readStored(app, String(job.logUrl));
  expect(header).toEqual(['考生', '朗读', '写作', '12', '错误原因', '原行号']);
  expect(refused.map(cells => [Number(cells.at(-1)), cells.at(-2)])).toEqual([
    [2, '朗读不能大于 150；写作必须是数字'],
    [3, '找不到考生“X”'],
    [4, expect.stringMatching(/^“12”与第 4 行重复/)],
    [6, expect.stringMatching(/^“朗读”与第 5 行重复/)],
  ]);
  const { body } = await app.call('admin', 'GET', `/api/base/log/errors?id=${job.id}`);
  expect(body.data.records[0]).toMatchObject({
    row: 2,
    errors: [
      { column: '朗读', value: '151' },
      { column: '写作', value: '缺考' },
    ],
  });
  expect(body.data.columns.map(({ column }: { column: string }) => column)).toContain('写作');
});

test('a column that is no subject of the exam, a subject twice, none at all, and a name of two are told', async () => {
  const of = async (headers: readonly string[], more = spring) =>
    importFile(app, 'admin', testMark, await sheet(headers, [['A00001', 1, 2]]), more);
  // 舞蹈 is one of the other exam, which the person has not chosen.
  expect((await of(['考生', '朗读', '舞蹈'])).message).toBe('无法识别的列：舞蹈');
  expect((await of(['考生', '朗读', '朗读'])).message).toBe('重复的列：朗读');
  expect((await of(['考生'])).message).toBe('缺少必需的列：科目');
  const job = await of(['考生', '朗读', '面试'], { ...spring, asked: { examId: 2 } });
  expect(job).toMatchObject({ insertNum: 1, failNum: 1 });
  const { body } = await app.call('admin', 'GET', `/api/base/log/info?id=${job.id}`);
  expect(body.data.errors).toMatchObject([{ row: 2, column: '面试' }]);
  expect(await kept()).toEqual([[9001, 21, '1.00']]);
});

test('the exam must be given, must be there, and makes the same file another one', async () => {
  const filePath = await sheet(['考生', '朗读'], [['A00001', 1]]);
  const body = { tableId: 988, importBatch: '批', filePath, originName: 'a.xlsx', type: 34 };
  const start = (asked: object) => app.call('admin', 'POST', `${testMark.path}/import`, { ...body, asked });
  expect(await start({})).toMatchObject({ status: 400, body: { message: expect.stringContaining('考试') } });
  expect((await start({ examId: 77 })).status).toBe(400);
  expect((await start({ examId: 1, score: 5 })).status).toBe(400);
  expect((await start({ examId: 1 })).status).toBe(200);
  await app.runJobs();
  expect((await start({ examId: 1 })).body.message).toContain('已');
  expect((await start({ examId: 2 })).status).toBe(200);
  await app.runJobs();
  expect(await kept()).toEqual([
    [1, 11, '1.00'],
    [9001, 21, '1.00'],
  ]);
});

test('the template has a column for each subject of the exam, and its example comes in', async () => {
  const asked = encodeURIComponent(JSON.stringify({ examId: 1 }));
  const response = await app.app.inject({
    url: `/api/base/download/excel/template?tableId=988&type=34&fieldNames=pupilId&asked=${asked}`,
    headers: { 'access-token': 'admin' },
  });
  expect(response.statusCode).toBe(200);
  const path = `${app.dataDir}/marks.xlsx`;
  await writeFile(path, response.rawPayload);
  const filePath = await upload(app, path);
  const [header] = await readStored(app, filePath);
  expect(header).toEqual(['考生*', '朗读', '写作']);
  const look = await app.call('admin', 'POST', '/api/base/import/preview', {
    tableId: 988,
    type: 34,
    asked: { examId: 1 },
    filePath,
    originName: 'marks.xlsx',
  });
  expect(look.body.data.columns).toMatchObject([
    { header: '考生*', field: 'pupilId' },
    { header: '朗读', field: 'score:朗读', by: 'child' },
    { header: '写作', field: 'score:写作', by: 'child' },
  ]);
  expect(look.body.data.missing).toEqual([]);
});

test('an export in the same shape has a row for each pupil, and comes in again without a change', async () => {
  await sql`insert into t_test_mark (exam_id, pupil_id, subject_id, score, absent_flag)
    select 1, n, s, n % 100 + s, 0 from generate_series(1, ${pupils}) n, (values (12), (11)) as v(s)
    where n % 7 <> 0 or s = 11`.execute(app.engine.db);
  await sql`insert into t_test_mark (exam_id, pupil_id, subject_id, score, absent_flag) values
    (2, 9001, 21, 33, 0), (2, 9001, 23, 44, 0), (2, 9001, 24, 55, 0)`.execute(app.engine.db);
  const exported = async (filters: object) => {
    const started = await app.call('admin', 'POST', `${testMark.path}/export`, {
      tableId: 988,
      type: 34,
      ...filters,
    });
    const job = await finished(app, 'admin', started.body.data.id);
    expect(job.status).toBe('success');
    return { job, rows: await readStored(app, String(job.url)) };
  };
  const spring1 = await exported({ examId: 1 });
  expect(spring1.rows).toHaveLength(pupils + 1);
  expect(spring1.rows[0]).toEqual(['考试', '考生', '朗读', '写作']);
  expect(spring1.rows[1]).toEqual(['春季', 'A00001', mark(12), mark(13)]);
  expect(spring1.rows[7]?.slice(0, 4)).toEqual(['春季', 'A00007', mark(18)]);
  const again = await importFile(app, 'admin', testMark, String(spring1.job.url), spring);
  expect(again).toMatchObject({ status: 'success', insertNum: 0, updateNum: 0, failNum: 0 });
  expect(again.sameNum).toBe(pupils * 2 - Math.floor(pupils / 7));
  // Marks excluded by a filter leave empty cells; subjects with the same name share a column if no pupil has both.
  const both = await exported({});
  expect(both.rows[0]?.slice(2)).toEqual(['朗读', '写作', '面试', '24']);
  expect(both.rows.at(-1)).toEqual(['秋季', 'A00001', mark(33), undefined, mark(44), mark(55)]);
  const dancing = await exported({ subjectId: 11, examId: 1, ids: [] });
  expect(dancing.rows[0]).toEqual(['考试', '考生', '朗读']);
});

test('an import that was broken off goes on where it stood, and is taken back as a whole', async () => {
  const rows = Array.from({ length: pupils }, (_, n): WriteCell[] => [
    `A${String(n + 1).padStart(5, '0')}`,
    n % 100,
    n % 50,
  ]);
  const filePath = await sheet(['考生', '朗读', '写作'], rows);
  const body = { tableId: 988, importBatch: '批', filePath, originName: 'a.xlsx', again: true, ...spring };
  const id = (await app.call('admin', 'POST', `${testMark.path}/import`, body)).body.data.id;
  const run = dyingProcess(app, id);
  await expect(run(3)).rejects.toThrow('the process dies');
  const before = (await kept()).length;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(pupils * 2);
  await run(1_000);
  expect(await kept()).toHaveLength(pupils * 2);
  expect(await finished(app, 'admin', id)).toMatchObject({
    status: 'success',
    insertNum: pupils * 2,
    failNum: 0,
  });
  await app.call('admin', 'POST', '/api/base/log/undo', { id });
  await app.runJobs();
  expect(await kept()).toEqual([]);
});
