import { Readable } from 'node:stream';
import { machines } from '@yikao/model/contexts/machines.ts';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { handlers } from './scheduled.ts';
import { assertStepJobs } from './system/schedule/step-jobs.ts';
import { openSeededApp, type SeededApp, start } from './testing/seeded-app.ts';

let app: SeededApp;
let engine: Engine;
const enqueued: number[] = [];

beforeAll(async () => {
  app = await openSeededApp();
  engine = { ...app.engine, jobs: { ...app.engine.jobs, enqueue: async (_, id) => void enqueued.push(id) } };
});
afterAll(() => app.close());

const run = (name: keyof typeof handlers, params: unknown = null) =>
  handlers[name]({ engine, params, signal: new AbortController().signal });

const daysAgo = (days: number) => new Date(start.getTime() - days * 86_400_000);

async function values(query: RawBuilder<{ value: unknown }>): Promise<unknown[]> {
  return (await query.execute(engine.db)).rows.map(row => row.value);
}

test('sessions and captchas that are over go, those that last stay', async () => {
  const { token } = await app.login('ops');
  await sql`
    insert into t_captcha (uuid, answer, expire_time) values ('old', 'A', ${daysAgo(1)}), ('new', 'A', ${daysAgo(-1)})`.execute(
    engine.db,
  );
  await sql`
    insert into t_session (token_hash, user_id, ip, expire_time) values ('\\x01', 1, '', ${daysAgo(1)})`.execute(
    engine.db,
  );
  expect((await run('sessionCleanJob')).zh).toMatch(/^清理会话 1 个，验证码 1 个/);
  expect(await values(sql`select uuid as value from t_captcha`)).toEqual(['new']);
  expect((await app.call('GET', '/api/admin/user/current', { token })).status).toBe(200);
  expect((await run('sessionCleanJob')).zh).toMatch(/^清理会话 0 个，验证码 0 个/);
});

test('old files of imports and exports go from the store and from the history, and nothing else does', async () => {
  const keep = async (name: string, usage: number, days: number) => {
    const path = `/old/${name}`;
    const stored = await engine.files.put(path.slice(1), Readable.from('1234'), { maxBytes: 10 });
    await sql`
      insert into t_upload_file (path, origin_name, size, mime, sha256, usage, create_time)
      values (${path}, ${name}, ${stored.size}, 'text/csv', ${stored.sha256}, ${usage}, ${daysAgo(days)})`.execute(
      engine.db,
    );
    return path;
  };
  const exported = await keep('export.csv', 4, 91);
  const imported = await keep('import.csv', 1, 91);
  const fresh = await keep('fresh.csv', 4, 89);
  const image = await keep('image.csv', 2, 900);
  await sql`update t_school set logo = ${image} where school_id = (select min(school_id) from t_school)`.execute(
    engine.db,
  );
  const unheld = await keep('unheld.csv', 2, 91);
  const running = await keep('running.csv', 1, 900);
  await sql`
    insert into t_biz_log (biz_type, op, dataset, actor, user_id, status, url, file_path) values
      (30, 'export', 'schExamType', '{}', 1, 'success', ${exported}, null),
      (50, 'import', 'schExamType', '{}', 1, 'processing', null, ${running})`.execute(engine.db);
  expect((await run('fileCleanJob')).zh).toMatch(/^清理 90 天前的文件 3 个/);
  const stands = async (path: string) => (await engine.files.stat(path.slice(1))) !== undefined;
  expect(await Promise.all([exported, imported, unheld, fresh, image, running].map(stands))).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
  ]);
  expect(await values(sql`select url as value from t_biz_log where op = 'export'`)).toEqual([null]);
  expect(await values(sql`select file_expired as value from t_biz_log where op = 'export'`)).toEqual([true]);
  expect(
    await values(sql`select path as value from t_upload_file where path like '/old/%' order by 1`),
  ).toEqual([fresh, image, running].sort());
});

test('history and audit lines past their days go, the others stay', async () => {
  const { db } = engine;
  for (const days of [2000, 1096, 1094, 1]) {
    await sql`
      insert into t_row_history (dataset, row_id, op, version, time) values ('x', ${days}, 1, 1, ${daysAgo(days)})`.execute(
      db,
    );
    await sql`
      insert into t_audit_log (module, action, biz_id, result, cost_ms, create_time)
      values ('other', 'call', ${String(days)}, 1, 1, ${daysAgo(days)})`.execute(db);
  }
  await sql`update t_config set config_value = '180' where config_key = 'audit.keepDays'`.execute(db);
  expect((await run('historyCleanJob')).zh).toBe(
    '清理变更记录 2 条，操作日志 3 条，接口日志 0 条，消息 0 条',
  );
  expect(
    await values(sql`select row_id as value from t_row_history where dataset = 'x' order by history_id`),
  ).toEqual([1094, 1]);
  // Lines of other tests' calls are written with a short delay.
  expect(
    await values(
      sql`select biz_id as value from t_audit_log where module = 'other' and biz_id in ('2000', '1096', '1094', '1')`,
    ),
  ).toEqual(['1']);
});

test('the checks of the calendar start for the present data year, or for the one asked for', async () => {
  expect((await run('calendarCheckJob')).zh).toMatch(/^已开始 2026 年的检查任务 #\d+ #\d+ #\d+$/);
  expect(enqueued).toHaveLength(3);
  expect((await run('calendarCheckJob', { dataYear: 2024 })).zh).toMatch(/^已开始 2024 年/);
  const types = await values(
    sql`select params -> 'type' as value from t_biz_log where op = 'check' order by id limit 3`,
  );
  expect(types).toEqual([127, 128, 129]);
});

test('what registrations leave behind goes, and licences that somebody has yet to look at stay', async () => {
  const keep = async (name: string, days: number, status?: number) => {
    const path = `/apply/${name}`;
    const stored = await engine.files.put(path.slice(1), Readable.from('1234'), { maxBytes: 10 });
    await sql`
      insert into t_upload_file (path, origin_name, size, mime, sha256, usage, create_time)
      values (${path}, ${name}, 4, 'image/jpeg', ${stored.sha256}, 5, ${daysAgo(days)})`.execute(engine.db);
    if (status !== undefined) {
      await sql`
        insert into t_partners_apply (apply_type, partners_name, user_name, phone, province_id, address, license,
          audit_status, audit_time)
        values (2, ${name}, 'x', ${`1390000${String(1000 + days)}`}, 430000, 'x', ${path}, ${status}, ${daysAgo(days)})`.execute(
        engine.db,
      );
    }
    return path;
  };
  await keep('orphan.jpg', 2);
  await keep('refused.jpg', 91, 3);
  const stay = [
    await keep('fresh.jpg', 0),
    await keep('waiting.jpg', 900, 1),
    await keep('refused-lately.jpg', 89, 3),
  ];
  await sql`
    insert into t_sms_code (mobile, scene, code, expire_time) values
      ('13800000001', 'register', '', ${daysAgo(1)}), ('13800000002', 'register', '', ${daysAgo(-1)})`.execute(
    engine.db,
  );
  expect((await run('applyCleanJob')).zh).toBe('清理注册资质图片 2 个');
  expect(
    await values(sql`select path as value from t_upload_file where path like '/apply/%' order by file_id`),
  ).toEqual(stay);
  expect(await engine.files.stat('apply/orphan.jpg')).toBeUndefined();
  expect(await values(sql`select mobile as value from t_sms_code`)).toEqual(['13800000002']);
  expect((await run('applyCleanJob')).zh).toBe('清理注册资质图片 0 个');
});

test('each step of the clock belongs to one job, which takes its own steps and no others', async () => {
  const expire = async (days: number) => {
    const made = await sql<{ id: number }>`
      insert into t_user_perm (user_id, perm_type, data_year, expire_time, status, share_channel, count_limit)
      values (1, 2, ${2020 + days}, ${daysAgo(days)}, 0, 1, 0) returning id`.execute(engine.db);
    return made.rows[0]?.id;
  };
  const [over, lasts] = [await expire(1), await expire(-1)];
  const states = () =>
    values(sql`select status as value from t_user_perm where id in (${over}, ${lasts}) order by id`);
  for (const job of ['orderCloseJob', 'codeExpireJob', 'mockStatusJob', 'dueStepsJob'] as const)
    await run(job);
  expect(await states()).toEqual([0, 0]);
  expect((await run('permExpireJob')).zh).toBe('处理 1 条');
  expect(await states()).toEqual([1, 0]);
  expect((await run('permExpireJob')).zh).toBe('处理 0 条');
  expect(() => assertStepJobs([])).toThrow('userPerm.expire is no step of the clock');
  expect(() => assertStepJobs([...Object.values(machines), machines.userPerm])).not.toThrow();
});
