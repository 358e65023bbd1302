import { generateCodes } from '@yikao/model/contexts/codes/codes.jobs.ts';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { isActivationCode, maskedCode } from '@yikao/model/rules/activation-code.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFeatureJob } from '../../engine/jobs/feature/start-feature-job.ts';
import { stopJob } from '../../engine/jobs/lifecycle/job-work.ts';
import { cancelJob } from '../../engine/jobs/lifecycle/queue.ts';
import { recoverLostJobs } from '../../engine/jobs/lifecycle/recover-lost.ts';
import { elevated } from '../../engine/scope/actor.ts';
import { openTestApp, person, type TestApp } from '../../engine/testing/app.ts';
import { storeRows } from '../../engine/testing/store-rows.ts';
import { readStored } from '../../engine/testing/workbooks.ts';
import { findBySecret, openSecret, renewFields } from '../../engine/write/sealing.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { migrated } from '../../testing/database.ts';

const codes = registry.cardCode.path;
const rules = registry.cardCodeRule.path;
const ends = '2099-12-31 23:59:59';
const [one, two] = [7_001, 7_002];

let app: TestApp;
let cardId = 0;
let made = 0;

const some = (...permissions: string[]) => ({ admin: false, permissions: new Set(permissions) });

beforeAll(async () => {
  app = await openTestApp(migrated, {
    clerk: person({ userId: 840_001 }),
    second: person({ userId: 840_002 }),
    third: person({ userId: 840_003 }),
    service: person({ userId: 840_004, ...some('card:code:list', 'card:code:activate') }),
    ofOne: person({
      userId: 840_005,
      ...some(
        'card:code:list',
        'card:code:export',
        'card:code:batchUpdate',
        'card:code:cancel',
        'card:rule:list',
      ),
      partnersIds: [one],
    }),
    looker: person({ userId: 840_006, ...some('card:code:list', 'card:rule:list') }),
  });
  for (const [partnersId, partnersName] of [
    [one, '甲省合伙人'],
    [two, '乙省合伙人'],
  ] as const) {
    await sql`insert into t_partners (partners_id, partners_name, channel_name, data_year, show_flag, mobile_auth,
        user_name, address, position, phone, parent_id, guide_rate, prob_rate, list_rate, status)
      values (${partnersId}, ${partnersName}, '渠道', 2026, 1, 0, '王', '路', '总', '13800000000', 0, 0, 0, 0, 1)`.execute(
      app.engine.db,
    );
  }
  cardId = await newCard();
});
afterAll(() => app.close());

const add = async (dataset: (typeof registry)[keyof typeof registry], row: Record<string, unknown>) => {
  const [key = 0] = await storeRows(app.engine, dataset, [row], { by: elevated() });
  return key;
};
const rowsOf = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(app.engine.db)).rows;
const post = (who: string, path: string, body: object) => app.call(who, 'POST', path, body);

function newCard(more: object = {}) {
  made += 1;
  return add(registry.card, {
    ...{ cardName: `概率卡${made}`, cardType: 2, dataYear: 2026, price: '9.90', codePrefix: 'GL' },
    expireTime: '2099-08-31 23:59:59',
    ...more,
  });
}
function newUser() {
  made += 1;
  return add(registry.wishUser, { mobile: `137${String(made).padStart(8, '0')}` });
}

/** Adds a rule by its form and makes its codes. */
async function newRule(quantity: number, more: object = {}) {
  made += 1;
  const body = { ruleName: `规则${made}`, ruleType: 1, cardId, quantity, codeExpireTime: ends, ...more };
  const added = await post('clerk', rules, body);
  expect(added.body.message).toBe('新增成功');
  await app.runJobs();
  return Number(added.body.data.ruleId);
}

interface Stored {
  codeId: number;
  serialNo: string;
  codeStatus: number;
  code: string;
  partnersId: number | null;
  userId: number | null;
  refundNo: string | null;
}
const codesOf = (ruleId: number) =>
  rowsOf(sql<Stored>`
    select code_id, serial_no, code_status, code, partners_id, user_id, refund_no from t_card_code
    where rule_id = ${ruleId} and not deleted order by code_id`);
const ruleOf = async (ruleId: number) =>
  (await app.call('clerk', 'GET', `${rules}/info?ruleId=${ruleId}`)).body.data;
const reveal = async (codeId: number, who = 'clerk') =>
  (await post(who, `${codes}/reveal`, { codeId })).body.data?.code as string;
const step = (who: string, name: string, body: object) => app.call(who, 'PUT', `${codes}/${name}`, body);

test('a rule makes its codes: unique, checked, sealed, with serial numbers in order', async () => {
  const ruleId = await newRule(60);
  const found = await codesOf(ruleId);
  expect(found).toHaveLength(60);
  const rule = await ruleOf(ruleId);
  expect(rule).toMatchObject({ ruleStatus: 2, generatedNum: 60, issuedNum: 0, activatedNum: 0 });
  expect([found[0]?.serialNo, found.at(-1)?.serialNo]).toEqual([rule.startSerialNo, rule.endSerialNo]);
  const whole = await Promise.all(found.slice(0, 5).map(({ codeId }) => reveal(codeId)));
  for (const code of whole) expect(isActivationCode(code)).toBe(true);
  const stored = JSON.stringify(
    await rowsOf(sql`select d::text from t_card_code as d where rule_id = ${ruleId}`),
  );
  for (const code of whole) expect(stored).not.toContain(code.slice(4));
  expect(new Set(found.map(({ code }) => code)).size).toBe(60);
});

test('lists show the first four letters alone; the whole code is for those who may export', async () => {
  const ruleId = await newRule(3);
  const [first] = await codesOf(ruleId);
  const code = await reveal(first?.codeId ?? 0);
  const shown = (await post('looker', codes, { ruleId, size: 1, sort: 'codeId' })).body.data;
  expect(shown.total).toBe(3);
  expect(JSON.stringify(shown.records)).not.toContain(code.slice(4));
  const info = (await app.call('looker', 'GET', `${codes}/info?codeId=${first?.codeId}`)).body.data;
  expect(info.code).toBe(maskedCode(code.slice(0, 4)));
  expect(info).not.toHaveProperty('codeDigest');
  expect((await post('looker', `${codes}/reveal`, { codeId: first?.codeId })).status).toBe(403);
  expect((await app.call('looker', 'GET', `${codes}/export?ruleId=${ruleId}`)).status).toBe(403);
  const { id } = (await app.call('clerk', 'GET', `${codes}/export?ruleId=${ruleId}`)).body.data;
  await app.runJobs();
  const job = (await app.call('clerk', 'GET', `/api/base/log/list?ids=${id}`)).body.data.records[0];
  expect(job).toMatchObject({ status: 'success', done: 3, bizType: 337 });
  const sheet = await readStored(app, job.url);
  const at = sheet[0]?.indexOf('激活码') ?? -1;
  expect(sheet.slice(1).map(row => row[at])).toContain(code);
});

test('a code is found however it is typed, by its digest', async () => {
  const ruleId = await newRule(1, { ruleType: 1 });
  const [first] = await codesOf(ruleId);
  const code = await reveal(first?.codeId ?? 0);
  const wide = code.replace(/[A-Z0-9]/g, letter =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0),
  );
  for (const typed of [
    code,
    code.toLowerCase(),
    ` ${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8)} `,
    wide,
  ]) {
    const found = await post('looker', `${codes}/find`, { code: typed });
    expect(found.body.data, typed).toMatchObject({ codeId: first?.codeId, serialNo: first?.serialNo });
    expect(found.body.data.code).toBe(maskedCode(code.slice(0, 4)));
  }
  for (const wrong of [`0${code.slice(1)}`, `O${code.slice(1)}`, code.slice(0, 11), '222222222222', '甲'])
    expect((await post('looker', `${codes}/find`, { code: wrong })).status, wrong).toBe(404);
});

test.each([
  ['a quantity of 1,000,001', { quantity: 1_000_001 }, 'quantity'],
  ['none', { quantity: 0 }, 'quantity'],
  ['a prefix of five letters', { prefix: 'ABCDE' }, 'prefix'],
  ['a prefix with a digit', { prefix: 'A1' }, 'prefix'],
  ['an expiry in the past', { codeExpireTime: '2020-01-01 00:00:00' }, 'codeExpireTime'],
])('a rule is refused for %s', async (_, wrong, field) => {
  const body = { ruleName: '错', ruleType: 1, cardId, quantity: 5, codeExpireTime: ends, ...wrong };
  const answer = await post('clerk', rules, body);
  expect(answer.status).toBe(400);
  expect(answer.body.data.errors.map((error: { field: string }) => error.field)).toEqual([field]);
});

test('rules that are made at once get serial numbers that do not overlap', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      post('clerk', rules, {
        ruleName: `并发${n}`,
        ruleType: 1,
        cardId,
        quantity: 40,
        codeExpireTime: ends,
        prefix: 'BF',
      }),
    ),
  );
  for (const { body } of answers) expect(body.message).toBe('新增成功');
  await app.runJobs();
  const found = await rowsOf(sql<{ n: number; distinct: number }>`
    select count(*)::integer as n, count(distinct serial_no)::integer as distinct from t_card_code
    where serial_no like 'BF%' and not deleted`);
  expect(found).toEqual([{ n: 240, distinct: 240 }]);
});

test('a rule whose job is cancelled has failed; two who continue it at once make its codes once', async () => {
  const body = { ruleName: '中断', ruleType: 1, cardId, quantity: 90, codeExpireTime: ends };
  const { ruleId } = (await post('clerk', rules, body)).body.data;
  const [job] = await rowsOf(
    sql<{ id: number }>`select max(id) as id from t_biz_log where op = 'generateCodes'`,
  );
  await cancelJob(app.engine, job?.id ?? 0);
  expect(await ruleOf(ruleId)).toMatchObject({ ruleStatus: 3, generatedNum: 0 });
  const steps = await Promise.all(
    ['clerk', 'second'].map(who => app.call(who, 'PUT', `${rules}/generate`, { ruleId })),
  );
  expect(steps.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  // A job that was thought lost is taken up beside the new one.
  await startFeatureJob(app.engine, generateCodes, elevated(), { ruleId });
  await app.runJobs();
  expect(await codesOf(ruleId)).toHaveLength(90);
  expect((await ruleOf(ruleId)).ruleStatus).toBe(2);
});

test('a rule whose job was lost for a day has failed, and is continued', async () => {
  const body = { ruleName: '丢失', ruleType: 1, cardId, quantity: 20, codeExpireTime: ends };
  const { ruleId } = (await post('clerk', rules, body)).body.data;
  const { engine } = app;
  await sql`update t_biz_log set create_time = now() - interval '2 days'
    where id = (select max(id) from t_biz_log where op = 'generateCodes')`.execute(engine.db);
  await recoverLostJobs({
    db: engine.db,
    queue: engine.jobs,
    unqueued: async ids => ids,
    giveUp: (within, job, ending) => stopJob(engine, within, job, ending),
  });
  expect(await ruleOf(ruleId)).toMatchObject({ ruleStatus: 3, generatedNum: 0 });
  expect((await app.call('clerk', 'PUT', `${rules}/generate`, { ruleId })).status).toBe(200);
  await app.runJobs();
  expect(await codesOf(ruleId)).toHaveLength(20);
});

test('a single code and codes on demand are made at once, whole for those who may export them', async () => {
  const single = await post('clerk', `${codes}/single/rule`, {
    ruleName: '单个',
    cardId,
    codeExpireTime: ends,
  });
  expect(single.body).toMatchObject({ success: true });
  expect(single.body.data.startSerialNo).toBe(single.body.data.endSerialNo);
  expect(await codesOf(single.body.data.ruleId)).toHaveLength(1);
  const online = await post('clerk', `${codes}/online/rule`, {
    ruleName: '线上',
    cardId,
    codeExpireTime: ends,
  });
  const { ruleId } = online.body.data;
  expect(await codesOf(ruleId)).toHaveLength(0);
  const drawn = await post('clerk', `${rules}/draw`, { ruleId, count: 3 });
  expect(drawn.body.data.codes.every(({ code }: { code: string }) => isActivationCode(code))).toBe(true);
  expect((await codesOf(ruleId)).map(({ codeStatus }) => codeStatus)).toEqual([2, 2, 2]);
  expect((await post('clerk', `${rules}/draw`, { ruleId: single.body.data.ruleId })).status).toBe(409);
});

test('staff activate a code once: the candidate has the entitlement, and the rule counts it', async () => {
  const ruleId = await newRule(2);
  const [first, next] = await codesOf(ruleId);
  const userId = await newUser();
  const done = await app.call('service', 'PUT', codes, { serialNo: first?.serialNo, userId });
  expect(done.body.data).toMatchObject({ codeId: first?.codeId, userId, expireTime: '2099-08-31 23:59:59' });
  expect(
    await rowsOf(sql`select source_type, source_no, status from t_user_card where user_id = ${userId}`),
  ).toEqual([{ sourceType: 2, sourceNo: first?.serialNo, status: 1 }]);
  expect((await ruleOf(ruleId)).activatedNum).toBe(1);
  const again = await app.call('service', 'PUT', codes, { codeId: first?.codeId, userId: await newUser() });
  expect(again.status).toBe(409);
  const second = await app.call('service', 'PUT', codes, { codeId: next?.codeId, userId });
  expect(second.body.message).toContain('已有同类有效权益');
});

test('of many activations of one code at once exactly one succeeds', async () => {
  const ruleId = await newRule(1);
  const [first] = await codesOf(ruleId);
  const users = await Promise.all(Array.from({ length: 40 }, () => newUser()));
  const answers = await Promise.all(
    users.map(userId => app.call('service', 'PUT', codes, { codeId: first?.codeId, userId })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(
    await rowsOf(sql`select count(*)::integer as n from t_user_card where source_no = ${first?.serialNo}`),
  ).toEqual([{ n: 1 }]);
});

test('a code that expired, was voided or is held cannot be activated; extended it can', async () => {
  const ruleId = await newRule(2);
  const [first, next] = await codesOf(ruleId);
  await sql`update t_card_code set code_expire_time = now() - interval '1 minute' where code_id = ${first?.codeId}`.execute(
    app.engine.db,
  );
  const userId = await newUser();
  const late = await app.call('service', 'PUT', codes, { codeId: first?.codeId, userId });
  expect(late.body.message).toBe('激活码已过期');
  const past = await step('clerk', 'extend', {
    codeId: first?.codeId,
    codeExpireTime: '2020-01-01 00:00:00',
  });
  expect(past.status).toBe(400);
  expect((await step('clerk', 'extend', { codeId: first?.codeId, codeExpireTime: ends })).status).toBe(200);
  expect((await app.call('service', 'PUT', codes, { codeId: first?.codeId, userId })).status).toBe(200);
  expect((await step('clerk', 'void', { codeId: next?.codeId, cancelReason: '印错' })).status).toBe(200);
  const voided = await app.call('service', 'PUT', codes, { codeId: next?.codeId, userId: await newUser() });
  expect(voided.status).toBe(409);
});

test('an activated code is voided by two people, and its entitlement ends', async () => {
  const ruleId = await newRule(1);
  const [first] = await codesOf(ruleId);
  const codeId = first?.codeId;
  const userId = await newUser();
  await app.call('service', 'PUT', codes, { codeId, userId });
  expect((await step('clerk', 'void', { codeId, cancelReason: '退款' })).status).toBe(409);
  expect((await step('clerk', 'force', { codeId })).status).toBe(409);
  expect((await step('clerk', 'askForce', { codeId, cancelReason: '退款' })).status).toBe(200);
  expect((await step('clerk', 'force', { codeId })).status).toBe(409);
  expect((await step('service', 'force', { codeId })).status).toBe(403);
  expect((await step('second', 'force', { codeId })).status).toBe(200);
  expect(await rowsOf(sql`select status from t_user_card where user_id = ${userId}`)).toEqual([
    { status: 3 },
  ]);
});

test('a selection is told as a number before, and a range of two owners is confirmed or refused', async () => {
  const mine = await newRule(4, { partnersId: one, prefix: 'QJ' });
  const theirs = await newRule(6, { partnersId: two, prefix: 'QJ' });
  const all = [...(await codesOf(mine)), ...(await codesOf(theirs))];
  const range = { startSerialNo: all[0]?.serialNo, endSerialNo: all.at(-1)?.serialNo };
  const counted = (await post('clerk', `${codes}/batch/count`, range)).body.data;
  expect(counted).toMatchObject({ total: 10, unused: 10 });
  expect(counted.owners).toEqual([
    { partnersId: one, partnersName: '甲省合伙人', count: 4 },
    { partnersId: two, partnersName: '乙省合伙人', count: 6 },
  ]);
  const both = await post('clerk', `${codes}/cancel`, { ...range, reason: '作废' });
  expect(both.body.message).toContain('2 个归属');
  // A partner reaches no codes of another one by a range, and learns nothing of them.
  expect((await post('ofOne', `${codes}/batch/count`, range)).body.data).toMatchObject({ total: 4 });
  expect((await post('ofOne', `${codes}/batch/count`, { ruleId: theirs })).body.data.total).toBe(0);
  expect((await post('ofOne', `${codes}/cancel`, { ruleId: theirs, reason: '作废' })).status).toBe(404);
  expect((await post('ofOne', `${codes}/batch/update`, { ...range, issueFlag: 1 })).status).toBe(200);
  await app.runJobs();
  expect((await codesOf(mine)).map(({ codeStatus }) => codeStatus)).toEqual([2, 2, 2, 2]);
  expect((await codesOf(theirs)).every(({ codeStatus }) => codeStatus === 1)).toBe(true);
  const wrong = [
    { startSerialNo: 'QJ2600000009', endSerialNo: 'QJ2600000001' },
    { startSerialNo: 'QJ2600000001' },
    {},
  ];
  for (const selector of wrong)
    expect((await post('clerk', `${codes}/batch/count`, selector)).status).toBe(400);
});

test('many codes are issued, extended, moved and voided by jobs; a rule that is voided takes its codes along', async () => {
  const ruleId = await newRule(12);
  await post('clerk', `${codes}/batch/update`, { ruleId, partnersId: one, issueFlag: 1, remark: '五月' });
  await app.runJobs();
  const moved = await codesOf(ruleId);
  expect(moved.every(row => row.codeStatus === 2 && row.partnersId === one)).toBe(true);
  await post('clerk', `${codes}/batch/update/expire`, { ruleId, codeExpireTime: '2098-01-01 12:00:00' });
  await app.runJobs();
  expect(
    await rowsOf(
      sql`select distinct code_expire_time::date::text as d from t_card_code where rule_id = ${ruleId}`,
    ),
  ).toEqual([{ d: '2098-01-01' }]);
  const activated = moved[0]?.codeId;
  await app.call('service', 'PUT', codes, { codeId: activated, userId: await newUser() });
  const cancelled = await app.call('clerk', 'PUT', `${rules}/cancel`, { ruleId, reason: '活动取消' });
  expect(cancelled.status).toBe(200);
  const late = await app.call('service', 'PUT', codes, { codeId: moved[1]?.codeId, userId: await newUser() });
  expect(late.body.message).toBe('该批激活码已作废');
  await app.runJobs();
  const states = (await codesOf(ruleId)).map(({ codeStatus }) => codeStatus);
  expect([states[0], new Set(states.slice(1))]).toEqual([3, new Set([4])]);
});

test('codes of a disabled partner stay valid for those who have them, and are not handed out', async () => {
  const ruleId = await newRule(3, { partnersId: two });
  const [first, next] = await codesOf(ruleId);
  await step('clerk', 'issue', { codeId: first?.codeId });
  await sql`update t_partners set status = 0 where partners_id = ${two}`.execute(app.engine.db);
  try {
    const activated = await app.call('service', 'PUT', codes, {
      codeId: first?.codeId,
      userId: await newUser(),
    });
    expect(activated.status).toBe(200);
    expect((await step('clerk', 'issue', { codeId: next?.codeId })).body.message).toContain('合伙人已停用');
    expect((await step('clerk', 'assign', { codeId: next?.codeId, partnersId: one })).status).toBe(409);
    const rule = await post('clerk', rules, {
      ...{ ruleName: '停用', ruleType: 1, cardId, quantity: 5, codeExpireTime: ends, partnersId: two },
    });
    expect(rule.status).toBe(400);
  } finally {
    await sql`update t_partners set status = 1 where partners_id = ${two}`.execute(app.engine.db);
  }
});

test('after a change of the secret key codes are found and opened as before', async () => {
  const ruleId = await newRule(2);
  const [first] = await codesOf(ruleId);
  const code = await reveal(first?.codeId ?? 0);
  const { engine } = app;
  const other = createSecrets({
    secretKey: 'another key of this test',
    otherSecretKeys: [],
    dataDir: app.dataDir,
  });
  expect((await renewFields(engine.db, other, [registry.cardCode])).lost).toEqual([]);
  const renewed = {
    ...engine,
    secrets: createSecrets({
      secretKey: 'another key of this test',
      otherSecretKeys: [],
      dataDir: '/nowhere',
    }),
  };
  expect(await findBySecret(renewed, engine.db, registry.cardCode, 'code', code)).toBe(first?.codeId);
  expect(await openSecret(renewed, engine.db, registry.cardCode, 'code', first?.codeId ?? 0)).toBe(code);
  await renewFields(
    engine.db,
    createSecrets({
      secretKey: undefined,
      otherSecretKeys: ['another key of this test'],
      dataDir: app.dataDir,
    }),
    [registry.cardCode],
  );
});
