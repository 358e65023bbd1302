import { publicPageNames } from '@yikao/model/contexts/portal/public-pages.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSeededApp, type SeededApp } from '../testing/seeded-app.ts';

let it: SeededApp;
beforeAll(async () => {
  it = await openSeededApp();
  // The sites of the seeds have hosts that only this machine knows.
  await sql`update t_website set icp_no = '湘ICP备 1 号' where site_key = 'mszytb'`.execute(it.engine.db);
});
afterAll(() => it.close());

const run = (query: ReturnType<typeof sql>) => query.execute(it.engine.db);

interface Opened {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Opens an address as a browser does, a second after the last one, so that what has changed meanwhile is seen. */
async function open(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  host = 'ykzyb.local',
): Promise<Opened> {
  it.pass({ seconds: 1 });
  const answer = await it.app.inject({ url, headers: { accept: 'text/html', host, ...headers } });
  return { status: answer.statusCode, body: answer.body, headers: answer.headers };
}

const text = async (url: string, host?: string) => (await open(url, {}, host)).body;

/** The data for search engines of a page, by their type. */
function dataOf(body: string): Map<string, Record<string, unknown>[]> {
  const all = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
  );
  return Map.groupBy(all, one => String(one['@type']));
}

/** Adds a published article to the first column, and returns its number. */
async function publish(values: {
  readonly title: string;
  readonly content?: string;
  readonly publishTime?: Date;
  readonly siteKeys?: readonly string[];
  readonly columnId?: number;
  readonly auditStatus?: number;
  readonly upStatus?: number;
}): Promise<number> {
  const added = await sql<{ id: number }>`
    insert into t_article (title, column_id, content, publish_time, site_keys, audit_status, up_status, top_flag,
      view_num, order_num)
    values (${values.title}, coalesce(${values.columnId ?? null}::bigint, (select min(column_id) from t_column)),
      ${values.content ?? '<p>正文</p>'}, ${values.publishTime ?? it.engine.clock.now()},
      ${values.siteKeys ? [...values.siteKeys] : null}::varchar[], ${values.auditStatus ?? 2}, ${values.upStatus ?? 1},
      0, 0, 0)
    returning article_id as id`.execute(it.engine.db);
  return added.rows[0]?.id ?? 0;
}

/** Changes an article as the product does: with another version. */
const revise = (id: number, set: ReturnType<typeof sql>) =>
  run(sql`update t_article set ${set}, version = version + 1 where article_id = ${id}`);

test.each(publicPageNames)(
  '/%s is a whole page without a script: title, sentence, address, way, brand',
  async name => {
    const { status, body, headers } = await open(`/${name}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toMatch(/<h1>[^<]+<\/h1>/);
    expect(body).toContain(`<link rel="canonical" href="https://ykzyb.local/${name}">`);
    expect(body).toMatch(/<meta name="description" content="[^"]{10,}">/);
    expect(body).toContain(`<meta property="og:image" content="https://ykzyb.local/share/${name}.png">`);
    expect(body).toContain('艺考志愿宝');
    expect(body.replace(/<script type="application\/ld\+json">.*?<\/script>/g, '')).not.toMatch(
      /<script|\son\w+=/i,
    );
    expect(String(headers['content-security-policy'])).toContain("default-src 'none'");
    expect(String(headers['content-security-policy'])).not.toContain('script-src');
    // A picture without a size would move the page when it comes.
    expect(body.match(/<img(?![^>]* width="\d+" height="\d+")/g)).toBeNull();
  },
);

test('each host has its own brand, an unknown one the default, and none learns of another', async () => {
  const fine = await text('/website', 'MSZYTB.local:8443');
  expect(fine).toContain('美术志愿填报');
  expect(fine).toContain('湘ICP备 1 号');
  expect(fine).not.toContain('ykzyb.local');
  expect(fine).not.toContain('艺考志愿指南');
  const unknown = await text('/website', '"><script>.evil.example');
  expect(unknown).toContain('https://ykzyb.local/website');
  expect(unknown).not.toContain('evil');
  expect(unknown).not.toContain('mszytb');
  await run(sql`update t_website set status = 0 where site_key = 'mszytb'`);
  expect(await text('/website', 'mszytb.local')).not.toContain('湘ICP备 1 号');
  await run(sql`update t_website set status = 1 where site_key = 'mszytb'`);
});

test('goods of the house on sale now are shown with their price; no other goods ever are', async () => {
  const { rows } = await sql<{ goodsId: number; goodsName: string; price: string }>`
    select goods_id, goods_name, price from t_goods
    where up_status = 1 and partners_id is null and goods_type = 2 and coalesce(cardinality(channel_ids), 0) = 0
      and not deleted and coalesce(end_time, 'infinity') > ${it.engine.clock.now()} limit 1`.execute(
    it.engine.db,
  );
  const [one] = rows;
  expect(one).toBeDefined();
  const name = one?.goodsName ?? '';
  const change = (set: ReturnType<typeof sql>) =>
    run(sql`update t_goods set ${set}, version = version + 1 where goods_id = ${one?.goodsId ?? 0}`);
  expect(await text('/ykzyb')).toContain(`<h3>${name}</h3>`);
  const products = dataOf(await text('/ykzyb')).get('Product') ?? [];
  expect(products.find(product => product.name === name)).toMatchObject({
    offers: { '@type': 'Offer', price: one?.price, priceCurrency: 'CNY' },
  });
  for (const [set, back] of [
    [sql`up_status = 0`, sql`up_status = 1`],
    [sql`partners_id = 1`, sql`partners_id = null`],
    [sql`channel_ids = '{1}'`, sql`channel_ids = null`],
    [sql`data_year = 2020`, sql`data_year = 2026`],
    [sql`deleted = true`, sql`deleted = false`],
    [sql`end_time = ${it.engine.clock.now()}`, sql`end_time = null`],
  ] as const) {
    await change(set);
    for (const page of ['/ykzyb', '/website', '/mszytb'])
      expect(await text(page)).not.toContain(`<h3>${name}</h3>`);
    await change(back);
    expect(await text('/ykzyb')).toContain(`<h3>${name}</h3>`);
  }
  // A sale counts in the row and changes no page, until the last piece is sold.
  await change(sql`stock = 2`);
  await text('/ykzyb');
  const changes = async () =>
    (await sql<{ n: number }>`select count(*)::integer as n from yikao_public_change`.execute(it.engine.db))
      .rows[0]?.n;
  const before = await changes();
  await run(sql`update t_goods set stock = 1, sale_num = sale_num + 1 where goods_id = ${one?.goodsId ?? 0}`);
  expect(await changes()).toBe(before);
  await run(sql`update t_goods set stock = 0 where goods_id = ${one?.goodsId ?? 0}`);
  expect(await text('/ykzyb')).toContain('已售罄');
  await change(sql`stock = -1`);
});

test('goods that go on sale later appear at that moment', async () => {
  const at = new Date(it.engine.clock.now().getTime() + 30_000);
  await run(sql`
    update t_goods set start_time = ${at}, version = version + 1
    where goods_id = (select min(goods_id) from t_goods where up_status = 1 and partners_id is null and goods_type = 2)`);
  const [one] = (
    await sql<{ goodsName: string }>`select goods_name from t_goods where start_time = ${at}`.execute(
      it.engine.db,
    )
  ).rows;
  expect(await text('/ykzyb')).not.toContain(`<h3>${one?.goodsName}</h3>`);
  it.pass({ seconds: 30 });
  expect(await text('/ykzyb')).toContain(`<h3>${one?.goodsName}</h3>`);
});

test('an article is read on its page, in its column, in the feed and the map, and nowhere before it is public', async () => {
  const title = '湖南统考 2026 大纲解读';
  const id = await publish({ title, auditStatus: 1 });
  const everywhere = async (host = 'ykzyb.local') => {
    const [{ columnId } = { columnId: 0 }] = (
      await sql<{ columnId: number }>`select column_id from t_article where article_id = ${id}`.execute(
        it.engine.db,
      )
    ).rows;
    const pages = [`/article/${id}`, '/website', '/news', `/news/${columnId}`, `/news/${columnId}/rss.xml`];
    const shown = await Promise.all(pages.map(async page => (await text(page, host)).includes(title)));
    const mapped = (await text('/sitemap.xml', host)).includes(`https://${host}/article/${id}<`);
    return [...shown, mapped, (await open(`/article/${id}`, {}, host)).status === 200];
  };
  const nowhere = Array.from({ length: 7 }, () => false);
  const anywhere = nowhere.map(() => true);
  expect(await everywhere()).toEqual(nowhere);
  await revise(id, sql`audit_status = 2`);
  expect(await everywhere()).toEqual(anywhere);
  for (const [set, back] of [
    [sql`up_status = 0`, sql`up_status = 1`],
    [sql`audit_status = 3`, sql`audit_status = 2`],
    [sql`deleted = true`, sql`deleted = false`],
    [sql`site_keys = '{mszytb}'`, sql`site_keys = null`],
  ] as const) {
    await revise(id, set);
    expect(await everywhere()).toEqual(nowhere);
    await revise(id, back);
    expect(await everywhere()).toEqual(anywhere);
  }
  await revise(id, sql`site_keys = '{mszytb}'`);
  expect(await everywhere('mszytb.local')).toEqual(anywhere);
  await revise(id, sql`site_keys = null`);
  // A column that is switched off takes its articles along.
  const column = (set: ReturnType<typeof sql>) =>
    run(
      sql`update t_column set ${set} where column_id = (select column_id from t_article where article_id = ${id})`,
    );
  await column(sql`status = 0`);
  expect(await everywhere()).toEqual(nowhere);
  await column(sql`status = 1, site_keys = '{ykzyzn}'`);
  expect(await everywhere()).toEqual(nowhere);
  await column(sql`site_keys = null`);
  expect(await everywhere()).toEqual(anywhere);
});

test('an article with a publishing time appears at that second, without any change of a row', async () => {
  const title = '定时发布的文章';
  const id = await publish({ title, publishTime: new Date(it.engine.clock.now().getTime() + 20_000) });
  expect((await open(`/article/${id}`)).status).toBe(404);
  expect(await text('/website')).not.toContain(title);
  it.pass({ seconds: 20 });
  expect((await open(`/article/${id}`)).status).toBe(200);
  expect(await text('/website')).toContain(title);
});

test('what rows say stays text: in titles, data for search engines, feeds and links', async () => {
  const title = `</script><script>alert(1)</script>"'&]]>`;
  const id = await publish({ title, content: '<p>安全的正文</p>' });
  await revise(id, sql`source_name = '来源', source_url = 'javascript:alert(1)'`);
  for (const url of [`/article/${id}`, '/website', '/news']) {
    const page = await text(url);
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('javascript:');
    expect(page).toContain('&lt;/script&gt;');
  }
  expect(dataOf(await text(`/article/${id}`)).get('Article')).toMatchObject([{ headline: title }]);
  const crumbs = dataOf(await text(`/article/${id}`)).get('BreadcrumbList')?.[0];
  expect(crumbs?.itemListElement).toMatchObject([
    { position: 1 },
    { position: 2 },
    { position: 3 },
    { name: title },
  ]);
  const [{ columnId } = { columnId: 0 }] = (
    await sql<{ columnId: number }>`select column_id from t_article where article_id = ${id}`.execute(
      it.engine.db,
    )
  ).rows;
  expect(await text(`/news/${columnId}/rss.xml`)).toContain('&lt;/script&gt;&lt;script&gt;');
  expect((await open(`/yklxfw?countryId="><script>alert(1)</script>`)).body).not.toContain('alert(1)');
});

test('a column is read page by page, and past the last page is nothing', async () => {
  const [{ columnId } = { columnId: 0 }] = (
    await sql<{ columnId: number }>`select max(column_id) as column_id from t_column`.execute(it.engine.db)
  ).rows;
  for (let at = 1; at <= 45; at++) await publish({ title: `第 ${at} 篇`, columnId });
  const first = await text(`/news/${columnId}`);
  expect(first.match(/<li><a href="\/article\//g)).toHaveLength(20);
  expect(first).toContain(`rel="next" href="/news/${columnId}?page=2"`);
  expect(await text(`/news/${columnId}?page=3`)).toContain('（第 3 页）');
  for (const page of ['4', '0', '-1', '1.5', 'x', '99999999'])
    expect((await open(`/news/${columnId}?page=${page}`)).status).toBe(404);
});

test('a feed of no column is refused to programs as a call is', async () => {
  const { status, headers } = await open('/news/x/rss.xml');
  expect(status).toBe(404);
  expect(headers['content-type']).toContain('application/json');
});

test.each(['/article/0', '/article/x', '/article/99999999999999999999', '/news/999999', '/guide/1e3'])(
  '%s is no page, and says so as a page',
  async url => {
    const { status, body, headers } = await open(url);
    expect(status).toBe(404);
    expect(headers['content-type']).toContain('text/html');
    expect(body).toContain('<h1>');
    expect(body).toContain('noindex');
  },
);

test('lines, calendar, provinces and free chapters are those of the rows, and locked chapters have no page', async () => {
  expect(await text('/mszytb')).toContain('省控线');
  const { rows } = await sql<{ id: number; title: string; freeFlag: number }>`
    select id, title, free_flag from t_guide_info where publish_flag = 1 and not deleted and chapter <> 8
    order by free_flag desc`.execute(it.engine.db);
  const free = rows.find(row => row.freeFlag === 1);
  const locked = rows.find(row => row.freeFlag === 0);
  if (free) {
    expect((await open(`/guide/${free.id}`)).body).toContain(free.title);
    await run(sql`update t_guide_info set publish_flag = 0 where id = ${free.id}`);
    expect((await open(`/guide/${free.id}`)).status).toBe(404);
    await run(sql`update t_guide_info set publish_flag = 1 where id = ${free.id}`);
  }
  if (locked) expect((await open(`/guide/${locked.id}`)).status).toBe(404);
  const now = it.engine.clock.now();
  await run(sql`
    insert into t_schedule_exam (data_year, province_id, schedule_type, title, start_time, end_time, remind_flag,
      order_num, status)
    values (2026, 430000, 2, '三天后的统考', ${new Date(now.getTime() + 3 * 86_400_000)}, null, 1, 0, 1),
      (2026, 430000, 2, '四十天后的统考', ${new Date(now.getTime() + 40 * 86_400_000)}, null, 1, 0, 1),
      (2026, 430000, 2, '停用的统考', ${new Date(now.getTime() + 3 * 86_400_000)}, null, 1, 0, 0)`);
  const guide = await text('/ykzyzn');
  expect(guide).toContain('三天后的统考');
  expect(guide).not.toContain('四十天后的统考');
  expect(guide).not.toContain('停用的统考');
  await run(sql`update t_province set status = 0 where province_id = 430000`);
  expect(await text('/ykzyzn')).not.toContain('三天后的统考');
  expect(await text('/ykzyb')).not.toContain('<b>湖南</b>');
  await run(sql`update t_province set status = 1 where province_id = 430000`);
  expect(await text('/ykzyb')).toContain('<b>湖南</b>');
});

test('partners are shown that want to be, each once', async () => {
  const [one] = (
    await sql<{ partnersId: number; partnersName: string }>`
      select partners_id, partners_name from t_partners where status = 1 and not deleted limit 1`.execute(
      it.engine.db,
    )
  ).rows;
  const show = (flag: number) =>
    run(sql`update t_partners set show_flag = ${flag} where partners_id = ${one?.partnersId ?? 0}`);
  await show(1);
  expect((await text('/website')).split(`<span>${one?.partnersName}</span>`)).toHaveLength(2);
  await show(0);
  expect(await text('/website')).not.toContain(`<span>${one?.partnersName}</span>`);
});

test('a reader who has a page gets 304, in each of its forms, until a row changes', async () => {
  const id = await publish({ title: '缓存的文章', content: `<p>${'正文'.repeat(2_000)}</p>` });
  const plain = await open(`/article/${id}`);
  const packed = await open(`/article/${id}`, { 'accept-encoding': 'gzip;q=0.5, br' });
  expect(packed.headers['content-encoding']).toBe('br');
  expect(packed.headers.etag).not.toBe(plain.headers.etag);
  expect(plain.headers.vary).toBe('Host, Accept-Encoding');
  const again = (etag: unknown, more = {}) =>
    open(`/article/${id}`, { 'if-none-match': String(etag), ...more });
  expect((await again(plain.headers.etag)).status).toBe(304);
  expect((await again(packed.headers.etag, { 'accept-encoding': 'br' })).status).toBe(304);
  expect((await again(plain.headers.etag, { 'accept-encoding': 'br' })).status).toBe(200);
  await revise(id, sql`title = '改过的文章'`);
  const changed = await again(plain.headers.etag);
  expect(changed.status).toBe(200);
  expect(changed.body).toContain('改过的文章');
  expect(
    (await open(`/article/${id}`, { 'accept-encoding': 'br;q=0, identity' })).headers['content-encoding'],
  ).toBe(undefined);
});

test('the content of a page for apps has its fields alone, and of a page that is none there is nothing', async () => {
  const read = async (page: string) => await it.call('GET', `/api/base/website/page?page=${page}`);
  for (const page of publicPageNames) {
    const { status, data } = await read(page);
    expect({ page, status }).toEqual({ page, status: 200 });
    expect(Object.keys(data.site)).not.toContain('siteId');
    expect(Object.keys(data.site)).not.toContain('host');
  }
  const { data } = await read('ykzyb');
  expect(Object.keys(data.goods[0]).toSorted()).toEqual(
    [
      ...['cover', 'goodsId', 'goodsName', 'goodsType', 'height', 'intro', 'linePrice', 'price', 'provinces'],
      ...['soldOut', 'width'],
    ].toSorted(),
  );
  const partners = (await read('website')).data.partners as Record<string, unknown>[];
  for (const partner of partners)
    expect(Object.keys(partner).toSorted()).toEqual(['height', 'logo', 'partnersName', 'width']);
  expect((await read('nothing')).status).toBe(400);
});

test('the page of the app leads where the device can go', async () => {
  await run(sql`
    insert into t_config (config_key, config_value) values ('app.androidUrl', 'https://a.example/yikao.apk'),
      ('app.iosUrl', 'javascript:alert(1)') on conflict (config_key) do update set config_value = excluded.config_value`);
  const phone = await open('/appIndex', { 'user-agent': 'Mozilla/5.0 (Linux; Android 15)' });
  expect(phone.body).toContain('<a class="button" href="https://a.example/yikao.apk"');
  expect(phone.body).not.toContain('javascript:');
  expect(phone.headers.vary).toContain('User-Agent');
  const desk = await open('/appIndex', { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0)' });
  expect(desk.body).toContain('<a class="button line" href="https://a.example/yikao.apk"');
});

test('search engines are told where the map is and what is closed; styles are kept for a year', async () => {
  const robots = await text('/robots.txt');
  expect(robots).toContain('Sitemap: https://ykzyb.local/sitemap.xml');
  expect(robots).toContain('Disallow: /api/');
  const [, file = ''] = /href="(\/portal\/styles-[\w-]+\.css)"/.exec(await text('/website')) ?? [];
  const styles = await open(file, { 'accept-encoding': 'br' });
  expect(styles.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/css; charset=utf-8',
  });
  expect((await open('/portal/styles-old.css')).status).toBe(404);
});

test('who reads an article is counted, whoever made the page, and counting changes no page', async () => {
  const id = await publish({ title: '被阅读的文章' });
  const first = await open(`/article/${id}`);
  await open(`/article/${id}`, { 'if-none-match': String(first.headers.etag) });
  await it.app.inject({ method: 'HEAD', url: `/article/${id}`, headers: { host: 'ykzyb.local' } });
  const counted = async () =>
    (
      await sql<{ viewNum: number }>`select view_num from t_article where article_id = ${id}`.execute(
        it.engine.db,
      )
    ).rows[0]?.viewNum;
  await expect.poll(counted, { timeout: 20_000 }).toBe(2);
  expect((await open(`/article/${id}`, { 'if-none-match': String(first.headers.etag) })).status).toBe(304);
});

test('a visit by the code of a channel is kept for later and counted for the channel; a made-up code counts for none', async () => {
  const [channel] = (
    await sql<{ channelId: number; channel: string }>`
      select channel_id, channel from t_channel where status = 1 and not deleted limit 1`.execute(
      it.engine.db,
    )
  ).rows;
  const arrived = await open(`/website?c=${channel?.channel}`);
  expect(arrived.headers['set-cookie']).toMatch(
    new RegExp(`^yk_channel=${channel?.channel}; Max-Age=2592000; Path=/; SameSite=Lax; HttpOnly$`),
  );
  expect(arrived.headers['cache-control']).toBe('private, no-store');
  await open(`/article/1?channel=${channel?.channel?.toLowerCase()}`);
  await open('/website?c=NOBODY');
  expect(
    (await open(`/website?c=${encodeURIComponent('x; Domain=evil')}`)).headers['set-cookie'],
  ).toBeUndefined();
  expect((await open('/website')).headers['set-cookie']).toBeUndefined();
  const { token } = await it.login('admin');
  await expect
    .poll(
      async () =>
        (await it.call('GET', `/api/base/channel/info?channelId=${channel?.channelId}`, { token })).data
          .visitNum,
      { timeout: 20_000 },
    )
    .toBe(2);
});

test('made-up numbers in an address share one page, so that they fill no memory', async () => {
  const plain = await open('/yklxfw');
  const consult = await open('/consult?page=yklxfw');
  for (const number of [987_654_321, 987_654_322]) {
    expect((await open(`/yklxfw?countryId=${number}&directionId=${number}`)).headers.etag).toBe(
      plain.headers.etag,
    );
    expect((await open(`/consult?page=yklxfw&itemId=${number}`)).headers.etag).toBe(consult.headers.etag);
  }
  const known = await sql<{ id: number }>`
    select country_id as id from t_country where status = 1 and not deleted order by order_num limit 1`.execute(
    it.engine.db,
  );
  const chosen = await open(`/yklxfw?countryId=${known.rows[0]?.id}`);
  expect(chosen.status).toBe(200);
  expect(chosen.headers.etag).not.toBe(plain.headers.etag);
});

test('an unknown address is the site’s page of 404 to all who take a page, and JSON where that is asked for', async () => {
  for (const accept of ['text/html', '*/*']) {
    const answer = await it.app.inject({ url: '/no/such/page?x=<b>', headers: { accept } });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.body).toContain('页面不存在');
  }
  const program = await it.app.inject({ url: '/no/such/page', headers: { accept: 'application/json' } });
  expect(program.statusCode).toBe(404);
  expect(program.json()).toMatchObject({ success: false, code: 404 });
});

test('a deleted article is gone, comes back with its row, and a deleted draft was never there', async () => {
  const { rows } = await sql<{ id: number }>`
    select article_id as id from t_article where not deleted and first_up_time is not null
      and publish_time <= ${it.engine.clock.now()} and audit_status = 2 limit 1`.execute(it.engine.db);
  const id = Number(rows[0]?.id);
  const change = async (set: ReturnType<typeof sql>) => {
    await sql`update t_article set ${set}, version = version + 1 where article_id = ${id}`.execute(
      it.engine.db,
    );
    it.pass({ minutes: 1 });
    return it.app.inject({ url: `/article/${id}`, headers: { accept: 'text/html' } });
  };
  const before = await change(sql`order_num = order_num`);
  const gone = await change(sql`deleted = true`);
  expect(gone.statusCode).toBe(410);
  expect(gone.body).toContain('内容已删除');
  expect((await change(sql`deleted = false`)).statusCode).toBe(before.statusCode);
  expect((await change(sql`deleted = true, first_up_time = null`)).statusCode).toBe(404);
});
