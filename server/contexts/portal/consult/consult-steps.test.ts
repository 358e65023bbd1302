import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSeededApp, type SeededApp } from '../../testing/seeded-app.ts';

let it: SeededApp;
beforeAll(async () => {
  it = await openSeededApp({ captcha: true });
});
afterAll(() => it.close());

let next = 0;
const newMobile = () => `1390000${String(1_000 + next++)}`;
/** An address of an unused network, so that tests do not share rate limits. */
const newAddress = () => `198.${80 + (next >> 8)}.${next++ % 256}.7`;

interface Sent {
  readonly status: number;
  readonly body: string;
  readonly location: string | undefined;
}

/** Sends the form as a browser without scripts does. */
async function post(fields: Readonly<Record<string, string>>, from: string, cookie?: string): Promise<Sent> {
  const answer = await it.app.inject({
    ...{ method: 'POST', url: '/consult', remoteAddress: from },
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
      ...(cookie !== undefined && { cookie }),
    },
    payload: new URLSearchParams(fields).toString(),
  });
  return { status: answer.statusCode, body: answer.body, location: answer.headers.location };
}

/** The fields of the first form of a page, as it would be sent. */
function fieldsOf(body: string): Record<string, string> {
  const [form = ''] = /<form.*?<\/form>/s.exec(body) ?? [];
  const unescaped = (text: string) =>
    text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
  return Object.fromEntries(
    [...form.matchAll(/<input[^>]* name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      unescaped(value),
    ]),
  );
}

const begin = (mobile: string, more: Readonly<Record<string, string>> = {}) => ({
  ...{ step: 'begin', page: 'ykzyb', itemId: '', name: '林听雨', mobile, remark: '想问志愿', agreed: '1' },
  ...{ homepage: '', ...more },
});

/** Answers the captcha of a page as somebody who reads its picture. */
async function answered(body: string, from: string): Promise<Sent> {
  const fields = fieldsOf(body);
  const uuid = fields.uuid ?? '';
  expect((await it.app.inject({ url: `/api/admin/patchca/${uuid}`, remoteAddress: from })).statusCode).toBe(
    200,
  );
  const [captcha] = (
    await sql<{ answer: string }>`select answer from t_captcha where uuid = ${uuid}`.execute(it.engine.db)
  ).rows;
  return post({ ...fields, patchca: captcha?.answer ?? '' }, from);
}

async function codeOf(mobile: string): Promise<string> {
  const [sent] = (
    await sql<{ content: string }>`
      select content from t_sms_message where mobile = ${mobile} and topic = 'code' order by sms_id desc limit 1`.execute(
      it.engine.db,
    )
  ).rows;
  return /\d{6}/.exec(sent?.content ?? '')?.[0] ?? '';
}

const leadsOf = async (mobile: string) =>
  (
    await sql<Record<string, unknown>>`
      select l.student_name, l.channel_id, l.partners_id, s.source_code, f.content
      from t_lead as l join t_source as s using (source_id) left join t_lead_follow as f using (lead_id)
      where l.mobile = ${mobile} and not l.deleted order by f.id`.execute(it.engine.db)
  ).rows;

/** Goes through all steps; returns the last answer. */
async function consulted(mobile: string, more = {}, cookie?: string): Promise<Sent> {
  it.pass({ minutes: 2 });
  const from = newAddress();
  const asked = await answered((await post(begin(mobile, more), from)).body, from);
  return post({ ...fieldsOf(asked.body), smsCode: await codeOf(mobile) }, from, cookie);
}

test('without scripts a visitor goes from the form by captcha and text code to a lead, and a reload sends nothing again', async () => {
  const mobile = newMobile();
  const done = await consulted(mobile);
  expect(done).toMatchObject({ status: 303, location: '/consult/done' });
  expect((await it.app.inject({ url: '/consult/done' })).body).toContain('已收到您的咨询');
  expect(await leadsOf(mobile)).toEqual([
    {
      ...{ studentName: '林听雨', channelId: null, partnersId: null, sourceCode: 'h5' },
      content: '官网咨询：艺考志愿宝\n姓名：林听雨\n想问志愿',
    },
  ]);
});

test('the channel by which the visit came is kept to the lead, with its partner; a disabled one is not', async () => {
  const [channel] = (
    await sql<{ channelId: number; channel: string; partnersId: number | null }>`
      select channel_id, channel, partners_id from t_channel where status = 1 and not deleted
      order by partners_id nulls last limit 1`.execute(it.engine.db)
  ).rows;
  const mobile = newMobile();
  await consulted(mobile, {}, `a=b; yk_channel=${channel?.channel}`);
  expect(await leadsOf(mobile)).toMatchObject([
    { channelId: channel?.channelId, partnersId: channel?.partnersId },
  ]);
  await sql`update t_channel set status = 0 where channel_id = ${channel?.channelId ?? 0}`.execute(
    it.engine.db,
  );
  const other = newMobile();
  await consulted(other, {}, `yk_channel=${channel?.channel}`);
  expect(await leadsOf(other)).toMatchObject([{ channelId: null, partnersId: null }]);
  await sql`update t_channel set status = 1 where channel_id = ${channel?.channelId ?? 0}`.execute(
    it.engine.db,
  );
});

test('a known number and an unknown one get the same pages', async () => {
  const known = newMobile();
  await consulted(known);
  const unknown = newMobile();
  const blank = (sent: Sent) =>
    JSON.stringify(sent).replace(/1390000\d{4}|[\w-]{36}|\d{13}\.[0-9a-f]+/g, '…');
  const [one, two] = [newAddress(), newAddress()];
  it.pass({ minutes: 2 });
  const [first, second] = [await post(begin(known), one), await post(begin(unknown), two)];
  expect(blank(first)).toBe(blank(second));
  const [third, fourth] = [await answered(first.body, one), await answered(second.body, two)];
  expect(third.body).toContain('验证码已发送到');
  expect(blank(third)).toBe(blank(fourth));
});

test('what is wrong is said beside its field, what was typed stays, and nothing is sent', async () => {
  const from = newAddress();
  const wrong = await post(begin('12345', { name: '<b>', remark: '长'.repeat(201), agreed: '' }), from);
  expect(wrong.status).toBe(422);
  for (const field of ['mobile', 'remark', 'agreed'])
    expect(wrong.body).toMatch(new RegExp(`aria-invalid="true" aria-describedby="c-${field}-problem"`));
  expect(wrong.body).toContain('value="&lt;b&gt;"');
  const sent = await sql`select 1 from t_sms_message where mobile = '12345'`.execute(it.engine.db);
  expect(sent.rows).toEqual([]);
});

test('no text is sent without the captcha, and no lead is made without the steps before', async () => {
  const mobile = newMobile();
  const from = newAddress();
  it.pass({ minutes: 2 });
  const first = await post(begin(mobile), from);
  const wrong = await post({ ...fieldsOf(first.body), patchca: 'xxxx' }, from);
  expect(wrong.status).toBe(422);
  expect(wrong.body).toContain('c-patchca-problem');
  const skipped = await post({ ...begin(mobile), step: 'code', uuid: 'none', patchca: 'abcd' }, from);
  expect(skipped.status).toBe(422);
  expect(await codeOf(mobile)).toBe('');
  const asked = await answered((await post(begin(mobile), from)).body, from);
  const code = await codeOf(mobile);
  const fields = fieldsOf(asked.body);
  for (const forged of [
    { ...fields, smsCode: code, token: '' },
    { ...fields, smsCode: code, token: `${fields.token}0` },
    { ...fields, smsCode: code, mobile: newMobile() },
    { ...fields, smsCode: code === '000000' ? '111111' : '000000' },
    { ...fields, smsCode: '' },
  ])
    expect((await post(forged, from)).status).toBe(422);
  expect(await leadsOf(mobile)).toEqual([]);
  it.pass({ minutes: 11 });
  expect((await post({ ...fields, smsCode: code }, from)).body).toContain('页面已过期');
});

test('a program that fills in the unseen field is told that all went well, and nothing happens', async () => {
  const mobile = newMobile();
  const done = await post(begin(mobile, { homepage: 'https://spam.example' }), newAddress());
  expect(done).toMatchObject({ status: 303, location: '/consult/done' });
  expect(await codeOf(mobile)).toBe('');
});

test('of two that send the same code one makes the lead', async () => {
  const mobile = newMobile();
  const from = newAddress();
  it.pass({ minutes: 2 });
  const asked = await answered((await post(begin(mobile), from)).body, from);
  const fields = { ...fieldsOf(asked.body), smsCode: await codeOf(mobile) };
  const both = await Promise.all([post(fields, from), post(fields, from)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 422]);
  expect(await leadsOf(mobile)).toHaveLength(1);
});

test('a flood from one address is stopped with a page that says so', async () => {
  const from = newAddress();
  const answers: Sent[] = [];
  for (let at = 0; at < 70; at++) answers.push(await post(begin('1'), from));
  const stopped = answers.filter(({ status }) => status === 429);
  expect(stopped).toHaveLength(10);
  expect(stopped[0]?.body).toContain('<h1>暂时无法显示</h1>');
});
