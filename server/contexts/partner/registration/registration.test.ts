import type { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Columns } from '../../../engine/table/columns.ts';
import { type Answer, openSeededApp, type SeededApp } from '../../testing/seeded-app.ts';

let it: SeededApp;
let admin: string;
beforeAll(async () => {
  it = await openSeededApp();
});
afterAll(() => it.close());

const jpeg = (size = 200) =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(size - 4, 7)]);

let next = 0;
/** An unused number. */
const newMobile = () => `139${String(10_000_000 + next++)}`;
/** An address of an unused network, so that tests do not share rate limits. */
const newAddress = () => `198.${51 + (next >> 8)}.${next++ % 256}.7`;

async function codeFor(mobile: string): Promise<string> {
  const { rows } = await sql<Columns<typeof registry.smsMessage, 'content'>>`
    select content from t_sms_message where mobile = ${mobile} and topic = 'code' order by sms_id desc limit 1`.execute(
    it.engine.db,
  );
  return /\d{6}/.exec(rows[0]?.content ?? '')?.[0] ?? '';
}

const ask = (mobile: string, from = newAddress()) =>
  it.call('GET', `/api/sms/user/code?mobile=${mobile}&scene=register`, { from });

async function askedCode(mobile: string): Promise<string> {
  expect((await ask(mobile)).status).toBe(200);
  return codeFor(mobile);
}

const form = (phone: string, smsCode: string) => ({
  applyType: 2,
  partnersName: `星光画室${phone}`,
  userName: '王晓',
  phone,
  smsCode,
  password: 'Chosen123',
  provinceId: 430_000,
  cityId: 430_100,
  address: '湖南省长沙市岳麓区 1 号',
  agreed: true,
});

const register = (body: object, from = newAddress()) =>
  it.call('POST', '/api/admin/partners/register', { body, from });

async function registerWith(fields: object, picture: Buffer, from = newAddress()): Promise<Answer> {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, String(value));
  data.append('license', new Blob([new Uint8Array(picture)]), '../../执照.jpg');
  const encoded = new Response(data);
  return it.call('POST', '/api/admin/partners/register', {
    from,
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  });
}

async function applied(change: object = {}): Promise<{ applyId: number; phone: string }> {
  const phone = newMobile();
  const answer = await register({ ...form(phone, await askedCode(phone)), ...change });
  expect(answer.message).toBe('操作成功');
  return { applyId: answer.data.applyId, phone };
}

const audit = (body: object, token = admin) =>
  it.call('PUT', '/api/admin/partners/apply/audit', { token, body });

async function count(table: string, where = 'true'): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}
    where ${sql.raw(where)}`.execute(it.engine.db);
  return rows[0]?.n ?? -1;
}

/** The demo partner. */
async function demoPartner(): Promise<number> {
  const { rows } = await sql<{ id: number }>`select min(partners_id) as id from t_partners`.execute(
    it.engine.db,
  );
  return Number(rows[0]?.id);
}

/** The last message to a number, once all that waits has been sent. */
async function lastMessage(mobile: string): Promise<string> {
  await it.sendMessages();
  const { rows } = await sql<Columns<typeof registry.smsMessage, 'content'>>`
    select content from t_sms_message where mobile = ${mobile} order by sms_id desc limit 1`.execute(
    it.engine.db,
  );
  return rows[0]?.content ?? '';
}

describe('a text code', () => {
  test('comes once a minute, ten times a day, and the one before it counts no longer', async () => {
    const mobile = newMobile();
    const from = newAddress();
    const first = await askedCode(mobile);
    expect(await ask(mobile, from)).toMatchObject({
      status: 429,
      reason: 'smsTooSoon',
      message: '请 60 秒后再获取验证码',
    });
    it.pass({ seconds: 61 });
    const second = await askedCode(mobile);
    if (second !== first) {
      expect(await register(form(mobile, first))).toMatchObject({ status: 400, reason: 'wrongSmsCode' });
    }
    expect((await register(form(mobile, second))).status).toBe(200);
    for (let sent = 2; sent < 10; sent += 1) {
      it.pass({ seconds: 61 });
      expect((await ask(mobile)).status).toBe(200);
    }
    it.pass({ seconds: 61 });
    expect(await ask(mobile)).toMatchObject({ status: 429, reason: 'tooManyRequests' });
    it.pass({ hours: 25 });
    expect((await ask(mobile)).status).toBe(200);
  });

  test('is not kept in a form that gives it away', async () => {
    const mobile = newMobile();
    const code = await askedCode(mobile);
    const { rows } = await sql<{
      code: string;
    }>`select code from t_sms_code where mobile = ${mobile}`.execute(it.engine.db);
    expect(rows[0]?.code).toMatch(/^\$argon2id\$/);
    expect(rows[0]?.code).not.toContain(code);
  });

  test('is answered alike for a number that has an account and one that has none', async () => {
    const answers = [await ask('16400000004'), await ask(newMobile())];
    expect(answers.map(({ status, message, data }) => ({ status, message, data }))).toEqual([
      { status: 200, message: '操作成功', data: { resendSeconds: 60, validSeconds: 300 } },
      { status: 200, message: '操作成功', data: { resendSeconds: 60, validSeconds: 300 } },
    ]);
  });

  test('is asked for to register and to log in; one to log in goes to accounts alone, which nobody is told', async () => {
    const login = (mobile: string) =>
      it.call('GET', `/api/sms/user/code?mobile=${mobile}&scene=login`, { from: newAddress() });
    const { rows } = await sql<Columns<typeof registry.adminUser, 'mobile'>>`
      update t_admin_user set mobile = ${newMobile()} where user_name = 'ops' returning mobile`.execute(
      it.engine.db,
    );
    const [known, stranger] = [rows[0]?.mobile ?? '', newMobile()];
    const [own, foreign] = [await login(known), await login(stranger)];
    expect({ ...foreign, headers: {} }).toEqual({ ...own, headers: {} });
    expect(own).toMatchObject({ status: 200, data: { resendSeconds: 60 } });
    expect(await codeFor(known)).toMatch(/^\d{6}$/);
    expect(await count('t_sms_message', `mobile = '${stranger}'`)).toBe(0);
    expect((await login(stranger)).reason).toBe('smsTooSoon');
    // It is valid only for its purpose.
    expect(await register(form(known, await codeFor(known)))).toMatchObject({ reason: 'wrongSmsCode' });
    expect((await it.call('GET', `/api/sms/user/code?mobile=${known}&scene=pay`)).status).toBe(400);
  });

  test('is refused for what is no number, and to an address that goes through the numbers', async () => {
    expect(await ask('12345')).toMatchObject({ status: 400, message: '手机必须是 11 位手机号' });
    const from = newAddress();
    for (let sent = 0; sent < 20; sent += 1) expect((await ask(newMobile(), from)).status).toBe(200);
    expect(await ask(newMobile(), from)).toMatchObject({ status: 429, reason: 'tooManyRequests' });
    expect((await ask(newMobile())).status).toBe(200);
  });

  test('stops for everybody once the day is used up', async () => {
    await sql`update t_config set config_value = '1' where config_key = 'sms.totalDailyMax'`.execute(
      it.engine.db,
    );
    expect(await ask(newMobile())).toMatchObject({ status: 429, reason: 'tooManyRequests' });
    await sql`update t_config set config_value = '2000' where config_key = 'sms.totalDailyMax'`.execute(
      it.engine.db,
    );
    await sql`delete from t_rate_limit where key = 'sms-day'`.execute(it.engine.db);
  });
});

describe('a registration', () => {
  test('is taken in, with the picture out of everybody’s sight but the reviewers’', async () => {
    const phone = newMobile();
    const answer = await registerWith(form(phone, await askedCode(phone)), jpeg());
    expect(answer).toMatchObject({ status: 200, data: { auditStatus: 1 } });
    const { applyId } = answer.data;
    const { rows } = await sql<{ path: string; usage: number; name: string; userId: number | null }>`
      select f.path, f.usage, f.origin_name as name, f.user_id
      from t_partners_apply as a join t_upload_file as f on f.path = a.license where apply_id = ${applyId}`.execute(
      it.engine.db,
    );
    expect(rows[0]).toMatchObject({ usage: 5, name: '执照.jpg', userId: null });
    const ops = (await it.login('ops')).token;
    const partner = (await it.login('partner01')).token;
    expect((await it.call('GET', `/common/file${rows[0]?.path}`)).status).toBe(401);
    expect((await it.call('GET', `/common/file${rows[0]?.path}`, { token: ops })).status).toBe(404);
    const licence = `/api/admin/partners/apply/license?applyId=${applyId}`;
    expect((await it.call('GET', licence)).status).toBe(401);
    expect((await it.call('GET', licence, { token: partner })).status).toBe(403);
    const shown = await it.call('GET', licence, { token: ops });
    expect(shown.status).toBe(200);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-store',
    });
    const list = await it.call('GET', `/api/admin/partners/apply/list?applyId=${applyId}`, { token: ops });
    expect(list.data.records[0].phone).toBe(`${phone.slice(0, 3)}****${phone.slice(7)}`);
    expect(JSON.stringify(list.data)).not.toContain('license');
    expect(JSON.stringify(list.data)).not.toContain('argon2');
  });

  test('says everything that is wrong at once, and does not use the code up for it', async () => {
    const phone = newMobile();
    const code = await askedCode(phone);
    const refused = await register({
      ...form(phone, code),
      applyType: 1,
      partnersName: ' ',
      password: 'weak',
      provinceId: 999_999,
      agreed: false,
    });
    expect(refused.status).toBe(400);
    expect(refused.data.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual(
      ['agreed', 'cityId', 'partnersName', 'password', 'position', 'provinceId'].toSorted(),
    );
    expect((await register(form(phone, code))).status).toBe(200);
  });

  test('needs the code of its own number: a wrong, old, used or foreign one is refused in the same words', async () => {
    const phone = newMobile();
    const code = await askedCode(phone);
    const wrong = code === '000000' ? '000001' : '000000';
    const refusal = { status: 400, reason: 'wrongSmsCode', message: '短信验证码错误或已失效' };
    expect(await register(form(phone, wrong))).toMatchObject(refusal);
    expect(await register(form(newMobile(), code))).toMatchObject(refusal);
    expect((await register(form(phone, code))).status).toBe(200);
    expect(await register(form(phone, code))).toMatchObject(refusal);
    const late = newMobile();
    const old = await askedCode(late);
    it.pass({ minutes: 5, seconds: 1 });
    expect(await register(form(late, old))).toMatchObject(refusal);
  });

  test('gives up a code after five wrong guesses', async () => {
    const phone = newMobile();
    const code = await askedCode(phone);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let guess = 0; guess < 5; guess += 1) await register(form(phone, wrong));
    expect(await register(form(phone, code))).toMatchObject({ reason: 'wrongSmsCode' });
  });

  test('sent twice at once with one code is taken in once', async () => {
    const phone = newMobile();
    const code = await askedCode(phone);
    const answers = await Promise.all([1, 2, 3].map(() => register(form(phone, code))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect(await count('t_partners_apply', `phone = '${phone}'`)).toBe(1);
  });

  test('of a number that waits already is refused to its holder alone', async () => {
    const { phone } = await applied();
    expect(await register(form(phone, '123456'))).toMatchObject({ reason: 'wrongSmsCode' });
    it.pass({ seconds: 61 });
    const again = await register(form(phone, await askedCode(phone)));
    expect(again).toMatchObject({ status: 409, reason: 'applyPending' });
  });

  test('cannot set what is not the applicant’s to say', async () => {
    const { applyId } = await applied({
      auditStatus: 2,
      partnersId: 1,
      accountId: 1,
      license: '/2026/03/x.jpg',
      version: 9,
      deleted: true,
      applyId: 1,
    });
    const { rows } = await sql`
      select audit_status, owner_id, account_id, license, version, deleted from t_partners_apply
      where apply_id = ${applyId}`.execute(it.engine.db);
    expect(rows).toEqual([
      { auditStatus: 1, ownerId: null, accountId: null, license: null, version: 1, deleted: false },
    ]);
  });

  test('names a partner by invite code, and does not tell which codes there are', async () => {
    const { rows } = await sql<{ code: string }>`
      select rec_code as code from t_admin_user where user_name = 'partner01'`.execute(it.engine.db);
    const known = await applied({ recCode: rows[0]?.code.toLowerCase() });
    const unknown = await applied({ recCode: 'NOBODY99' });
    const found = await sql<{ id: number; partnersId: number | null }>`
      select apply_id as id, owner_id as partners_id from t_partners_apply
      where apply_id in (${known.applyId}, ${unknown.applyId}) order by 1`.execute(it.engine.db);
    expect(found.rows.map(row => row.partnersId)).toEqual([await demoPartner(), null]);
  });

  test('with a hostile file keeps neither file nor application, and the code stays good', async () => {
    const files = await count('t_upload_file');
    const phone = newMobile();
    const code = await askedCode(phone);
    const html = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const large = jpeg(5 * 1024 * 1024 + 1);
    expect(await registerWith(form(phone, code), large)).toMatchObject({
      status: 413,
      message: '文件不能超过 5 MB',
    });
    expect(await count('t_upload_file')).toBe(files);
    expect((await registerWith(form(phone, code), html)).status).toBe(415);
    expect(await count('t_upload_file')).toBe(files);
    expect(await count('t_partners_apply', `phone = '${phone}'`)).toBe(0);
    expect((await registerWith(form(phone, code), jpeg())).status).toBe(200);
  });

  test('that is no form at all is a bad request', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const body of ['--x\r\nnonsense', '', '--x--\r\n']) {
      const { status } = await it.call('POST', '/api/admin/partners/register', {
        from: newAddress(),
        body: Buffer.from(body),
        headers,
      });
      expect(status).toBe(400);
    }
  });

  test('is bounded by address', async () => {
    const from = newAddress();
    for (let sent = 0; sent < 30; sent += 1) await register({}, from);
    expect(await register({}, from)).toMatchObject({ status: 429, reason: 'tooManyRequests' });
  });

  test('is looked up by people who hold the number, and by nobody else', async () => {
    const { phone, applyId } = await applied();
    await applied();
    const look = (smsCode: string) =>
      it.call('POST', '/api/admin/partners/register/status', {
        body: { phone, smsCode },
        from: newAddress(),
      });
    expect(await look('000000')).toMatchObject({ status: 400, reason: 'wrongSmsCode' });
    it.pass({ seconds: 61 });
    const code = await askedCode(phone);
    const { data } = await look(code);
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ applyId, auditStatus: 1, phone, account: null });
    expect(JSON.stringify(data)).not.toContain('argon2');
    expect((await look(code)).status).toBe(400);
  });

  test('offers the places without a login', async () => {
    const { data } = await it.call('GET', '/api/admin/partners/register/places');
    const hunan = data.find((place: { provinceId: number }) => place.provinceId === 430_000);
    expect(hunan.cities).toContainEqual({ cityId: 430_100, cityName: '长沙市' });
    expect(data).toHaveLength(28);
  });
});

describe('a review', () => {
  let partnersId: number;
  beforeEach(async () => {
    partnersId = await demoPartner();
    // The days that the codes took have ended the login.
    admin = (await it.login('admin')).token;
  });

  test('that approves an agency makes it with its account, which logs in with the chosen password', async () => {
    const phone = newMobile();
    const { data } = await registerWith(form(phone, await askedCode(phone)), jpeg());
    const { applyId } = data;
    const done = await audit({ applyId, auditStatus: 2, partnersId });
    expect(done).toMatchObject({ status: 200, data: { account: `agency${applyId}` } });
    const { rows } = await sql`
      select a.agent_name, a.partners_id, a.province_id, a.city_id, a.contact, a.phone,
        u.user_type, u.partners_id as user_partner, u.agent_id = a.agent_id as bound, u.province_id
          as user_province, f.usage,
        (select string_agg(role_code, ',') from t_user_role join t_role using (role_id) where user_id = u.user_id) as roles
      from t_partners_apply as p join t_admin_user as u on u.user_id = p.account_id
        join t_agent as a on a.agent_id = u.agent_id join t_upload_file as f on f.path = a.license
      where p.apply_id = ${applyId}`.execute(it.engine.db);
    expect(rows).toEqual([
      {
        agentName: `星光画室${phone}`,
        partnersId,
        provinceId: 430_000,
        cityId: 430_100,
        contact: '王晓',
        phone,
        userType: 5,
        userPartner: partnersId,
        bound: true,
        userProvince: 430_000,
        usage: 2,
        roles: 'agent',
      },
    ]);
    expect(await lastMessage(phone)).toBe(
      `王晓，您的注册申请已通过，登录账号为 agency${applyId}，密码为申请时所设密码。`,
    );
    const login = await it.call('POST', '/api/admin/login', {
      body: { userName: `agency${applyId}`, password: 'Chosen123' },
    });
    expect(login.data).toMatchObject({ mustChangePassword: false, agentId: expect.any(Number), partnersId });
    expect(await count('t_partners_apply_password', `apply_id = ${applyId}`)).toBe(0);
  });

  test('that approves a partner makes it, alone or under another', async () => {
    const alone = await applied({ applyType: 1, position: '校长' });
    expect((await audit({ applyId: alone.applyId, auditStatus: 2 })).data.account).toBe(
      `partner${alone.applyId}`,
    );
    const under = await applied({ applyType: 1, position: '校长' });
    await audit({ applyId: under.applyId, auditStatus: 2, partnersId });
    const { rows } = await sql<{ parent: number; type: number; sale: number }>`
      select p.parent_id as parent, u.user_type as type, u.sale_flag as sale
      from t_partners_apply as a join t_admin_user as u on u.user_id = a.account_id
        join t_partners as p on p.partners_id = u.partners_id
      where a.apply_id in (${alone.applyId}, ${under.applyId}) order by a.apply_id`.execute(it.engine.db);
    expect(rows).toEqual([
      { parent: 0, type: 4, sale: 1 },
      { parent: partnersId, type: 4, sale: 1 },
    ]);
  });

  test('of two reviewers at once makes one agency, and both hear the same account', async () => {
    const { applyId, phone } = await applied();
    const answers = await Promise.all([1, 2, 3].map(() => audit({ applyId, auditStatus: 2, partnersId })));
    expect(answers.map(({ data }) => data.account)).toEqual(Array(3).fill(`agency${applyId}`));
    expect(await count('t_agent', `phone = '${phone}'`)).toBe(1);
    expect(await count('t_admin_user', `mobile = '${phone}'`)).toBe(1);
    await it.sendMessages();
    expect(await count('t_sms_message', `mobile = '${phone}' and topic = 'approved'`)).toBe(1);
    expect(await audit({ applyId, auditStatus: 3, auditRemark: '改主意' })).toMatchObject({
      status: 409,
      reason: 'notAllowedNow',
    });
  });

  test('that refuses needs a reason, tells it, and lets the applicant send it again in its place', async () => {
    const { applyId, phone } = await applied();
    expect(await audit({ applyId, auditStatus: 3 })).toMatchObject({
      status: 400,
      message: '审核意见不能为空',
    });
    expect((await audit({ applyId, auditStatus: 3, auditRemark: '执照不清楚' })).data.auditStatus).toBe(3);
    expect(await lastMessage(phone)).toContain('原因：执照不清楚');
    expect(await count('t_partners_apply_password', `apply_id = ${applyId}`)).toBe(0);
    it.pass({ seconds: 61 });
    const again = await register({ ...form(phone, await askedCode(phone)), address: '新地址' });
    expect(again.data).toEqual({ applyId, auditStatus: 1 });
    expect((await audit({ applyId, auditStatus: 2, partnersId })).status).toBe(200);
    const url = `/api/admin/partners/apply/history?applyId=${applyId}`;
    const { data } = await it.call('GET', url, { token: admin });
    const told = data.records.map((entry: { step: { name: string; by: string } | null }) =>
      entry.step ? `${entry.step.name} ${entry.step.by}` : 'added',
    );
    expect(told).toEqual(['pass person', 'resubmit vendor', 'reject person', 'added']);
    expect(JSON.stringify(data)).not.toContain('argon2');
  });

  test('that cannot make what was asked for leaves everything as it was', async () => {
    const first = await applied();
    await audit({ applyId: first.applyId, auditStatus: 2, partnersId });
    const { rows } = await sql<{ name: string }>`
      select partners_name as name from t_partners_apply where apply_id = ${first.applyId}`.execute(
      it.engine.db,
    );
    const second = await applied({ partnersName: rows[0]?.name });
    const agents = await count('t_agent');
    expect(await audit({ applyId: second.applyId, auditStatus: 2, partnersId })).toMatchObject({
      status: 409,
      reason: 'duplicate',
    });
    expect(await audit({ applyId: second.applyId, auditStatus: 2 })).toMatchObject({
      status: 400,
      message: '所属合伙人不能为空',
    });
    await sql`update t_role set status = 0 where role_code = 'agent'`.execute(it.engine.db);
    const third = await applied();
    expect(await audit({ applyId: third.applyId, auditStatus: 2, partnersId })).toMatchObject({
      status: 409,
      reason: 'roleMissing',
    });
    await sql`update t_role set status = 1 where role_code = 'agent'`.execute(it.engine.db);
    expect(await count('t_agent')).toBe(agents);
    expect(await count('t_partners_apply', `apply_id = ${third.applyId} and audit_status = 1`)).toBe(1);
  });

  test('is for those who hold the code, within their own reach', async () => {
    const { rows } = await sql<{ code: string }>`
      select rec_code as code from t_admin_user where user_name = 'partner01'`.execute(it.engine.db);
    const own = await applied({ recCode: rows[0]?.code });
    const foreign = await applied();
    const partner = (await it.login('partner01')).token;
    const agency = (await it.login('agent01')).token;
    expect((await audit({ applyId: own.applyId, auditStatus: 2, partnersId }, partner)).status).toBe(403);
    await sql`
      insert into t_role_perm (role_id, perm_id) select role_id, perm_id from t_role, t_perm
      where role_code in ('partner', 'agent')
        and (perm_code like 'base:partnersapply:%' or perm_code = 'sys:sms:list') on conflict do nothing`.execute(
      it.engine.db,
    );
    await sql`update t_access_version set version = version + 1`.execute(it.engine.db);
    const seen = await it.call('GET', '/api/admin/partners/apply/list?size=100', { token: partner });
    expect(seen.data.records.map((row: { applyId: number }) => row.applyId)).toContain(own.applyId);
    expect(seen.data.records.map((row: { applyId: number }) => row.applyId)).not.toContain(foreign.applyId);
    for (const call of ['license', 'info']) {
      const url = `/api/admin/partners/apply/${call}?applyId=${foreign.applyId}`;
      expect((await it.call('GET', url, { token: partner })).status).toBe(404);
    }
    expect((await audit({ applyId: foreign.applyId, auditStatus: 2, partnersId }, partner)).status).toBe(404);
    // An agency cannot decide about its competitors.
    for (const { applyId } of [own, foreign]) {
      expect((await audit({ applyId, auditStatus: 2, partnersId }, agency)).status).toBe(404);
      expect((await audit({ applyId, auditStatus: 3, auditRemark: '不要' }, agency)).status).toBe(404);
    }
    const other = await applied({ applyType: 1, position: '校长' });
    const { account } = (await audit({ applyId: other.applyId, auditStatus: 2 })).data;
    const { rows: made } = await sql<{ id: number }>`
      select partners_id as id from t_admin_user where user_name = ${account}`.execute(it.engine.db);
    expect(
      await audit({ applyId: own.applyId, auditStatus: 2, partnersId: made[0]?.id }, partner),
    ).toMatchObject({ status: 400, message: expect.stringMatching(/^找不到所属合伙人/) });
    expect((await audit({ applyId: own.applyId, auditStatus: 2, partnersId }, partner)).status).toBe(200);
    // Messages to the new agency are visible to its partner; those without an account belong to the house.
    await it.sendMessages();
    const told = async (token?: string) => {
      const { data } = await it.call('GET', '/api/admin/sms/message/list?size=200', token ? { token } : {});
      return data.records.map(
        (row: { mobile: string; topic: string }) => `${row.topic} ${row.mobile.slice(-4)}`,
      );
    };
    const line = `approved ${own.phone.slice(-4)}`;
    expect(await told(partner)).toContain(line);
    expect(await told(partner)).not.toContain(`code ${foreign.phone.slice(-4)}`);
    expect(await told(agency)).toEqual([]);
  });

  test('shows the number whole to people who decide, and masked to people who look', async () => {
    const { applyId, phone } = await applied();
    const url = `/api/admin/partners/apply/info?applyId=${applyId}`;
    expect((await it.call('GET', url, { token: admin })).data).toMatchObject({
      phone,
      provinceName: '湖南',
      licenseFlag: 0,
    });
    await sql`
      delete from t_role_perm using t_role, t_perm where t_role_perm.role_id = t_role.role_id
        and t_role_perm.perm_id = t_perm.perm_id and role_code = 'ops' and perm_code = 'base:partnersapply:audit'`.execute(
      it.engine.db,
    );
    await sql`update t_access_version set version = version + 1`.execute(it.engine.db);
    const ops = (await it.login('ops')).token;
    expect((await it.call('GET', url, { token: ops })).data.phone).toBe(
      `${phone.slice(0, 3)}****${phone.slice(7)}`,
    );
  });

  test('can tell the applicant again, a few times', async () => {
    const { applyId, phone } = await applied();
    const notify = () =>
      it.call('PUT', '/api/admin/partners/apply/notify', { token: admin, body: { applyId } });
    expect(await notify()).toMatchObject({ status: 409, reason: 'notAllowedNow' });
    await audit({ applyId, auditStatus: 3, auditRemark: '资料不全' });
    for (let sent = 0; sent < 3; sent += 1) expect((await notify()).status).toBe(200);
    expect(await notify()).toMatchObject({
      status: 409,
      reason: 'unmetNeeds',
      message: expect.stringContaining('一小时内已多次告知'),
    });
    for (let sent = 0; sent < 4; sent += 1) await it.sendMessages();
    expect(await count('t_sms_message', `mobile = '${phone}' and topic = 'refused'`)).toBe(4);
    await sql`update t_outbox set create_time = create_time - interval '61 minutes'`.execute(it.engine.db);
    expect((await notify()).status).toBe(200);
  });

  test('of several at once refuses each with the reason and tells each applicant', async () => {
    const waiting = [await applied(), await applied()];
    const ids = waiting.map(({ applyId }) => applyId);
    const passed = await applied({ applyType: 1, position: '校长' });
    await audit({ applyId: passed.applyId, auditStatus: 2 });
    const { data } = await it.call('PUT', '/api/admin/partners/apply/reject', {
      token: admin,
      body: { ids: [...ids, passed.applyId], auditRemark: '资料不全' },
    });
    expect(data).toMatchObject({
      count: 2,
      refused: [{ id: passed.applyId, reason: '当前状态不允许该操作' }],
    });
    for (const { phone } of waiting) expect(await lastMessage(phone)).toContain('原因：资料不全');
    expect(await lastMessage(passed.phone)).toContain('已通过');
  });
});
