import { createHmac } from 'node:crypto';
import { formats } from '@yikao/model/fields/formats.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSeededApp, type SeededApp } from '../testing/seeded-app.ts';

const secret = 'a-secret-of-an-app-that-has-32-characters-or-more';
let it: SeededApp;
let token = '';
let exam: { examId: number; code: string; agencyCode: string; agentId: number };
beforeAll(async () => {
  it = await openSeededApp({ env: { APP_KEYS: `wechat:${secret}` } });
  token = (await it.login('admin')).token;
  const found = await sql<typeof exam>`
    select e.exam_id::integer as "examId", e.reg_code as code, a.agent_reg_code as "agencyCode",
      a.agent_id::integer as "agentId"
    from t_mock_exam as e join t_exam_agent as a using (exam_id)
    where e.exam_status = 3 and not e.deleted order by a.agent_id limit 1`.execute(it.engine.db);
  const [row] = found.rows;
  if (!row) throw new Error('The demo data has no exam');
  exam = row;
});
afterAll(() => it.close());

/** Sends a call as an app that signs it. */
function send(path: string, body: object, { by = secret }: { readonly by?: string } = {}) {
  const time = String(Math.floor(it.engine.clock.now().getTime() / 1000));
  const sign = createHmac('sha256', by)
    .update(`${time}\n${JSON.stringify(body)}`)
    .digest('hex');
  return it.call('POST', `/api/mock/app/register${path}`, {
    body,
    headers: { 'x-app-key': 'wechat', 'x-app-time': time, 'x-app-sign': sign },
  });
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

    // What candidates may not say is passed over: their state, their agency, their number.
    const sly = { regStatus: 1, agentId: exam.agentId, ticketNo: 'X1', regSource: 3 };
    const registered = await send('', { ...pupil, ...sly, regCode: exam.code });
    expect(registered.data).toMatchObject({ regStatus: 0, amount: '80.00', expireTime: expect.any(String) });
    const { studentId } = registered.data;
    const row = await it.call('GET', `/api/mock/app/student/info?studentId=${studentId}`, { token });
    expect(row.data).toMatchObject({ regSource: 1, agentId: null, ticketNo: null, regStatus: 0 });
    expect((await send('', { ...pupil, regCode: exam.code })).reason).toBe('duplicate');

    // Who let the order close registers again; somebody else's name under that number does not.
    await it.call('PUT', '/api/mock/app/student/cancel', { token, body: { studentId } });
    const other = await send('', { ...pupil, regCode: exam.code, studentName: '冒名' });
    expect(other.reason).toBe('duplicate');
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
    // The clock has not closed it yet; its time is over all the same.
    await setState(1, "reg_start_time = '2026-02-01', reg_end_time = '2026-03-01'");
    expect((await send('', { regCode: exam.agencyCode })).message).toContain('报名已截止');
    for (const regCode of ['', "' or 1=1 --", '%', 'x'.repeat(33), 7, null])
      expect([400, 409]).toContain((await send('/exam', { regCode })).status);
    const unsigned = await send('', { regCode: exam.agencyCode }, { by: 'another secret' });
    expect([unsigned.status, unsigned.reason]).toEqual([401, 'wrongSignature']);
  });
});
