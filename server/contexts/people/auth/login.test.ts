import { loginAnswer } from '@yikao/model/contexts/people/login.calls.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSeededApp, password, type SeededApp } from '../../testing/seeded-app.ts';

const body = (userName: string, given = password) => ({ userName, password: given });

describe('login', () => {
  let it: SeededApp;
  beforeAll(async () => {
    it = await openSeededApp();
  });
  afterAll(() => it.close());
  // Counts of one test do not affect the next.
  beforeEach(() => it.pass({ hours: 25 }));

  const login = (userName: string, given?: string, from?: string) =>
    it.call('POST', '/api/admin/login', { body: body(userName, given), ...(from && { from }) });

  test('gives a token and the person, and never the password', async () => {
    const { status, data } = await login('hunan01');
    expect(status).toBe(200);
    expect(loginAnswer.parse(data)).toMatchObject({
      userName: 'hunan01',
      roleNames: '数据录入',
      provinceId: 430_000,
      provinceName: '湖南',
      adminFlag: 0,
      partnersId: null,
    });
    expect(data.perms).toContain('sch:examType:import');
    expect(data.perms).not.toContain('base:province:delete');
    expect(JSON.stringify(data)).not.toContain('argon2');
    const { token, deviceToken: _, ...person } = data;
    expect((await it.call('GET', '/api/admin/user/current', { token })).data).toEqual(person);
  });

  test('gives an administrator every code there is', async () => {
    const { data } = await login('admin');
    expect(data.adminFlag).toBe(1);
    expect(data.perms).toContain('base:city:list');
    expect(data.recCode).toBeNull();
  });

  test('lets a person in as often as the password is right, however many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => login('hunan01')));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  });

  test('takes the account in upper and lower case alike', async () => {
    expect((await login('HUNAN01')).status).toBe(200);
  });

  test('names each missing field in the language asked for', async () => {
    const { status, data } = await it.call('POST', '/api/admin/login', {
      body: { userName: '' },
      headers: { 'accept-language': 'en' },
    });
    expect(status).toBe(400);
    expect(data.errors).toEqual([
      { field: 'userName', message: 'Account is required' },
      { field: 'password', message: 'Password is required' },
    ]);
  });

  test('says the same of a wrong password and of an unknown account', async () => {
    const wrong = await login('ops', 'Wrong1234');
    const unknown = await login('nobody', 'Wrong1234');
    expect(wrong).toMatchObject({ status: 400, reason: 'wrongPassword', message: '账号或密码错误' });
    expect({ ...unknown, headers: {} }).toEqual({ ...wrong, headers: {} });
  });

  test.each(['ops', 'nobody'])('locks %s for 15 minutes after five failures', async userName => {
    for (let count = 0; count < 5; count++) {
      expect((await login(userName, 'Wrong1234')).reason).toBe('wrongPassword');
    }
    expect(await login(userName)).toMatchObject({
      status: 429,
      reason: 'accountLocked',
      message: '登录失败次数过多，请 15 分钟后再试',
    });
    it.pass({ minutes: 14 });
    expect((await login(userName)).message).toContain('请 1 分钟后再试');
    it.pass({ minutes: 1 });
    expect((await login(userName)).reason).toBe(userName === 'ops' ? undefined : 'wrongPassword');
  });

  test('begins to count anew after a login', async () => {
    for (let round = 0; round < 2; round++) {
      for (let count = 0; count < 4; count++) await login('ops', 'Wrong1234');
      expect((await login('ops')).status).toBe(200);
    }
  });

  test('lets no more than five of many guesses at once through', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => login('ops', `Wrong${n}aA`)));
    expect(answers.filter(({ reason }) => reason === 'wrongPassword')).toHaveLength(5);
    expect(answers.filter(({ reason }) => reason === 'accountLocked')).toHaveLength(15);
  });

  test('turns an address away that goes on failing, and no other', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, n) => login(`user${n}`, 'Wrong1234')));
    expect(await login('ops')).toMatchObject({ status: 429, reason: 'tooManyRequests' });
    expect((await login('ops', password, '203.0.113.2')).status).toBe(200);
    it.pass({ minutes: 15 });
    expect((await login('ops')).status).toBe(200);
  });

  test('tells only who knows the password that the account is disabled', async () => {
    await sql`update t_admin_user set status = 0 where user_name = 'ops'`.execute(it.engine.db);
    expect((await login('ops', 'Wrong1234')).reason).toBe('wrongPassword');
    expect(await login('ops')).toMatchObject({ status: 403, reason: 'accountDisabled' });
    await sql`update t_admin_user set status = 1 where user_name = 'ops'`.execute(it.engine.db);
  });

  test('asks for no captcha where captchas are off', async () => {
    expect((await it.call('GET', '/api/admin/patchca/any')).status).toBe(204);
  });
});

describe('the captcha', () => {
  let it: SeededApp;
  beforeAll(async () => {
    it = await openSeededApp({ captcha: true });
  });
  afterAll(() => it.close());

  async function captcha(uuid: string): Promise<string> {
    const image = await it.call('GET', `/api/admin/patchca/${uuid}`);
    expect(image.status).toBe(200);
    expect(image.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-store' });
    const { rows } = await sql<{ answer: string }>`select answer from t_captcha where uuid = ${uuid}`.execute(
      it.engine.db,
    );
    const answer = rows[0]?.answer ?? '';
    expect(answer).toMatch(/^[2-9A-Z]{5}$/);
    expect(image.data).toContain('PNG');
    expect(image.data).not.toContain(answer);
    return answer;
  }
  const login = (uuid: string, patchca: string) =>
    it.call('POST', '/api/admin/login', { body: { ...body('ops'), uuid, patchca } });

  test('lets pass who reads it, in lower case and with look-alikes too', async () => {
    const answer = await captcha('a-1');
    expect((await login('a-1', answer.toLowerCase())).status).toBe(200);
    const alike = (await captcha('a-0'))
      .replace('5', 's')
      .replace('2', 'Z')
      .replace('8', 'b')
      .replace('U', 'v');
    expect((await login('a-0', alike)).status).toBe(200);
  });

  test('serves once', async () => {
    const answer = await captcha('a-2');
    await login('a-2', answer);
    expect((await login('a-2', answer)).reason).toBe('captchaExpired');
  });

  test('is used up by a wrong answer', async () => {
    const answer = await captcha('a-3');
    expect(await login('a-3', '0000')).toMatchObject({ status: 400, reason: 'wrongCaptcha' });
    expect((await login('a-3', answer)).reason).toBe('captchaExpired');
  });

  test('is good for five minutes', async () => {
    const answer = await captcha('a-4');
    it.pass({ minutes: 5 });
    expect((await login('a-4', answer)).reason).toBe('captchaExpired');
  });

  test('must be answered', async () => {
    await captcha('a-5');
    expect((await login('a-5', '')).data.errors).toEqual([{ field: 'patchca', message: '验证码不能为空' }]);
  });

  test('gets another text when the same id is asked for again', async () => {
    const first = await captcha('a-6');
    const second = await captcha('a-6');
    expect((await login('a-6', second)).status).toBe(200);
    expect(typeof first).toBe('string');
  });

  test('has an id of letters and digits', async () => {
    expect((await it.call('GET', '/api/admin/patchca/a%20b')).status).toBe(400);
  });
});
