import { createHmac } from 'node:crypto';
import { formats } from '@yikao/model/fields/parts/formats.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSeededApp, type SeededApp } from '../../testing/seeded-app.ts';
import { signedBy } from '../../testing/signed-by.ts';

const secret = 'a-secret-of-an-app-that-has-32-characters-or-more';
let it: SeededApp;
let token = '';
let exam: { examId: number; code: string; agencyCode: string; agentId: number };
beforeAll(async () => {
  it = await openSeededApp({ env: { APP_KEYS: `wechat:${secret}` } });
  token = (await it.login('admin')).token;
  const found = await sql<typeof exam>`
    select e.exam_id, e.reg_code as code, a.agent_reg_code as agency_code, a.agent_id
    from t_mock_exam as e join t_exam_agent as a using (exam_id)
    where e.exam_status = 3 and not e.deleted order by a.agent_id limit 1`.execute(it.engine.db);
  const [row] = found.rows;
  if (!row) throw new Error('The demo data has no exam');
  exam = row;
});
afterAll(() => it.close());

/** Sends a call as an app that signs it. */
function send(path: string, body: object, { by = secret }: { readonly by?: string } = {}) {
  const url = `/api/mock/app/register${path}`;
  return it.call('POST', url, { body, headers: signedBy(it, { url, body, secret: by }) });
}

/** Opens the demo exam for registration, and closes it. */
const setState = (status: number, more: string) =>
  sql`update t_mock_exam set exam_status = ${status}, pay_mode = 1, ${sql.raw(more)} where exam_id = ${exam.examId}`.execute(
    it.engine.db,
  );
const ahead = "reg_start_time = '2026-03-01', reg_end_time = '2026-04-01'";

describe('a candidate with a registration code', () => {
  test('sees the exam, registers once, and pays later; an agency’s code registers for the agency', async () => {
    const closed = await send('/exam', { regCode: exam.code });
    expect(closed.message).toContain('报名已截止');
    expect((await send('/exam', { regCode: 'ZZZZZZ' })).message).toContain('报名码无效');
    await setState(1, "reg_start_time = '2026-03-20', reg_end_time = '2026-04-01'");
    expect((await send('/exam', { regCode: exam.code })).message).toContain('还没有开始');
    await setState(1, ahead);

    const typed = ` ${exam.code.toLowerCase().slice(0, 3)}-${exam.code.slice(3)}`;
    const { data: open } = await send('/exam', { regCode: typed });
    expect(open).toMatchObject({ agentName: null, areas: [{}, {}], categories: [{}] });
    const pupil = {
      areaId: open.areas[0].areaId,
      jointCategoryId: open.categories[0].jointCategoryId,
      studentName: '自主报名(示例)',
      idNo: formats.idNumber.sample(4_711),
      mobile: '13900001234',
    };
    const wrong = await send('', { ...pupil, regCode: exam.code, idNo: '11010519491231002Y', mobile: '12' });
    expect(wrong.reason).toBe('invalidFields');
    expect(wrong.data.errors.map((one: { field: string }) => one.field).toSorted()).toEqual([
      'idNo',
      'mobile',
    ]);
    expect((await send('', { ...pupil, regCode: exam.code, areaId: 999_999 })).reason).toBe('invalidFields');

    // Fields that candidates may not set are ignored: state, agency, number.
    const sly = { regStatus: 1, agentId: exam.agentId, ticketNo: 'X1', regSource: 3 };
    const registered = await send('', { ...pupil, ...sly, regCode: exam.code });
    expect(registered.data).toMatchObject({ regStatus: 0, amount: '80.00', expireTime: expect.any(String) });
    const { studentId } = registered.data;
    const row = await it.call('GET', `/api/mock/app/student/info?studentId=${studentId}`, { token });
    expect(row.data).toMatchObject({ regSource: 1, agentId: null, ticketNo: null, regStatus: 0 });
    // Sending it again gives the first answer.
    expect((await send('', { ...pupil, regCode: exam.code })).data).toEqual(registered.data);

    // After an order has expired its candidate may register again; another name with the same number may not.
    await it.call('PUT', '/api/mock/app/student/cancel', { token, body: { studentId } });
    const other = await send('', { ...pupil, regCode: exam.code, studentName: '冒名' });
    expect([other.status, other.data.orderNo === registered.data.orderNo]).toEqual([200, false]);
    const stands = await it.call('GET', `/api/mock/app/student/info?studentId=${studentId}`, { token });
    expect(stands.data).toMatchObject({ studentName: '自主报名(示例)', regStatus: 2 });
    const again = await send('', { ...pupil, regCode: exam.code });
    expect(again.data).toMatchObject({ studentId, regStatus: 0 });
    expect(again.data.orderNo).not.toBe(registered.data.orderNo);

    const sent = await send('', {
      ...{ ...pupil, idNo: formats.idNumber.sample(4_712), mobile: '13900001235' },
      regCode: exam.agencyCode,
    });
    const ofAgency = await it.call('GET', `/api/mock/app/student/info?studentId=${sent.data.studentId}`, {
      token,
    });
    expect(ofAgency.data).toMatchObject({ regSource: 1, agentId: exam.agentId });
  });

  test('gets nowhere with a code that was changed, after the end, or without the app’s signature', async () => {
    await setState(1, ahead);
    const refreshed = await it.call('PUT', '/api/mock/base/exam/refresh_code', {
      token,
      body: { examId: exam.examId },
    });
    expect(refreshed.status).toBe(200);
    expect((await send('/exam', { regCode: exam.code })).message).toContain('已更换');
    expect((await send('/exam', { regCode: exam.agencyCode })).status).toBe(200);
    // Registration is over even though the clock has not closed it yet.
    await setState(1, "reg_start_time = '2026-02-01', reg_end_time = '2026-03-01'");
    expect((await send('', { regCode: exam.agencyCode })).message).toContain('报名已截止');
    for (const regCode of ['', "' or 1=1 --", '%', 'x'.repeat(33), 7, null])
      expect([400, 409]).toContain((await send('/exam', { regCode })).status);
    const unsigned = await send('', { regCode: exam.agencyCode }, { by: 'another secret' });
    expect([unsigned.status, unsigned.reason]).toEqual([401, 'wrongSignature']);
  });
});

describe('a person who tries out ID numbers with a code', () => {
  test('is answered for a registered one as for a new one, and the candidate is told, once a day', async () => {
    await setState(1, ahead);
    await sql`update t_mock_exam set reg_code = ${exam.code} where exam_id = ${exam.examId}`.execute(
      it.engine.db,
    );
    const { data: open } = await send('/exam', { regCode: exam.code });
    const pupil = {
      areaId: open.areas[0].areaId,
      jointCategoryId: open.categories[0].jointCategoryId,
      regCode: exam.code,
    };
    const known = formats.idNumber.sample(4_801);
    const first = await send('', { ...pupil, studentName: '本人', mobile: '13900004801', idNo: known });
    expect(first.status).toBe(200);
    const count = async () =>
      (
        await sql<{ students: number; orders: number; messages: number }>`
          select (select count(*)::integer from t_mock_student) as students,
            (select count(*)::integer from t_mock_order) as orders,
            (select count(*)::integer from t_outbox
              where content ->> 'topic' = 'registered' and content ->> 'mobile' like '1390000480_') as messages`.execute(
          it.engine.db,
        )
      ).rows[0];
    const before = await count();
    for (const mobile of ['13900004802', '13900004803']) {
      const tried = await send('', { ...pupil, studentName: '别人', mobile, idNo: known });
      expect([tried.status, tried.message]).toEqual([first.status, first.message]);
      expect(Object.keys(tried.data)).toEqual(Object.keys(first.data));
      expect(tried.data).toMatchObject({ regStatus: 0, amount: first.data.amount });
      expect(tried.data.orderNo).not.toBe(first.data.orderNo);
      expect(JSON.stringify(tried)).not.toContain('重复');
    }
    expect(await count()).toEqual({ ...before, messages: 1 });
    const told = await sql<{ mobile: string }>`
      select content ->> 'mobile' as mobile from t_outbox
      where content ->> 'topic' = 'registered' and content ->> 'mobile' like '1390000480_'`.execute(
      it.engine.db,
    );
    expect(told.rows).toEqual([{ mobile: '13900004801' }]);
    const next = await send('', {
      ...pupil,
      studentName: '新人',
      mobile: '13900004804',
      idNo: formats.idNumber.sample(4_802),
    });
    expect(Object.keys(next.data)).toEqual(Object.keys(first.data));
  });
});

describe('a signature of an app', () => {
  test('counts once, for its method, address, query, time and body alone', async () => {
    const url = '/api/mock/app/register/exam';
    const body = { regCode: exam.code };
    const headers = signedBy(it, { url, body, secret });
    const call = (at: string, sent: object, more: Record<string, string> = {}) =>
      it.call('POST', at, { body: sent, headers: { ...headers, ...more } });
    const nonce = 'another-number-of-the-app';
    for (const tried of [
      await call('/api/mock/app/register', body),
      await call(`${url}?regCode=1`, body),
      await call(url, { regCode: 'ZZZZZZ' }),
      await call(url, body, { 'x-app-nonce': nonce }),
      await call(url, body, { 'x-app-nonce': '' }),
    ])
      expect([tried.status, tried.reason]).toEqual([401, 'wrongSignature']);
    expect((await call(url, body)).status).toBe(200);
    expect((await call(url, body)).reason).toBe('wrongSignature');
    it.pass({ minutes: 4 });
    expect((await call(url, body)).reason).toBe('wrongSignature');
    // The former signature, which covered neither method, address nor nonce.
    const time = String(Math.floor(it.engine.clock.now().getTime() / 1000));
    const sign = createHmac('sha256', secret)
      .update(`${time}\n${JSON.stringify(body)}`)
      .digest('hex');
    const old = { 'x-app-key': 'wechat', 'x-app-time': time, 'x-app-sign': sign };
    expect((await it.call('POST', url, { body, headers: old })).reason).toBe('wrongSignature');
  });
});
