import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { work } from '../../../engine/jobs/work.ts';
import { silentLogger } from '../../../platform/logger.ts';
import { createStarterReader } from '../../people/auth/job-starter.ts';
import { openSeededApp, type SeededApp } from '../../testing/seeded-app.ts';

const { mockStudent, school, schExamType } = registry;

let it: SeededApp;
let admin: string;
const jobs: number[] = [];
/** A candidate of the agency of `agent01`. */
let studentId: number;

beforeAll(async () => {
  it = await openSeededApp({ enqueue: async id => void jobs.push(id) });
  admin = (await it.login('admin')).token;
  const found = await sql<{ id: number }>`
    select min(s.student_id) as id from t_mock_student as s join t_admin_user as u using (agent_id)
    where u.user_name = 'agent01' and not s.deleted`.execute(it.engine.db);
  studentId = Number(found.rows[0]?.id);
});
afterAll(() => it.close());
beforeEach(async () => {
  await sql`update t_mock_exam set exam_status = 1, reg_end_time = '2027-01-01'`.execute(it.engine.db);
});

let next = 1;
/** Uploads a picture as a person, each one unique, and returns its path. */
async function upload(token: string, path = '/common/file/upload'): Promise<string> {
  const bytes = Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    Buffer.alloc(60, next++),
    Buffer.from([0xff, 0xd9]),
  ]);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'photo.jpg');
  const encoded = new Response(form);
  const { data } = await it.call('POST', path, {
    token,
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  });
  return data;
}

const read = (path: string, token?: string) =>
  it.call('GET', `/common/file${path}`, token === undefined ? {} : { token });

/** Puts a photo into a row as a person. */
async function hold(token: string, path: string | null, key = studentId) {
  const { data } = await it.call('GET', `${mockStudent.path}/info?studentId=${key}`, { token: admin });
  return it.call('PUT', mockStudent.path, {
    token,
    body: { studentId: key, version: data.version, photo: path },
  });
}

const noStore = { 'cache-control': 'private, no-store', 'cross-origin-resource-policy': 'same-origin' };

describe('a picture of a person', () => {
  test('is its sender’s alone until a row holds it', async () => {
    const path = await upload(admin);
    const own = await read(path, admin);
    expect(own.status).toBe(200);
    expect(own.headers).toMatchObject(noStore);
    expect((await read(path)).status).toBe(401);
    expect((await read(path, (await it.login('ops')).token)).status).toBe(404);
  });

  test('is then for a person who reaches the row, in no cache, and for nobody once it was taken off', async () => {
    const path = await upload(admin);
    expect((await hold(admin, path)).message).toBe('修改成功');
    const agent = (await it.login('agent01')).token;
    const shown = await read(path, agent);
    expect(shown.status).toBe(200);
    expect(shown.headers).toMatchObject(noStore);
    expect((await read(path)).status).toBe(401);
    expect((await read(path, (await it.login('finance01')).token)).status).toBe(404);
    // A person of another agency, and one whose rights were removed.
    await sql`update t_mock_student set agent_id = null where student_id = ${studentId}`.execute(
      it.engine.db,
    );
    expect((await read(path, agent)).status).toBe(404);
    await sql`update t_mock_student set agent_id = (select agent_id from t_admin_user where user_name = 'agent01')
      where student_id = ${studentId}`.execute(it.engine.db);
    expect((await read(path, agent)).status).toBe(200);
    expect((await hold(admin, null)).message).toBe('修改成功');
    for (const token of [agent, admin]) expect((await read(path, token)).status).toBe(404);
  });

  test('is put into no public place, and into a row by those alone who may read it', async () => {
    const path = await upload(admin);
    expect((await hold(admin, path)).status).toBe(200);
    const { data } = await it.call('GET', `${school.path}?size=1`, { token: admin });
    const [row] = data.records;
    const whole = await it.call('GET', `${school.path}/info?schoolId=${row.schoolId}`, { token: admin });
    const asLogo = await it.call('PUT', school.path, {
      token: admin,
      body: { schoolId: row.schoolId, version: whole.data.version, logo: path },
    });
    expect(asLogo.data.errors).toMatchObject([{ field: 'logo' }]);
    const agent = (await it.login('agent01')).token;
    const stranger = await upload((await it.login('ops')).token);
    expect((await hold(agent, stranger)).data.errors).toMatchObject([{ field: 'photo' }]);
    expect((await hold(agent, path)).status).toBe(200);
  });

  test('that stands in a public field or a text is read by everybody', async () => {
    const path = await upload(admin);
    const { data } = await it.call('GET', `${school.path}?size=1`, { token: admin });
    const [row] = data.records;
    const whole = await it.call('GET', `${school.path}/info?schoolId=${row.schoolId}`, { token: admin });
    const body = { schoolId: row.schoolId, version: whole.data.version, logo: path };
    expect((await it.call('PUT', school.path, { token: admin, body })).message).toBe('修改成功');
    const logo = await read(path);
    expect(logo.status).toBe(200);
    expect(logo.headers['cache-control']).toContain('public');
    const address = await upload(admin, '/common/image/upload');
    expect((await it.call('GET', address)).status).toBe(200);
  });
});

describe('the file of an export', () => {
  async function exported(token: string): Promise<string> {
    const body = { tableId: schExamType.tableId, title: '导出', fieldNames: ['dataYear', 'provinceId'] };
    const { data } = await it.call('POST', `${schExamType.path}/export`, { token, body });
    const id = Number(jobs.pop());
    expect(data.id).toBe(id);
    const currentActor = createStarterReader(it.engine.clock);
    await work({ engine: it.engine, logger: silentLogger(), workFolder: it.dataDir, currentActor }, id);
    const found = await sql<{ url: string }>`select url from t_biz_log where id = ${id}`.execute(
      it.engine.db,
    );
    return String(found.rows[0]?.url);
  }
  const set = async (statement: ReturnType<typeof sql>) => {
    await statement.execute(it.engine.db);
    await sql`update t_access_version set version = version + 1`.execute(it.engine.db);
  };

  test('is given by the rights of now: the roles, the code, and how far its maker reaches', async () => {
    const { token } = await it.login('ops');
    const path = await exported(token);
    expect((await read(path, token)).status).toBe(200);
    const refused = { status: 403, reason: 'fileOutOfReach' };
    const partner = sql`(select min(partners_id) from t_partners)`;
    for (const [take, back] of [
      [
        sql`update t_role set status = 0 where role_code = 'ops'`,
        sql`update t_role set status = 1 where role_code = 'ops'`,
      ],
      [
        sql`update t_perm set status = 0 where perm_code = 'sch:examType:export'`,
        sql`update t_perm set status = 1 where perm_code = 'sch:examType:export'`,
      ],
      [
        sql`update t_admin_user set partners_id = ${partner} where user_name = 'ops'`,
        sql`update t_admin_user set partners_id = null where user_name = 'ops'`,
      ],
      [
        sql`update t_admin_user set province_id = 430000 where user_name = 'ops'`,
        sql`update t_admin_user set province_id = null where user_name = 'ops'`,
      ],
      [
        sql`update t_role set data_scope = 4 where role_code = 'ops'`,
        sql`update t_role set data_scope = 0 where role_code = 'ops'`,
      ],
    ] as const) {
      await set(take);
      expect(await read(path, token)).toMatchObject(refused);
      expect((await read(path, admin)).status).toBe(200);
      await set(back);
      expect((await read(path, token)).status).toBe(200);
    }
  });

  test('is refused to a person who went to a competitor, and so is what was sent before', async () => {
    const partners = await sql<{
      id: number;
    }>`select partners_id as id from t_partners order by 1 limit 2`.execute(it.engine.db);
    const [first, second] = partners.rows.map(({ id }) => id);
    await set(sql`update t_admin_user set partners_id = ${first} where user_name = 'ops'`);
    const { token } = await it.login('ops');
    const [path, sent] = [await exported(token), await upload(token)];
    await set(sql`update t_admin_user set partners_id = ${second} where user_name = 'ops'`);
    expect((await read(path, token)).reason).toBe('fileOutOfReach');
    expect((await read(sent, token)).status).toBe(404);
    await set(sql`update t_admin_user set partners_id = null where user_name = 'ops'`);
    expect((await read(path, token)).status).toBe(200);
  });
});

describe('what nobody refers to any more', () => {
  test('goes, and what a row, the trash, a text or the history holds stays', async () => {
    const { findUnheld } = await import('../../../engine/files/unheld.ts');
    const [lost, held, shown] = [
      await upload(admin),
      await upload(admin),
      await upload(admin, '/common/image/upload'),
    ];
    const earlier = await upload(admin);
    expect((await hold(admin, earlier)).status).toBe(200);
    expect((await hold(admin, held)).status).toBe(200);
    await sql`update t_mock_student set deleted = true where student_id = ${studentId}`.execute(it.engine.db);
    await sql`update t_mock_exam set notice = ${`<p><img src="${shown}"></p>`}`.execute(it.engine.db);
    const before = new Date(it.engine.clock.now().getTime() + 86_400_000);
    const { files } = await findUnheld(it.engine, { before, after: 0, limit: 500 });
    const paths = files.map(({ path }) => path);
    expect(paths).toContain(lost);
    for (const kept of [held, earlier, shown.replace('/common/file', '')]) expect(paths).not.toContain(kept);
    await sql`update t_mock_student set deleted = false where student_id = ${studentId}`.execute(
      it.engine.db,
    );
  });
});
