import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, openSeededApp, type SeededApp } from '../testing/seeded-app.ts';

const { carousel, appMenu } = registry;
const image = '/demo/banner-guide.png';

let it: SeededApp;
let ops: string;
beforeAll(async () => {
  it = await openSeededApp();
  ops = (await it.login('ops')).token;
});
afterAll(() => it.close());
beforeEach(async () => {
  await sql`delete from t_carousel`.execute(it.engine.db);
  await sql`delete from t_app_menu`.execute(it.engine.db);
});

let next = 0;
const add = (values: object = {}, token = ops): Promise<Answer> => {
  next += 1;
  const body = { title: `图${next}`, position: 1, image, linkType: 0, ...values };
  return it.call('POST', carousel.path, { token, body });
};
const addEntry = (values: object = {}, token = ops): Promise<Answer> => {
  next += 1;
  const usual = {
    menuName: `入口${next}`,
    platform: 3,
    icon: image,
    linkType: 1,
    linkValue: '/pages/a/index',
  };
  return it.call('POST', appMenu.path, { token, body: { ...usual, ...values } });
};
const told = ({ data }: Answer) =>
  ((data.errors ?? []) as { message: string }[]).map(({ message }) => message).join(' ');

/** The titles that an app is given, as a stranger. */
async function shown(query = 'position=1', host = 'ykzyb.local'): Promise<string[]> {
  const { status, data } = await it.call('GET', `${carousel.path}/app?${query}`, { headers: { host } });
  expect(status).toBe(200);
  return (data as { title: string }[]).map(({ title }) => title);
}

/** The number of goods that are on the shelf. */
async function someGoods(): Promise<number> {
  const found = await sql<{ id: number }>`
    select goods_id as id from t_goods where up_status = 1 and partners_id is null
      and coalesce(cardinality(channel_ids), 0) = 0 and start_time is null and end_time is null and not deleted
    order by data_year desc, goods_id limit 1`.execute(it.engine.db);
  return Number(found.rows[0]?.id);
}

describe('the carousel of an app', () => {
  test('has the enabled pictures of its position in their order, and nothing else of a row', async () => {
    await add({ title: '二', orderNum: 2 });
    await add({ title: '一', orderNum: 1 });
    await add({ title: '停', status: 0 });
    await add({ title: '课', position: 4 });
    expect(await shown()).toEqual(['一', '二']);
    const { data } = await it.call('GET', `${carousel.path}/app?position=1`);
    expect(Object.keys(data[0]).sort()).toEqual(['carouselId', 'image', 'linkType', 'linkValue', 'title']);
  });

  test('keeps to the times of a picture, to the second', async () => {
    // It is 2026-03-02 09:00:00.
    await add({ title: '在展', startTime: '2026-03-02 09:00:00', endTime: '2026-03-02 09:00:00' });
    await add({ title: '未到', startTime: '2026-03-02 09:00:01' });
    await add({ title: '已过', endTime: '2026-03-02 08:59:59' });
    expect(await shown()).toEqual(['在展']);
  });

  test('keeps to the sites by host', async () => {
    await add({ title: '志愿宝', siteKeys: 'ykzyb' });
    await add({ title: '美术', siteKeys: 'mszytb,ykzyzn' });
    expect(await shown()).toEqual(['志愿宝']);
    expect(await shown('position=1', 'mszytb.local')).toEqual(['美术']);
    // A host that is no site of ours is the default one.
    expect(await shown('position=1', 'nowhere.example')).toEqual(['志愿宝']);
  });

  test('keeps to the province, and has what is for all without one', async () => {
    await add({ title: '湖南', provinceIds: '430000' });
    await add({ title: '全国' });
    expect((await shown('position=1&provinceId=430000')).sort()).toEqual(['全国', '湖南'].sort());
    expect(await shown('position=1&provinceId=440000')).toEqual(['全国']);
    expect(await shown()).toEqual(['全国']);
  });

  test.each(['position=9', 'position=abc', 'position=', '', 'position=1&provinceId=-1'])(
    'refuses %s',
    async query => {
      expect((await it.call('GET', `${carousel.path}/app?${query}`)).status).toBe(400);
    },
  );

  test('leaves out a picture whose goods were taken off the shelf or deleted, and the list marks it', async () => {
    const goodsId = await someGoods();
    await add({ title: '商品', linkType: 2, linkValue: String(goodsId) });
    const state = async () =>
      (await it.call('GET', `${carousel.path}?title=${encodeURIComponent('商品')}`, { token: ops })).data
        .records[0]?.linkState;
    expect([await shown(), await state()]).toEqual([['商品'], 1]);
    await sql`update t_goods set up_status = 0 where goods_id = ${goodsId}`.execute(it.engine.db);
    expect([await shown(), await state()]).toEqual([[], 2]);
    await sql`update t_goods set up_status = 1, deleted = true where goods_id = ${goodsId}`.execute(
      it.engine.db,
    );
    expect([await shown(), await state()]).toEqual([[], 3]);
    await sql`update t_goods set deleted = false where goods_id = ${goodsId}`.execute(it.engine.db);
    expect([await shown(), await state()]).toEqual([['商品'], 1]);
  });
});

describe('what leads to an article or goods', () => {
  const day = 86_400_000;
  const later = new Date('2026-03-02T09:00:00+08:00').getTime() + day;

  /** Adds an article that everybody may read, but for `values`. */
  async function addArticle(
    values: { time?: Date; sites?: string[]; column?: number } = {},
  ): Promise<number> {
    next += 1;
    const added = await sql<{ id: number }>`
      insert into t_article (title, column_id, content, publish_time, site_keys, audit_status, up_status, top_flag,
        view_num, order_num)
      values (${`链接的目标 ${next}`}, coalesce(${values.column ?? null}::bigint, (select min(column_id) from t_column
        where status = 1 and not deleted)), '<p>正文</p>', ${values.time ?? null}::timestamptz,
        ${values.sites ?? null}::varchar[], 2, 1, 0, 0, 0)
      returning article_id as id`.execute(it.engine.db);
    return Number(added.rows[0]?.id);
  }

  /** Reports whether the page of an article is there for a visitor. */
  const hasPage = async (id: number, host = 'ykzyb.local') =>
    (await it.app.inject({ url: `/article/${id}`, headers: { host, accept: 'text/html' } })).statusCode ===
    200;

  test('is shown exactly where its page is there: published, of the site, in a column of the site', async () => {
    const column = await sql<{ id: number }>`
      insert into t_column (column_name, parent_id, column_type, order_num, status)
      values ('停用的栏目', 0, 1, 0, 0) returning column_id as id`.execute(it.engine.db);
    const articles = {
      public: await addArticle(),
      scheduled: await addArticle({ time: new Date(later) }),
      elsewhere: await addArticle({ sites: ['mszytb'] }),
      ofNoColumn: await addArticle({ column: Number(column.rows[0]?.id) }),
    };
    for (const [title, id] of Object.entries(articles)) {
      await add({ title, linkType: 1, linkValue: String(id) });
      await add({
        title: `${title} by address`,
        linkType: 4,
        linkValue: `https://www.example.com/article/${id}`,
      });
      await addEntry({
        menuName: title.slice(0, 16),
        linkType: 2,
        linkValue: `https://www.example.com/article/${id}`,
      });
    }
    for (const host of ['ykzyb.local', 'mszytb.local']) {
      const there = [];
      for (const [title, id] of Object.entries(articles)) if (await hasPage(id, host)) there.push(title);
      const wanted = there.flatMap(title => [title, `${title} by address`]);
      expect((await shown('position=1', host)).toSorted(), host).toEqual(wanted.toSorted());
      const menu = await it.call('GET', `${appMenu.path}/app?platform=3`, { headers: { host } });
      expect(menu.data.map(({ menuName }: { menuName: string }) => menuName).toSorted(), host).toEqual(
        there.toSorted(),
      );
    }
    expect(await hasPage(articles.public)).toBe(true);
    expect(await hasPage(articles.scheduled)).toBe(false);
  });

  test('is shown while goods are on sale', async () => {
    const goodsId = await someGoods();
    await add({ title: '商品', linkType: 2, linkValue: String(goodsId) });
    const times = (from: Date | null, to: Date | null) =>
      sql`update t_goods set start_time = ${from}, end_time = ${to} where goods_id = ${goodsId}`.execute(
        it.engine.db,
      );
    await times(new Date(later), null);
    expect(await shown()).toEqual([]);
    await times(null, new Date(later - 2 * day));
    expect(await shown()).toEqual([]);
    await times(null, null);
    expect(await shown()).toEqual(['商品']);
  });
});

describe('the target of a picture', () => {
  test('that was gone when it was set is refused; one that goes later may stay', async () => {
    expect(told(await add({ linkType: 2, linkValue: '987654321' }))).toContain('找不到这个 ID');
    const goodsId = await someGoods();
    const { data } = await add({ linkType: 2, linkValue: String(goodsId) });
    await sql`update t_goods set deleted = true where goods_id = ${goodsId}`.execute(it.engine.db);
    const body = { carouselId: data.carouselId, version: 1, title: '改名' };
    expect((await it.call('PUT', carousel.path, { token: ops, body })).status).toBe(200);
    await sql`update t_goods set deleted = false where goods_id = ${goodsId}`.execute(it.engine.db);
  });

  test.each([
    [2, 'abc'],
    [2, '1 or 1=1'],
    [2, '-1'],
    [2, '99999999999999999999'],
    [3, '99999999'],
    [4, 'http://example.com'],
    [4, 'javascript:alert(1)'],
    [4, 'JAVASCRIPT:alert(1)//https://a.b'],
    [4, 'data:text/html,x'],
    [4, '//example.com'],
    [4, 'https://user:secret@example.com/'],
    [4, 'https://127.0.0.1/x'],
    [4, 'https://localhost/x'],
    [4, 'https://exa mple.com'],
    [5, 'https://example.com'],
    [5, '../../secret'],
    [5, 'pages//index'],
    [5, 'javascript:alert(1)'],
    [1, ''],
  ])('of kind %s is not %s', async (linkType, linkValue) => {
    expect((await add({ linkType, linkValue })).status).toBe(400);
  });

  test.each([
    [4, 'https://www.example.com/a?b=1#c'],
    [4, 'HTTPS://例子.example.com'.replace('例子', 'xn--fsqu00a')],
    [5, 'pages/home/index?from=banner'],
    [5, 'wx0123456789abcdef:pages/home/index'],
  ])('of kind %s may be %s', async (linkType, linkValue) => {
    expect((await add({ linkType, linkValue })).status).toBe(200);
  });

  test('is taken away with its kind', async () => {
    const { data } = await add({ linkType: 4, linkValue: 'https://www.example.com' });
    const body = { carouselId: data.carouselId, version: 1, linkType: 0 };
    await it.call('PUT', carousel.path, { token: ops, body });
    const { data: row } = await it.call('GET', `${carousel.path}/info?carouselId=${data.carouselId}`, {
      token: ops,
    });
    expect(row.linkValue).toBeNull();
  });
});

test('a picture does not end before it begins', async () => {
  const answer = await add({ startTime: '2026-03-02 10:00:00', endTime: '2026-03-02 09:59:59' });
  expect(told(answer)).toContain('结束时间不能早于开始时间');
});

test('staff look at any site, province and time; strangers and other roles do not', async () => {
  await add({ title: '明天', startTime: '2026-03-03 00:00:00', siteKeys: 'mszytb', provinceIds: '430000' });
  const look = (query: string, token?: string) =>
    it.call('GET', `${carousel.path}/preview?position=1&${query}`, token === undefined ? {} : { token });
  const at = encodeURIComponent('2026-03-03 08:00:00');
  expect((await look(`siteKey=mszytb&provinceId=430000&at=${at}`, ops)).data).toHaveLength(1);
  expect((await look('siteKey=mszytb&provinceId=430000', ops)).data).toHaveLength(0);
  expect((await look(`siteKey=ykzyb&provinceId=430000&at=${at}`, ops)).data).toHaveLength(0);
  expect((await look('siteKey=mszytb&at=yesterday', ops)).status).toBe(400);
  expect((await look('siteKey=mszytb')).status).toBe(401);
  expect((await look('siteKey=mszytb', (await it.login('finance01')).token)).status).toBe(403);
});

describe('an order', () => {
  const versions = async () => {
    const { data } = await it.call('GET', `${carousel.path}?position=1&size=200`, { token: ops });
    return (data.records as { carouselId: number; version: number; title: string }[]).map(
      ({ carouselId, version }) => ({ id: carouselId, version }),
    );
  };
  const put = (rows: object[], token = ops) =>
    it.call('PUT', `${carousel.path}/order`, { token, body: { position: 1, rows } });

  test('is kept as it was put', async () => {
    for (const title of ['甲', '乙', '丙']) await add({ title });
    expect(await shown()).toEqual(['丙', '乙', '甲']);
    expect((await put((await versions()).toReversed())).status).toBe(200);
    expect(await shown()).toEqual(['甲', '乙', '丙']);
  });

  test('of two people at once is taken from one, and the other is told', async () => {
    for (const title of ['甲', '乙', '丙']) await add({ title });
    const rows = await versions();
    const answers = await Promise.all([put(rows.toReversed()), put([...rows.slice(1), ...rows.slice(0, 1)])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.reason).toBe('staleVersion');
    const order = await sql<{ n: number }>`
      select order_num as n from t_carousel where position = 1 order by 1`.execute(it.engine.db);
    expect(order.rows.map(({ n }) => n)).toEqual([1, 2, 3]);
  });

  test('that misses a row, names one twice, one elsewhere or one that is gone changes nothing', async () => {
    for (const title of ['甲', '乙']) await add({ title });
    const [one, two] = await versions();
    const { data: elsewhere } = await add({ position: 2 });
    const foreign = { id: elsewhere.carouselId, version: 1 };
    if (!one || !two) throw new Error('Two rows were added');
    expect((await put([two])).status).toBe(409);
    expect((await put([two, two])).status).toBe(400);
    expect((await put([two, one, foreign])).status).toBe(409);
    await it.call('DELETE', `${carousel.path}?ids=${one.id}`, { token: ops });
    expect((await put([two, one])).status).toBe(409);
    expect((await put([])).status).toBe(400);
  });

  test('stands in the history, and is put by those alone who may change rows', async () => {
    for (const title of ['甲', '乙']) await add({ title });
    const rows = (await versions()).toReversed();
    expect((await put(rows, (await it.login('finance01')).token)).status).toBe(403);
    expect((await put(rows, (await it.login('partner01')).token)).status).toBe(403);
    expect((await put(rows)).status).toBe(200);
    const history = await it.call('GET', `${carousel.path}/history?carouselId=${rows[0]?.id}`, {
      token: ops,
    });
    expect(history.status).toBe(200);
    expect(JSON.stringify(history.data)).toContain('orderNum');
  });
});

describe('the menu of an app', () => {
  const menu = async (query = 'platform=3') => (await it.call('GET', `${appMenu.path}/app?${query}`)).data;
  const names = (entries: { menuName: string }[]) => entries.map(({ menuName }) => menuName);

  test('is a tree of what is enabled, for its platform and province', async () => {
    const { data: top } = await addEntry({ menuName: '更多', orderNum: 2 });
    await addEntry({ menuName: '查院校', orderNum: 1 });
    await addEntry({ menuName: '分数线', parentId: top.menuId });
    await addEntry({ menuName: '只在湖南', provinceIds: '430000', orderNum: 3 });
    await addEntry({ menuName: '安卓', platform: 1 });
    await addEntry({ menuName: '停用', status: 0 });
    const shownNow = await menu();
    expect(names(shownNow)).toEqual(['查院校', '更多']);
    expect(names(shownNow[1].children)).toEqual(['分数线']);
    expect(Object.keys(shownNow[0]).sort()).toEqual(
      ['children', 'icon', 'linkType', 'linkValue', 'loginFlag', 'menuId', 'menuName'].sort(),
    );
    expect(names(await menu('platform=3&provinceId=430000'))).toEqual(['查院校', '更多', '只在湖南']);
    expect(names(await menu('platform=1'))).toEqual(['安卓']);
    await sql`update t_app_menu set status = 0 where menu_id = ${top.menuId}`.execute(it.engine.db);
    expect(JSON.stringify(await menu())).not.toContain('分数线');
    expect((await it.call('GET', `${appMenu.path}/app?platform=9`)).status).toBe(400);
  });

  test('has no entry above itself, none of another platform, and no third level', async () => {
    const { data: top } = await addEntry();
    const { data: below } = await addEntry({ parentId: top.menuId });
    expect((await addEntry({ parentId: below.menuId })).status).toBe(400);
    expect((await addEntry({ parentId: top.menuId, platform: 1 })).status).toBe(400);
    const move = (row: { menuId: number }, parentId: number) =>
      it.call('PUT', appMenu.path, {
        token: ops,
        body: { menuId: row.menuId, version: 1, parentId },
      });
    expect((await move(top, top.menuId)).status).toBe(400);
    expect((await move(top, below.menuId)).status).toBe(400);
  });

  test.each([
    [1, 'https://example.com'],
    [1, 'javascript:alert(1)'],
    [1, '/pages/../x'],
    [2, 'http://example.com'],
    [2, 'javascript:alert(1)'],
    [3, 'weixin://dl'],
  ])('refuses the link %s %s', async (linkType, linkValue) => {
    expect((await addEntry({ linkType, linkValue })).status).toBe(400);
  });

  test('is put in order level by level, and told to the second of two people', async () => {
    const { data: top } = await addEntry({ menuName: '甲' });
    await addEntry({ menuName: '乙' });
    await addEntry({ menuName: '丙', parentId: top.menuId });
    const list = await it.call('GET', `${appMenu.path}?platform=3&parentId=0&size=200`, { token: ops });
    const rows = (list.data.records as { menuId: number; version: number }[])
      .map(({ menuId: id, version }) => ({ id, version }))
      .toReversed();
    expect(rows).toHaveLength(2);
    const put = () =>
      it.call('PUT', `${appMenu.path}/order`, { token: ops, body: { platform: 3, parentId: 0, rows } });
    expect((await put()).status).toBe(200);
    expect(names(await menu())).toEqual(['甲', '乙']);
    expect((await put()).reason).toBe('staleVersion');
  });
});
