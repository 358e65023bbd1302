import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { work } from '../../../engine/jobs/work.ts';
import { silentLogger } from '../../../platform/logger.ts';
import { uploadCsv } from '../../../testing/csv-upload.ts';
import { type SmsServer, startSmsServer } from '../../../testing/sms-server.ts';
import { createStarterReader } from '../../people/auth/job-starter.ts';
import { openSeededApp, type SeededApp } from '../../testing/seeded-app.ts';

let vendor: SmsServer;
let app: SeededApp;
let token: string;
let userId: number;
let templateId: number;
const jobs: number[] = [];

const db = () => app.engine.db;

beforeAll(async () => {
  vendor = await startSmsServer();
  app = await openSeededApp({ sms: vendor.url, enqueue: async id => void jobs.push(id) });
  ({ token, userId } = await app.login('admin'));
  const added = await sql<{ id: number }>`
    insert into t_sms_template (template_name, template_code, sms_type, sign_name, content, audit_status, status)
    values ('名单通知', 'SMS_7', 2, '艺考', '{name}您好，请于{time}到校。', 2, 1) returning template_id as id`.execute(
    db(),
  );
  templateId = Number(added.rows[0]?.id);
});
afterAll(async () => {
  await app.close();
  await vendor.close();
});
beforeEach(async () => {
  vendor.taken.length = 0;
  jobs.length = 0;
  await sql`delete from t_sms_record`.execute(db());
  await sql`delete from t_contact_block`.execute(db());
  await sql`delete from t_config where config_key in ('sms.sendDailyMax', 'sms.userDailyMax')`.execute(db());
  await sql`insert into t_config (config_key, config_value) values ('sms.userDailyMax', '20000')`.execute(
    db(),
  );
});

const mobile = (n: number) => `139${String(n).padStart(8, '0')}`;
const listOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => `${mobile(from + n)},学生${n},周六9点`);

async function start(lines: readonly string[], header = '手机,name,time', more: object = {}) {
  const filePath = await uploadCsv(app.engine, userId, [header, ...lines]);
  return app.call('POST', `${registry.smsRecord.path}/import`, {
    token,
    body: { filePath, originName: '名单.csv', importBatch: '名单', templateId, vars: {}, ...more },
  });
}

/** Runs a job; with `dieAt` its process dies when it looks at the clock for this time. */
async function run(jobId: number | undefined, dieAt?: number): Promise<void> {
  let looks = 0;
  const now = () => {
    looks += 1;
    if (looks === dieAt) throw new Error('the process dies');
    return app.engine.clock.now();
  };
  const parts = {
    ...{ engine: { ...app.engine, clock: { now } }, logger: silentLogger(), workFolder: app.dataDir },
    currentActor: createStarterReader(app.engine.clock),
  };
  await work(parts, jobId ?? 0);
}

async function outcome(jobId: number | undefined) {
  const job = await sql<{ message: string; state: string; failed: number }>`
    select message, status as state, fail_num as failed from t_biz_log where id = ${jobId}`.execute(db());
  const refused = await sql<{ row: number; issues: { params: { zh: string } }[] }>`
    select row_number as row, errors as issues from t_biz_log_error where job_id = ${jobId} order by row_number`.execute(
    db(),
  );
  return {
    ...job.rows[0],
    refused: refused.rows.map(({ row, issues }) => [row, issues[0]?.params.zh]),
  };
}
const queued = async () =>
  (await sql<{ n: number }>`select count(*)::integer as n from t_sms_record`.execute(db())).rows[0]?.n;

test('a list of 3,000 rows, whose job is killed again and again, brings each number its text once', async () => {
  const lines = listOf(3_000);
  // Once more in another part of the list and in the same one, a wrong number, one without its value, and an opt-out.
  lines[1_700] = `${mobile(5)},另一个名字,周日`;
  lines[2] = `${mobile(1)},又一个名字,周日`;
  lines[1_000] = '12345,学生,周六';
  lines[2_000] = `${mobile(2_000)},,周六`;
  await sql`insert into t_contact_block (mobile, block_scope, block_source) values (${mobile(2_500)}, 2, 1)`.execute(
    db(),
  );
  expect(await start(lines)).toMatchObject({ status: 200 });
  const [jobId] = jobs;
  for (const dieAt of [2, 3, 5]) await expect(run(jobId, dieAt)).rejects.toThrow('the process dies');
  await run(jobId);
  expect(await queued()).toBe(2_995);
  expect(await outcome(jobId)).toMatchObject({
    // As with every job that leaves rows out.
    state: 'fail',
    failed: 5,
    message: expect.stringContaining('已排队 2995 条短信'),
    refused: [
      [4, '号码重复，只发一条'],
      [1_002, '不是有效的手机号'],
      [1_702, '号码重复，只发一条'],
      [2_002, '缺少“name”'],
      [2_502, '已退订或在免打扰名单中'],
    ],
  });
  while ((await app.sendTexts()) > 0);
  expect(vendor.taken).toHaveLength(2_995);
  expect(new Set(vendor.taken.map(one => one.mobile)).size).toBe(2_995);
  expect(vendor.taken.find(one => one.mobile === mobile(7))?.values).toEqual({
    name: '学生7',
    time: '周六9点',
  });
});

test('a list that goes beyond the budget of the day stops there, and names who got none', async () => {
  await sql`insert into t_config (config_key, config_value) values ('sms.sendDailyMax', '700')`.execute(db());
  await start(listOf(1_000, 10_000));
  await run(jobs[0]);
  const { failed, refused } = await outcome(jobs[0]);
  expect(await queued()).toBe(700);
  expect([failed, refused.length]).toEqual([300, 300]);
  expect(refused[0]).toEqual([702, '超过当天的短信上限']);
});

test('a list that is sent twice, by two people at once, reaches each number once', async () => {
  await start(listOf(600, 20_000));
  await start(listOf(600, 20_000));
  await Promise.all(jobs.map(id => run(id)));
  expect(await queued()).toBe(600);
  const messages = await Promise.all(jobs.map(outcome));
  expect(messages.map(({ failed }) => failed).toSorted()).toEqual(
    expect.arrayContaining([expect.any(Number)]),
  );
  expect(messages.reduce((sum, { failed = 0 }) => sum + failed, 0)).toBe(600);
});

test('a value that is given for all fills what the list has not, and the list goes before it', async () => {
  await start([`${mobile(1)},李明`, `${mobile(2)},`], '手机,name', { vars: { name: '同学', time: '周日' } });
  await run(jobs[0]);
  const found = await sql<{ content: string }>`select content from t_sms_record order by mobile`.execute(
    db(),
  );
  expect(found.rows.map(({ content }) => content)).toEqual([
    '【艺考】李明您好，请于周日到校。',
    '【艺考】同学您好，请于周日到校。',
  ]);
});

test('a list without numbers, or with a template that is not approved, ends with a sentence', async () => {
  await start(['李明,周六'], 'name,time');
  await run(jobs[0]);
  expect(await outcome(jobs[0])).toMatchObject({
    state: 'fail',
    message: expect.stringContaining('没有“手机”一列'),
  });
  await sql`update t_sms_template set audit_status = 1 where template_id = ${templateId}`.execute(db());
  expect(await start(listOf(1))).toMatchObject({ status: 409, reason: 'templateNotReady' });
  await sql`update t_sms_template set audit_status = 2 where template_id = ${templateId}`.execute(db());
  await start(listOf(1));
  await sql`update t_sms_template set status = 0 where template_id = ${templateId}`.execute(db());
  await run(jobs[1]);
  await sql`update t_sms_template set status = 1 where template_id = ${templateId}`.execute(db());
  expect(await outcome(jobs[1])).toMatchObject({ state: 'fail', message: expect.stringContaining('模板') });
  expect(await queued()).toBe(0);
});
