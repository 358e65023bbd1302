import { Readable } from 'node:stream';
import { readAuditFacts } from '@yikao/model/calls/audit-facts.ts';
import { auditSentence } from '@yikao/model/contexts/audit-sentence.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DynamicTables } from '../../../engine/table/sql.ts';
import { silentLogger } from '../../../platform/logger.ts';
import { createTestDatabase, migrated, type Template } from '../../../testing/database.ts';
import { openSeededApp, password, type SeededApp } from '../../testing/seeded-app.ts';
import { accountHint, summaryOf } from './describe.ts';
import { type AuditEntry, createRecorder } from './recorder.ts';

let app: SeededApp;
let admin: string;
let ops: string;

beforeAll(async () => {
  app = await openSeededApp();
  admin = (await app.login('admin')).token;
  ops = (await app.login('ops')).token;
});
afterAll(() => app.close());

/** Entries of the log, newest first, as an administrator reads it. */
async function lines(query = '') {
  const { data } = await app.call('GET', `/api/admin/audit/list?size=200${query}`, { token: admin });
  return data.records as Record<string, unknown>[];
}

let last = 0;
/** Marker lines so far. */
let marks = 0;
/** Lines written since the test began, once there are `count` of them. */
async function newLines(count: number) {
  const fresh = async () => (await lines()).filter(line => Number(line.logId) > last);
  await expect.poll(async () => (await fresh()).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(count);
  return fresh();
}

describe('the audit log', () => {
  beforeEach(async () => {
    // A marker line shows where the test begins: everything before it is written by then.
    // No random one: two of a hundred ids hold twelve letters in the shape of an activation code, which are masked.
    marks += 1;
    const mark = `第${marks}个测试`;
    await app.call('POST', '/api/data/wish/type', { token: admin, body: { typeName: mark } });
    await expect
      .poll(async () => (await lines()).find(line => String(line.content).includes(mark))?.logId, {
        timeout: 10_000,
      })
      .toBeDefined();
    last = Math.max(...(await lines()).map(line => Number(line.logId)));
  });

  test('keeps a login and a logout, with the account they were', async () => {
    const { token, userId } = await app.login('ops');
    await app.call('POST', '/logout', { token });
    const [logout, login] = await newLines(2);
    expect(login).toMatchObject({ userId, userName: 'ops', module: 'auth', action: 'login', result: 1 });
    expect(logout).toMatchObject({ userId, userName: 'ops', module: 'auth', action: 'logout', result: 1 });
    expect(login?.ip).toMatch(/\d/);
  });

  test('keeps a failed login with its reason, and neither the password nor what was typed as the account', async () => {
    const body = { userName: 'ops', password: 'Guessed1' };
    await app.call('POST', '/api/admin/login', { body });
    await app.call('POST', '/api/admin/login', { body: { userName: 'MyPassword1', password: 'x' } });
    const [unknown, known] = await newLines(2);
    expect(known).toMatchObject({ userName: 'ops', result: 0, content: 'wrongPassword · op***' });
    expect(unknown).toMatchObject({ userId: null, userName: null, content: 'wrongPassword · My***' });
    expect(JSON.stringify([unknown, known])).not.toMatch(/Guessed1|MyPassword1/);
  });

  test('keeps an answer that tells whole numbers, pictures or marks of several, whatever page it is for, with how many', async () => {
    const found = await sql<{ id: number }>`
      select exam_id as id from t_mock_student where ticket_no is not null and reg_status = 1 and not deleted
      group by exam_id having count(*) > 1 order by count(*) desc limit 1`.execute(app.engine.db);
    const examId = Number(found.rows[0]?.id);
    const printed = await app.call('GET', `/api/mock/aff/print?type=ticket&examId=${examId}`, {
      token: admin,
    });
    expect(printed.status).toBe(200);
    const numbers = JSON.stringify(printed.data).match(/"idNo":"[1-9]\d{16}[\dX]"/g)?.length ?? 0;
    await app.call('GET', `/api/mock/app/score/list?examId=${examId}&size=50`, { token: admin });
    // Single rows, and lists without complete personal numbers, are not logged.
    await app.call('GET', '/api/data/wish/sch/examType/list', { token: admin });
    const told = await newLines(1);
    const print = told.find(({ content }) => String(content).includes('/api/mock/aff/print'));
    expect(numbers > 0 ? print?.content : `"idNumbers":${numbers}`).toContain(`"idNumbers":${numbers}`);
    expect(told.some(({ content }) => String(content).includes('examType/list'))).toBe(false);
  });

  test.each([
    ['the answers of the question bank', '/api/exam/question/list?size=50'],
    ['the tokens of devices', '/api/admin/push/device/list?size=50'],
  ])('keeps a line for %s that are listed', async (_, url) => {
    const { data } = await app.call('GET', url, { token: admin });
    expect(data.records.length).toBeGreaterThan(1);
    const [line] = await newLines(1);
    expect(line?.content).toMatch(/told .*"secrets":[1-9]/);
  });

  test('keeps every write with the row it made or met, and no reading', async () => {
    const type = { typeName: '审计', typeFlag: 1, parentId: 0 };
    const added = await app.call('POST', '/api/data/wish/type', { token: ops, body: type });
    await app.call('GET', '/api/data/wish/type/list', { token: ops });
    const figures = await app.call('POST', '/api/data/wish/channel/stat', {
      token: admin,
      body: { clickType: 1 },
    });
    expect(figures.status).toBe(200);
    const body = { typeId: added.data.typeId, version: 1, typeName: '审计改' };
    await app.call('PUT', '/api/data/wish/type', { token: ops, body });
    await app.call('PUT', '/api/data/wish/type', { token: ops, body });
    await app.call('DELETE', `/api/data/wish/type?ids=${added.data.typeId}`, { token: ops });
    const kept = (await newLines(4)).toReversed();
    expect(kept.map(({ action, result }) => [action, result])).toEqual([
      ['add', 1],
      ['update', 1],
      ['update', 0],
      ['delete', 1],
    ]);
    for (const line of kept) {
      expect(line).toMatchObject({ module: 'typeDict', userName: 'ops', bizId: String(added.data.typeId) });
    }
    expect(kept[2]?.content).toMatch(/^staleVersion · PUT \/api\/data\/wish\/type /);
  });

  test('keeps a search for the number of a person, masked, and no other search', async () => {
    const { path } = registry.adminUser;
    await app.call('GET', `${path}/list?userName=ops`, { token: admin });
    await app.call('GET', `${path}/list?mobile=13812345678&userType=2`, { token: admin });
    await app.call('GET', `${path}/options?mobile[]=1381234`, { token: admin });
    const asked = { mobile: '13912345678', current: 1 };
    await app.call('POST', `${registry.abroadOrder.path}/page`, { token: admin, body: asked });
    const [posted, part, whole, ...others] = await newLines(3);
    expect(others).toEqual([]);
    expect(posted).toMatchObject({ module: 'abroadOrder', action: 'list', result: 1 });
    expect(posted?.content).toBe(`POST ${registry.abroadOrder.path}/page {"mobile":"139****5678"}`);
    expect(whole).toMatchObject({ module: 'adminUser', action: 'list', result: 1, userName: 'admin' });
    expect(whole?.content).toBe(`GET ${path}/list {"mobile":"138****5678"}`);
    expect(part).toMatchObject({ action: 'list', result: 0 });
    expect(JSON.stringify([part, whole])).not.toContain('13812345');
  });

  test('keeps each code that somebody tries to find, hidden, whether it exists or not', async () => {
    const find = `${registry.cardCode.path}/find`;
    const tried = await app.call('POST', find, { token: admin, body: { code: 'ABCD2345EFGH' } });
    expect(tried.status).toBe(404);
    const [line] = await newLines(1);
    expect(line).toMatchObject({ module: 'cardCode', action: 'list', result: 0, userName: 'admin' });
    expect(line?.content).not.toContain('ABCD2345EFGH');
  });

  test('keeps a refusal, whether it was to write or to read', async () => {
    const finance = (await app.login('finance01')).token;
    await newLines(1);
    await app.call('GET', '/api/admin/audit/list', { token: finance });
    await app.call('POST', '/api/data/wish/type', { token: finance, body: {} });
    const [write, read] = await newLines(3);
    expect(read).toMatchObject({ module: 'auditLog', action: 'list', result: 0, userName: 'finance01' });
    expect(write).toMatchObject({ module: 'typeDict', action: 'add', result: 0 });
    expect(read?.content).toMatch(/^forbidden · /);
  });

  test('keeps nothing of callers without a session, who could fill it', async () => {
    for (let i = 0; i < 20; i++) await app.call('POST', '/api/data/wish/type', { body: { typeName: 'x' } });
    await app.call('PUT', '/api/data/wish/type', { token: admin, body: {} });
    expect((await newLines(1)).map(({ userName }) => userName)).toEqual(['admin']);
  });

  test('keeps the download of a file that only some may see, once for all its parts', async () => {
    const store = async (path: string, mime: string, usage: number) => {
      const stored = await app.engine.files.put(path.slice(1), Readable.from('0123456789'), {
        maxBytes: 100,
      });
      await sql`
        insert into t_upload_file (path, origin_name, size, mime, sha256, usage, user_id)
        values (${path}, 'x', ${stored.size}, ${mime}, ${stored.sha256}, ${usage}, 1)`.execute(app.engine.db);
    };
    await store('/t/people.csv', 'text/csv', 4);
    await store('/t/shown.png', 'image/png', 2);
    const get = (path: string, headers = {}) =>
      app.call('GET', `/common/file${path}`, { token: admin, headers });
    expect((await get('/t/shown.png')).status).toBe(200);
    expect((await get('/t/people.csv')).status).toBe(200);
    expect((await get('/t/people.csv', { range: 'bytes=5-' })).status).toBe(206);
    await app.call('PUT', '/api/data/wish/type', { token: admin, body: {} });
    const [, download, ...more] = await newLines(2);
    expect(more).toEqual([]);
    expect(download).toMatchObject({
      module: 'files',
      action: 'download',
      bizId: '/t/people.csv',
      result: 1,
    });
  });

  test('is found by person, area, action, result and time', async () => {
    await app.call('POST', '/api/data/wish/type', { token: ops, body: {} });
    await newLines(1);
    for (const [query, field, value] of [
      ['&userName=ops', 'userName', 'ops'],
      ['&module=typeDict', 'module', 'typeDict'],
      ['&action=add', 'action', 'add'],
      ['&result=0', 'result', 0],
    ] as const) {
      const found = await lines(query);
      expect(found.length).toBeGreaterThan(0);
      expect(new Set(found.map(line => line[field]))).toEqual(new Set([value]));
    }
    expect(await lines('&createTimeEnd=2020-01-01')).toEqual([]);
  });

  test('is read by each organisation for its own people, as they were bound when they acted', async () => {
    const { db } = app.engine;
    const partner = await app.login('partner01');
    const agency = await app.login('agent01');
    await newLines(2);
    // Both read the log from now on; the agency's account names no partner itself.
    await sql`
      insert into t_role_perm (role_id, perm_id) select role_id, perm_id from t_role, t_perm
      where role_code in ('partner', 'agent') and perm_code = 'sys:audit:list'
      on conflict do nothing`.execute(db);
    await sql`update t_access_version set version = version + 1`.execute(db);
    const readers = async (token: string) => {
      const { data } = await app.call('GET', '/api/admin/audit/list?size=200', { token });
      return [
        ...new Set((data.records as { userName: string }[]).map(({ userName }) => userName)),
      ].toSorted();
    };
    expect(await readers(partner.token)).toEqual(['agent01', 'partner01']);
    expect(await readers(agency.token)).toEqual(['agent01']);
    const foreign = (await lines('&userName=ops'))[0]?.logId;
    for (const call of [`info?logId=${foreign}`, `info?logId=${last}`]) {
      expect((await app.call('GET', `/api/admin/audit/${call}`, { token: partner.token })).status).toBe(404);
    }
    // A person who moves to another partner does not take the former one's log along.
    const other = await app.call('POST', '/api/base/wish/partners', {
      token: admin,
      body: {
        partnersName: '别家',
        channelName: '别家',
        userName: '甲',
        position: '经理',
        phone: '16400000999',
        address: '某地',
      },
    });
    const { rows: before } = await sql<{ id: number }>`
      update t_admin_user as u set partners_id = ${other.data.partnersId} from t_admin_user as was
      where u.user_name = 'partner01' and was.user_id = u.user_id returning was.partners_id as id`.execute(
      db,
    );
    await sql`update t_access_version set version = version + 1`.execute(db);
    expect(await readers(partner.token)).toEqual([]);
    await sql`update t_admin_user set partners_id = ${before[0]?.id} where user_name = 'partner01'`.execute(
      db,
    );
    await sql`update t_access_version set version = version + 1`.execute(db);
  });

  test('tells rows and references by name, as the person who acted may know them, and what a job did', async () => {
    const { path } = registry.schExamType;
    const listed = await app.call('GET', `${path}/list?size=1`, { token: ops });
    const [row] = listed.data.records;
    const body = { dataId: row.dataId, version: row.version, provinceId: row.provinceId, remark: '要点' };
    expect((await app.call('PUT', path, { token: ops, body })).status).toBe(200);
    const [line] = await newLines(1);
    const facts = readAuditFacts(line?.facts);
    expect(facts).toMatchObject({ person: expect.any(String), names: { provinceId: row.provinceName } });
    expect(facts.rows?.[0]?.zh).toContain(row.provinceName);
    const sentence = auditSentence(String(line?.content), facts, 'zh');
    expect(sentence).toContain(`编辑学校考试类型“${facts.rows?.[0]?.zh}”：`);
    expect(sentence).toContain(`省份：${row.provinceName}`);
  });

  test('tells of a job how many rows it has added by now, although the line was written when it began', async () => {
    const { db } = app.engine;
    const { path } = registry.schExamType;
    const started = await sql<{ id: number }>`
      insert into t_biz_log (biz_type, op, dataset, status, import_batch, actor, user_id, success_num, insert_num)
      values (201, 'import', 'schExamType', 'processing', '2027湖南第一批', '{}', 1, 2, 2) returning id`.execute(
      db,
    );
    const jobId = started.rows[0]?.id;
    await sql`
      insert into t_audit_log (user_id, user_name, module, action, content, result, cost_ms, facts)
      values (1, 'admin', 'schExamType', 'import', ${`POST ${path}/import {"importBatch":"2027湖南第一批"}`}, 1, 1,
        ${JSON.stringify({ jobId })})`.execute(db);
    const sentence = async () => {
      const [line] = await lines('&action=import');
      return auditSentence(String(line?.content), readAuditFacts(line?.facts), 'zh');
    };
    expect(await sentence()).toBe('导入学校考试类型：批次“2027湖南第一批”，新增 2，进行中');
    await sql`update t_biz_log set status = 'success', insert_num = 488, fail_num = 12 where id = ${jobId}`.execute(
      db,
    );
    expect(await sentence()).toBe('导入学校考试类型：批次“2027湖南第一批”，新增 488，有错 12');
    await sql`delete from t_biz_log where id = ${jobId}`.execute(db);
  });

  test('tells a partner’s people no name that a refused call did not tell them', async () => {
    const partner = await app.login('partner01');
    const foreign = await app.call('POST', registry.partners.path, {
      token: admin,
      body: {
        partnersName: '秘密合伙人',
        channelName: '秘密',
        userName: '甲',
        position: '经理',
        phone: '16400000998',
        address: '某地',
      },
    });
    const id = foreign.data.partnersId;
    for (const method of ['PUT', 'DELETE'] as const) {
      const address = method === 'PUT' ? registry.partners.path : `${registry.partners.path}?ids=${id}`;
      const refused = await app.call(method, address, {
        token: partner.token,
        body: { partnersId: id, version: 1, parentId: id },
      });
      expect(refused.status).toBeGreaterThanOrEqual(400);
    }
    const told = (await newLines(4)).filter(line => line.userName === 'partner01' && line.result === 0);
    expect(told).toHaveLength(2);
    expect(JSON.stringify(told)).not.toContain('秘密');
  });

  test('cannot be written, changed or emptied by any call, and only its readers look things up in it', async () => {
    const { logId } = (await lines())[0] ?? {};
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', ''],
      ['DELETE', `?ids=${logId}`],
      ['POST', '/restore'],
      ['POST', '/batch/delete'],
      ['POST', '/import'],
      ['GET', '/trash'],
      ['GET', '/history'],
    ] as const) {
      const answer = await app.call(method, `/api/admin/audit${path}`, {
        token: admin,
        ...(method !== 'GET' && { body: { logId, ids: [logId] } }),
      });
      expect(answer.status, `${method} ${path}`).toBe(404);
    }
    for (const path of ['/list', '/options', `/info?logId=${logId}`]) {
      expect((await app.call('GET', `/api/admin/audit${path}`, { token: ops })).status).toBe(403);
    }
    await expect(sql`update t_audit_log set result = 1`.execute(app.engine.db)).rejects.toThrow(
      'never changed',
    );
  });
});

describe('what is kept of a call', () => {
  test('has no secret in it, however deep, and no personal number', () => {
    const text = summaryOf({
      userName: '甲',
      password,
      oldPassword: 'x1',
      nested: { apiSecret: 'x2', accessToken: 'x3', list: [{ pwd: 'x4', mobile: '13800001234' }] },
      idNo: '110101200801011234',
      remark: '联系 15912345678',
    });
    expect(text).not.toMatch(/Admin1234|x[1234]"|13800001234|110101200801011234|15912345678/);
    expect(text).toContain('138****1234');
    expect(text).toContain('甲');
  });

  test('is short and plain, whatever was sent', () => {
    const huge = { html: `<p>${'字'.repeat(100_000)}</p>`, ids: Array.from({ length: 10_000 }, (_, n) => n) };
    expect(summaryOf(huge).length).toBeLessThan(1_001);
    expect(summaryOf(huge)).not.toContain('<p>');
    let deep: unknown = 'end';
    for (let i = 0; i < 10_000; i++) deep = { deep };
    expect(summaryOf(deep).length).toBeLessThan(200);
  });

  test('of an account that was typed are its first letters', () => {
    expect(accountHint(' Secret123')).toBe('Se***');
  });
});

describe('the recorder', () => {
  const template = migrated as Template<DynamicTables>;
  const entry = (n: number): AuditEntry => ({
    time: new Date(),
    userId: n,
    userName: `u${n}`,
    account: null,
    module: 'other',
    action: 'call',
    bizId: null,
    content: '',
    ip: '192.0.2.1',
    done: true,
    costMs: 1,
  });

  test('has written everything when it has stopped', async () => {
    const database = await createTestDatabase(template);
    const recorder = createRecorder(database.kysely, silentLogger());
    for (let n = 0; n < 1_700; n++) recorder.note(entry(n));
    await recorder.stop();
    const count = await sql<{
      n: number;
    }>`select count(distinct user_id)::integer as n from t_audit_log`.execute(database.kysely);
    expect(count.rows[0]?.n).toBe(1_700);
    await database.close();
  });

  test('takes whatever people send, and lets no line keep the others out', async () => {
    const database = await createTestDatabase(template);
    const recorder = createRecorder(database.kysely, silentLogger());
    const nasty = ['\u0000', 'a\u0000b', '\ud800', '\udc00x', '\u0007', '😀'.repeat(3_000), '\\u0000'];
    for (const text of nasty) {
      recorder.note({ ...entry(1), content: text, bizId: text, userName: text, account: text, ip: text });
    }
    recorder.note({ ...entry(2), costMs: Number.MAX_SAFE_INTEGER });
    recorder.note(entry(3));
    await recorder.stop();
    const written = await sql<{ id: number }>`
      select user_id as id from t_audit_log order by log_id`.execute(database.kysely);
    expect(written.rows.map(({ id }) => id)).toEqual([...nasty.map(() => 1), 3]);
    await database.close();
  });

  test('keeps its lines while the database refuses them', async () => {
    const database = await createTestDatabase(template);
    const { kysely: db } = database;
    const recorder = createRecorder(db, silentLogger());
    await sql`alter table t_audit_log rename to t_away`.execute(db);
    const failed = new Promise<void>(resolve => {
      const logger = silentLogger();
      logger.error = () => resolve();
      const watched = createRecorder(db, logger);
      watched.note(entry(1));
      recorder.note(entry(2));
    });
    await failed;
    await sql`alter table t_away rename to t_audit_log`.execute(db);
    await recorder.stop();
    const left = await sql<{ id: number }>`select user_id as id from t_audit_log`.execute(db);
    expect(left.rows).toEqual([{ id: 2 }]);
    await database.close();
  });
});
