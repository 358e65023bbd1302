import { registry } from '@yikao/model/contexts/datasets.ts';
import { AppError } from '@yikao/model/errors.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { elevated } from '../../engine/scope/actor.ts';
import { createStepClock } from '../../engine/steps/clock.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { openTestApp, person, type TestApp } from '../../engine/testing/app.ts';
import { storeRows } from '../../engine/testing/store-rows.ts';
import { transact } from '../../engine/write/transaction.ts';
import { migrated } from '../../testing/database.ts';
import { type Use, useUp } from '../sales/usage.ts';

const dataYear = 2099;
const expireTime = '2099-08-31 23:59:59';
const path = registry.userPerm.path;

let app: TestApp;
let made = 0;

beforeAll(async () => {
  app = await openTestApp(migrated, {
    admin: person({ userId: 810_001 }),
    clerk: person({
      userId: 810_002,
      admin: false,
      permissions: new Set(['user:perm:list', 'user:perm:add', 'user:limit:list']),
    }),
    partner: person({
      userId: 810_003,
      admin: false,
      partnersIds: [810],
      permissions: new Set(['user:perm:list', 'user:perm:add']),
    }),
  });
  await sql`
    insert into t_partners (partners_id, partners_name, data_year, parent_id, channel_name, show_flag, mobile_auth,
      user_name, position, phone, address, guide_rate, prob_rate, list_rate, status)
    select id, '合伙人' || id, 2099, 0, '渠道', 1, 1, '联系人', '经理', '00000000', '地址', 0, 0, 0, 1
    from unnest(array[810, 811]::bigint[]) as id`.execute(app.engine.db);
});
afterAll(() => app.close());

/** A new candidate. */
async function candidate(partnersId: number | null = null): Promise<number> {
  made += 1;
  const mobile = `138${String(made).padStart(8, '0')}`;
  const row = { mobile, provinceId: 430_000, dataYear, partnersId };
  const [key = 0] = await storeRows(app.engine, registry.wishUser, [row], { by: elevated() });
  return key;
}

const entry = (userId: number, more: object = {}) => ({
  userId,
  permType: 1,
  dataYear,
  expireTime,
  status: 0,
  countLimit: 30,
  shareChannel: 1,
  ...more,
});
const save = (who: string, method: 'POST' | 'PUT', body: object) => app.call(who, method, path, body);

interface Card extends Columns<typeof registry.userCard, 'id' | 'status' | 'countLimit' | 'usedNum'> {
  readonly ends: string;
}

/** The entitlements that the white list has given a candidate. */
async function whiteCards(userId: number): Promise<Card[]> {
  const found = await sql<Card>`
    select id, status, count_limit, used_num,
      to_char(expire_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as ends
    from t_user_card where user_id = ${userId} and source_type = 3 and not deleted order by id`.execute(
    app.engine.db,
  );
  return found.rows;
}

/** Adds an entry and answers its key. */
async function add(userId: number, more: object = {}): Promise<number> {
  const { status, body } = await save('admin', 'POST', entry(userId, more));
  expect({ status, message: body.message }).toMatchObject({ status: 200 });
  return body.data.id;
}

/** Changes an entry in its current version. */
async function change(id: number, more: object) {
  const { version } = (await app.call('admin', 'GET', `${path}/info?id=${id}`)).body.data;
  const answer = await save('admin', 'PUT', { id, version, ...more });
  expect(answer.status, answer.body.message).toBe(200);
}

/** Uses a product; returns the reason if it is refused. */
async function use(userId: number, what: Use = 'probability'): Promise<string> {
  try {
    const ask = { userId, dataYear, provinceId: 430_000, use: what };
    await transact(app.engine.db, db => useUp(app.engine, db, ask));
    return 'used';
  } catch (error) {
    return error instanceof AppError ? error.text('zh') : String(error);
  }
}

const black = '该考生在黑名单中，不能使用产品';
const nothing = '该考生没有可用的权益，请先开卡、下单或加入白名单';
const usedUp = '权益的次数已用完';

describe('an entry of the lists', () => {
  test('one call adds it and changes it, by its id or by person, year and list; a second one never comes about', async () => {
    const userId = await candidate();
    const added = await save('admin', 'PUT', entry(userId));
    expect(added.body.message).toBe('新增成功');
    const again = await save('admin', 'POST', entry(userId, { countLimit: 50 }));
    expect(again.body).toMatchObject({
      success: true,
      message: '修改成功',
      data: { id: added.body.data.id },
    });
    await change(added.body.data.id, { countLimit: 60 });
    const list = await app.call('admin', 'GET', `${path}/list?userId=${userId}`);
    expect(list.body.data.records).toMatchObject([{ id: added.body.data.id, countLimit: 60 }]);
    const both = await Promise.all([1, 2].map(() => save('admin', 'POST', entry(userId, { permType: 2 }))));
    expect(both.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    const after = await app.call('admin', 'GET', `${path}?userId=${userId}&permType=2`);
    expect(after.body.data.total).toBe(1);
  });

  test('begins as the spec says, and names every field that is missing', async () => {
    const { defaultOf } = await import('@yikao/model/kernel/validate/validate.ts');
    const begun = (on: string) =>
      Object.fromEntries(
        (['permType', 'status', 'countLimit', 'shareChannel', 'dataYear', 'expireTime'] as const).map(
          name => [name, defaultOf(registry.userPerm.fields[name], new Date(`${on}T12:00:00+08:00`))],
        ),
      );
    const usual = { permType: 1, status: 0, countLimit: 30, shareChannel: 1 };
    expect(begun('2025-03-10')).toEqual({ ...usual, dataYear: 2025, expireTime: '2025-08-31 23:59:59' });
    expect(begun('2025-08-31')).toEqual({ ...usual, dataYear: 2025, expireTime: '2025-08-31 23:59:59' });
    expect(begun('2025-09-01')).toEqual({ ...usual, dataYear: 2026, expireTime: '2026-08-31 23:59:59' });
    const { status, body } = await save('admin', 'POST', { remark: '无' });
    expect(status).toBe(400);
    expect(body.data.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      'dataYear',
      'expireTime',
      'permType',
      'shareChannel',
      'status',
      'userId',
    ]);
  });

  test('is added by those who may, changed by those who may change, and only for candidates of theirs', async () => {
    const mine = await candidate(810);
    const foreign = await candidate(811);
    const added = await save('partner', 'POST', entry(mine));
    expect(added.status).toBe(200);
    const row = await app.call('partner', 'GET', `${path}/info?id=${added.body.data.id}`);
    expect(row.body.data.partnersId).toBe(810);
    expect((await save('partner', 'POST', entry(foreign))).status).toBe(400);
    expect(await whiteCards(foreign)).toEqual([]);
    expect((await save('clerk', 'POST', entry(mine, { countLimit: 999 }))).status).toBe(403);
    expect((await save('clerk', 'PUT', { id: added.body.data.id, version: 1, status: 1 })).status).toBe(403);
    expect(await whiteCards(mine)).toMatchObject([{ status: 1, countLimit: 30 }]);
    expect(await use(mine)).toBe('used');
    await change(added.body.data.id, { userId: foreign });
    expect(await whiteCards(mine)).toEqual([]);
    expect(await whiteCards(foreign)).toMatchObject([{ status: 1, usedNum: 0 }]);
  });
});

describe('what a white entry gives', () => {
  test('follows it through disabling, enabling, new terms, the black list, deletion and the trash', async () => {
    const userId = await candidate();
    expect(await use(userId)).toBe(nothing);
    const id = await add(userId);
    expect(await whiteCards(userId)).toMatchObject([{ status: 1, countLimit: 30, ends: expireTime }]);
    expect(await use(userId)).toBe('used');

    const step = (name: string) => app.call('admin', 'PUT', `${path}/${name}`, { id });
    expect((await step('disable')).status).toBe(200);
    expect(await whiteCards(userId)).toMatchObject([{ status: 3 }]);
    expect(await use(userId)).toBe(nothing);
    expect((await step('enable')).status).toBe(200);
    expect(await whiteCards(userId)).toMatchObject([{ status: 1, usedNum: 1 }]);

    await change(id, { countLimit: 2, expireTime: '2099-07-01 00:00:00' });
    expect(await whiteCards(userId)).toMatchObject([
      { status: 1, countLimit: 2, usedNum: 1, ends: '2099-07-01 00:00:00' },
    ]);
    expect(await use(userId)).toBe('used');
    expect(await use(userId)).toBe(usedUp);
    await change(id, { countLimit: 3 });

    await change(id, { status: 1 });
    expect(await use(userId)).toBe(nothing);
    await change(id, { status: 0 });

    // As a black entry it grants nothing and refuses.
    await change(id, { permType: 2 });
    expect(await whiteCards(userId)).toMatchObject([{ status: 3 }]);
    expect(await use(userId)).toBe(black);
    await change(id, { permType: 1 });

    const { body } = await app.call('admin', 'DELETE', `${path}?ids=${id}`);
    expect(body.success).toBe(true);
    expect(await whiteCards(userId)).toMatchObject([{ status: 3 }]);
    expect(await use(userId)).toBe(nothing);
    const back = await app.call('admin', 'POST', `${path}/restore`, { ids: [id] });
    expect(back.status, JSON.stringify(back.body)).toBe(200);
    const cards = await whiteCards(userId);
    expect(cards).toMatchObject([{ status: 1, usedNum: 2, countLimit: 3 }]);
    expect(await use(userId)).toBe('used');
  });

  test('ends with the time of the entry, by the clock, and comes back with a later one', async () => {
    const userId = await candidate();
    const id = await add(userId);
    await sql`update t_user_perm set expire_time = now() - interval '1 minute' where id = ${id}`.execute(
      app.engine.db,
    );
    const clock = createStepClock({ engine: app.engine, onFailure: () => undefined });
    await clock.takeDue();
    const entries = await app.call('admin', 'GET', `${path}/info?id=${id}`);
    expect(entries.body.data.status).toBe(1);
    expect(await whiteCards(userId)).toMatchObject([{ status: 2 }]);
    expect(await use(userId)).toBe(nothing);
    await change(id, { status: 0, expireTime });
    expect(await whiteCards(userId)).toMatchObject([{ status: 1, ends: expireTime }]);
    // An entry that has expired when it is created grants nothing.
    const late = await candidate();
    await add(late, { expireTime: '2020-08-31 23:59:59' });
    expect(await whiteCards(late)).toEqual([]);
  });

  test('cannot be taken back behind its entry, and the black list wins over all that was given', async () => {
    const userId = await candidate();
    await add(userId);
    const [card] = await whiteCards(userId);
    const revoked = await app.call('admin', 'PUT', `${registry.userCard.path}/revoke`, { id: card?.id });
    expect(revoked.status).toBe(409);
    expect(revoked.body.message).toContain('黑白名单');
    expect(await use(userId)).toBe('used');
    const blackId = await add(userId, { permType: 2 });
    expect(await use(userId)).toBe(black);
    expect(await use(userId, 'list')).toBe(black);
    // In another year it has no effect.
    await change(blackId, { dataYear: dataYear - 1 });
    expect(await use(userId)).toBe('used');
    await change(blackId, { dataYear });
    await app.call('admin', 'PUT', `${path}/disable`, { id: blackId });
    expect(await use(userId)).toBe('used');
  });
});

describe('uses', () => {
  test('ten at once of an entitlement with three left count three', async () => {
    const userId = await candidate();
    await add(userId, { countLimit: 3 });
    const done = await Promise.all(Array.from({ length: 10 }, () => use(userId)));
    expect(done.filter(one => one === 'used')).toHaveLength(3);
    expect(done.filter(one => one === usedUp)).toHaveLength(7);
    expect(await whiteCards(userId)).toMatchObject([{ usedNum: 3 }]);
    const left = await app.call('clerk', 'GET', `${registry.userLimit.path}/left?userId=${userId}`);
    expect(left.body.data.limits[5]).toMatchObject({ limitType: 6, totalNum: 30, usedNum: 3, leftNum: 27 });
  });

  test('stop at the limit of the year, which is the usual one unless another was set', async () => {
    const userId = await candidate();
    await add(userId, { countLimit: 0 });
    const lists = [await use(userId, 'list'), await use(userId, 'list'), await use(userId, 'list')];
    expect(lists).toEqual(['used', 'used', 'used']);
    expect(await use(userId, 'list')).toContain('志愿表生成');
    expect(await use(userId, 'province')).toBe('used');
    expect(await use(userId, 'province')).toContain('修改省份');
    const limit = { userId, dataYear, limitType: 7, totalNum: 4 };
    const set = await app.call('admin', 'POST', registry.userLimit.path, limit);
    expect(set.status, JSON.stringify(set.body)).toBe(200);
    expect(await use(userId, 'list')).toBe('used');
    expect(await use(userId, 'list')).toContain('次数已用完');
    const rows = await app.call('admin', 'GET', `${registry.userLimit.path}?userId=${userId}`);
    expect(rows.body.data.records).toMatchObject([{ limitType: 7, totalNum: 4, usedNum: 4, leftNum: 0 }]);
    // Without a limit, the parameter gives the number of queries per year, including that of a new entry.
    const other = await candidate();
    const setUsual = (value: string) =>
      sql`insert into t_config (config_key, config_value, version, update_time)
        values ('default.countLimit', ${value}, 1, now())
        on conflict (config_key) do update set config_value = ${value}`.execute(app.engine.db);
    await setUsual('2');
    await add(other, { countLimit: 0 });
    const news = await app.call('clerk', 'GET', `${path}/new`);
    expect(news.body.data).toEqual({ countLimit: 2 });
    expect([await use(other), await use(other)]).toEqual(['used', 'used']);
    expect(await use(other)).toContain('概率查询');
    const { countLimit: _, ...unsaid } = entry(await candidate());
    expect((await save('admin', 'POST', unsaid)).body.success).toBe(true);
    expect(await whiteCards(unsaid.userId)).toMatchObject([{ countLimit: 2 }]);
    await setUsual('30');
    // People with more queries than the default limit may use them.
    await save('admin', 'POST', entry(userId, { countLimit: 100 }));
    const left = await app.call('admin', 'GET', `${registry.userLimit.path}/left?userId=${userId}`);
    expect(left.body.data.limits[5]).toMatchObject({ totalNum: 100 });
    expect(left.body.data.limits[6]).toMatchObject({ totalNum: 4, usedNum: 4, limitId: set.body.data.id });
  });
});
