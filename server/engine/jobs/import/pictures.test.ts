import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { school } from '@yikao/model/contexts/school/school.ts';
import iconv from 'iconv-lite';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestPart, zipOf } from '../../../excel/testing/zip.ts';
import { migrated } from '../../../testing/database.ts';
import type { Columns } from '../../table/columns.ts';
import { openTestApp, person, type TestApp } from '../../testing/app.ts';
import { dyingProcess } from '../../testing/dying-process.ts';
import { testExam, testPupil } from '../../testing/mark-datasets.ts';
import { finished, importFile, readStored, upload } from '../../testing/workbooks.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp(migrated, { admin: person() }, [], [testExam, testPupil]);
  const { db } = app.engine;
  await sql`insert into t_test_exam (exam_id, exam_name) values (1, '春季'), (2, '秋季')`.execute(db);
  await sql`insert into t_test_pupil (pupil_id, exam_id, ticket_no)
    select n, 1, 'A' || lpad(n::text, 5, '0') from generate_series(1, 4500) n`.execute(db);
  await sql`insert into t_test_pupil (pupil_id, exam_id, ticket_no) values (9001, 2, 'A00001')`.execute(db);
  await sql`insert into t_school (school_id, school_no, school_name, province_id, school_level, nature, order_num, status) values
    (901, '99901', '示例大学', 1, 1, 1, 0, 1), (902, '99902', '示例学院', 1, 1, 1, 0, 1), (903, '99903', '示例艺大', 1, 1, 1, 0, 1),
    (904, '99903', '示例艺大二', 1, 1, 1, 0, 1)`.execute(db);
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`update t_school set logo = null`.execute(app.engine.db);
  await sql`update t_test_pupil set photo = null`.execute(app.engine.db);
});

/** A picture by its first and last bytes, different for each text. */
const jpeg = (text: string, size = 400) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    Buffer.from(text),
    Buffer.alloc(size),
    Buffer.from([0xff, 0xd9]),
  ]);
const png = (text: string) => Buffer.from(`\x89PNG\r\n\x1a\n${text}IEND`, 'latin1');

async function zipped(parts: Readonly<Record<string, TestPart | string | Buffer>> | Buffer): Promise<string> {
  const path = join(app.dataDir, `${crypto.randomUUID()}.zip`);
  await writeFile(path, Buffer.isBuffer(parts) ? parts : zipOf(parts));
  return upload(app, path);
}

const logos = { type: 2201 };

async function logosOf(): Promise<Record<string, string | null>> {
  const found = await sql<Columns<typeof school, 'logo'> & { name: string }>`
    select school_name as name, logo from t_school where school_id between 901 and 904 order by 1`.execute(
    app.engine.db,
  );
  return Object.fromEntries(found.rows.map(({ name, logo }) => [name, logo]));
}

async function bytesOf(path: string | null | undefined): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await app.engine.files.open(String(path).slice(1))) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

test('logos come in by code or name of the school, the same zip changes nothing, and all of it can be taken back', async () => {
  const filePath = await zipped({
    'logos/99901.JPG': jpeg('a'),
    '示例学院.png': png('b'),
    '__MACOSX/._99901.jpg': 'shadow',
    'logos/.DS_Store': 'shadow',
  });
  const dry = await importFile(app, 'admin', school, filePath, { ...logos, dryRun: true });
  expect(dry).toMatchObject({ status: 'success', updateNum: 2, failNum: 0 });
  expect((await logosOf()).示例大学).toBeNull();
  const job = await importFile(app, 'admin', school, filePath, logos);
  expect(job).toMatchObject({
    status: 'success',
    updateNum: 2,
    insertNum: 0,
    title: '院校库-校徽图片（zip）',
  });
  const after = await logosOf();
  expect(after.示例大学).toMatch(/^\/\d{4}\/\d{2}\/[0-9a-f]{40}\.jpg$/);
  expect(after.示例学院).toMatch(/\.png$/);
  expect(await bytesOf(after.示例大学)).toEqual(jpeg('a'));
  const again = await importFile(app, 'admin', school, filePath, logos);
  expect(again).toMatchObject({ status: 'success', updateNum: 0, sameNum: 2 });
  await app.call('admin', 'POST', '/api/base/log/undo', { id: job.id });
  await app.runJobs();
  expect(await logosOf()).toMatchObject({ 示例大学: null, 示例学院: null });
});

test('wrong names, broken pictures and ways out of the folder are refused rows with their reasons; the rest comes in', async () => {
  const filePath = await zipped({
    '../../etc/99901.jpg': jpeg('c'),
    '/abs/没有这所.jpg': jpeg('d'),
    '99903.jpg': jpeg('e'),
    '99902.jpg': Buffer.from('<svg onload="alert(1)">'),
    '示例学院.jpg': jpeg('f').subarray(0, -2),
    '示例艺大.png': png('g'),
    '99901.png': png('h'),
    '示例艺大二.jpg': { content: jpeg('i'), wrongCrc: true },
    'big/99902.jpg': { content: jpeg('j', 6 * 1024 * 1024), claimedSize: 1_000 },
    'huge/99902.jpg': jpeg('k', 6 * 1024 * 1024),
  });
  const job = await importFile(app, 'admin', school, filePath, logos);
  expect(job).toMatchObject({ status: 'fail', updateNum: 2, failNum: 8 });
  const after = await logosOf();
  expect(await bytesOf(after.示例大学)).toEqual(jpeg('c'));
  expect(after).toMatchObject({ 示例学院: null, 示例艺大二: null });
  const [header, ...refused] = await readStored(app, String(job.logUrl));
  expect(header?.slice(0, 1)).toEqual(['文件名']);
  expect(refused.map(cells => [cells[0], cells.at(-2)])).toEqual([
    [
      '没有这所.jpg',
      '找不到图片“没有这所.jpg”对应的记录：没有院校代码或院校名称为“没有这所”的记录。请改正文件名，或先新增这条记录，再重新导入',
    ],
    [
      '99903.jpg',
      expect.stringContaining('图片“99903.jpg”对应多条记录：院校代码或院校名称为“99903”的记录不止一条'),
    ],
    ['99902.jpg', expect.stringContaining('不是完整的')],
    ['示例学院.jpg', expect.stringContaining('不是完整的')],
    ['99901.png', expect.stringContaining('重复')],
    ['示例艺大二.jpg', expect.stringContaining('不是完整的')],
    ['99902.jpg', expect.stringContaining('不能超过 5 MB')],
    ['99902.jpg', expect.stringContaining('不能超过 5 MB')],
  ]);
});

test('a zip of a Chinese Windows is read by its names; what is no zip is refused as a file', async () => {
  const zip = zipOf({ 'PICTURE1.jpg': jpeg('w') }).toString('latin1');
  const windows = zip.replaceAll('PICTURE1', iconv.encode('示例大学', 'gbk').toString('latin1'));
  const job = await importFile(app, 'admin', school, await zipped(Buffer.from(windows, 'latin1')), logos);
  expect(job).toMatchObject({ status: 'success', updateNum: 1 });
  const broken = await zipped(Buffer.from('PK no zip at all'));
  expect(await importFile(app, 'admin', school, broken, logos)).toMatchObject({ status: 'fail', done: 0 });
  const filePath = await zipped({ '99901.jpg': jpeg('x'), 'a/99902.jpg': jpeg('y') });
  const look = { tableId: 22, type: 2201, filePath, originName: 'logos.zip' };
  const { body } = await app.call('admin', 'POST', '/api/base/import/preview', look);
  expect(body.data).toMatchObject({
    format: 'zip',
    rows: [{ cells: ['99901.jpg'] }, { cells: ['99902.jpg'] }],
  });
});

test('photos of thousands of pupils go on where a broken process left them, within the exam that was given', async () => {
  const parts = Object.fromEntries(
    Array.from({ length: 4_500 }, (_, n) => {
      const ticket = `A${String(n + 1).padStart(5, '0')}`;
      return [`${ticket}.jpg`, { content: jpeg(ticket, 50), stored: true }];
    }),
  );
  const filePath = await zipped(parts);
  const body = { tableId: 987, importBatch: '批', filePath, originName: 'p.zip', again: true };
  const given = { ...body, type: 651, asked: { examId: 1 } };
  const id = (await app.call('admin', 'POST', `${testPupil.path}/import`, given)).body.data.id;
  const run = dyingProcess(app, id);
  await expect(run(2)).rejects.toThrow('the process dies');
  await run(1_000);
  expect(await finished(app, 'admin', id)).toMatchObject({ status: 'success', updateNum: 4_500, failNum: 0 });
  const found = await sql<{ with: number; pictures: number; other: string | null }>`
    select count(photo)::integer as with, count(distinct photo)::integer as pictures,
      max(photo) filter (where exam_id = 2) as other from t_test_pupil`.execute(app.engine.db);
  expect(found.rows).toEqual([{ with: 4_500, pictures: 4_500, other: null }]);
});
