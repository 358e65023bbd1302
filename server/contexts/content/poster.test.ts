import { createCanvas, loadImage } from '@napi-rs/canvas';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pictureSize } from '../../platform/drawing/picture-size.ts';
import { type Answer, openSeededApp, type SeededApp } from '../testing/seeded-app.ts';

const path = registry.poster.path;

let it: SeededApp;
let ops: string;
let partner: string;
let background = '';
/** A channel of the partner of `partner01`, and one of nobody's. */
let own = { channelId: 0, channel: '' };
let house = { channelId: 0, channel: '' };

beforeAll(async () => {
  it = await openSeededApp();
  ops = (await it.login('ops')).token;
  partner = (await it.login('partner01')).token;
  background = await upload(ops, await picture(1080, 1920));
  const found = await sql<typeof own>`
    select c.channel_id, c.channel from t_channel as c join t_admin_user as u using (partners_id)
    where u.user_name = 'partner01' and c.status = 1 and not c.deleted order by 1 limit 1`.execute(
    it.engine.db,
  );
  own = found.rows[0] ?? own;
  const added = await it.call('POST', registry.channel.path, {
    token: ops,
    body: { channel: 'HOUSE01', channelName: '总部渠道' },
  });
  house = { channelId: added.data.channelId, channel: 'HOUSE01' };
});
afterAll(() => it.close());

async function picture(width: number, height: number, colour = '#ffffff'): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  pen.fillStyle = colour;
  pen.fillRect(0, 0, width, height);
  return canvas.encode('png');
}

async function upload(token: string, content: Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), 'background.png');
  const encoded = new Response(form);
  const { data } = await it.call('POST', '/common/file/upload', {
    token,
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  });
  return data;
}

const text = (change: object = {}) => ({
  ...{ text: '艺考志愿填报', x: 60, y: 100, width: 960, lines: 2, size: 64 },
  ...{ align: 2, weight: 2, colour: '#b42318' },
  ...change,
});

let next = 0;
const draft = (change: object = {}) => {
  next += 1;
  return {
    ...{ posterName: `海报${next}`, posterType: 1, background, qrX: 390, qrY: 1400, qrSize: 300 },
    textItems: [text()],
    ...change,
  };
};
const add = (change: object = {}, token = ops) => it.call('POST', path, { token, body: draft(change) });
const told = ({ data }: Answer) =>
  ((data.errors ?? []) as { field: string; message: string }[]).map(({ message }) => message).join(' ');

/** The PNG of a poster for a channel. */
async function render(posterId: number, channelId: number, token = ops) {
  const answer = await it.app.inject({
    method: 'GET',
    url: `${path}/render?posterId=${posterId}&channelId=${channelId}`,
    headers: { 'access-token': token },
  });
  return { status: answer.statusCode, png: answer.rawPayload, headers: answer.headers };
}
const usesOf = async (posterId: number) =>
  (await it.call('GET', `${path}/info?posterId=${posterId}`, { token: ops })).data.useNum;

describe('a poster', () => {
  test('is drawn for a channel, in the size of its background, and counted', async () => {
    const { data } = await add();
    const { status, png, headers } = await render(data.posterId, own.channelId);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'private, no-store' });
    expect(pictureSize(png)).toEqual({ width: 1080, height: 1920 });
    await render(data.posterId, own.channelId);
    expect(await usesOf(data.posterId)).toBe(2);
  });

  test('leads each channel to its own link', async () => {
    const { data } = await add();
    const one = await render(data.posterId, own.channelId);
    const other = await render(data.posterId, house.channelId);
    expect(one.png.equals(other.png)).toBe(false);
    // All but the code is alike.
    const parts = await Promise.all(
      [one.png, other.png].map(async png => {
        const image = await loadImage(png);
        const canvas = createCanvas(1080, 1400);
        canvas.getContext('2d').drawImage(image, 0, 0);
        return canvas.encode('png');
      }),
    );
    expect(parts[0]?.equals(parts[1] ?? Buffer.alloc(0))).toBe(true);
  });

  test('is the same picture again, and another one after a change', async () => {
    const { data } = await add();
    const first = await render(data.posterId, own.channelId);
    expect((await render(data.posterId, own.channelId)).png.equals(first.png)).toBe(true);
    const body = { posterId: data.posterId, version: 1, qrX: 10 };
    expect((await it.call('PUT', path, { token: ops, body })).status).toBe(200);
    expect((await render(data.posterId, own.channelId)).png.equals(first.png)).toBe(false);
  });

  test('is drawn many times at once, and each asker gets it', async () => {
    const { data } = await add();
    const answers = await Promise.all(Array.from({ length: 40 }, () => render(data.posterId, own.channelId)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await usesOf(data.posterId)).toBe(40);
  });

  test('whose background has gone says so', async () => {
    const lost = await upload(ops, await picture(600, 800, '#eeeeee'));
    const { data } = await add({ background: lost, qrX: 0, qrY: 0, textItems: [] });
    await it.engine.files.remove(lost.slice(1));
    expect((await render(data.posterId, own.channelId)).status).toBe(409);
    expect(await usesOf(data.posterId)).toBe(0);
  });
});

describe('who may', () => {
  test('nobody draws without a session or the code', async () => {
    const { data } = await add();
    expect((await render(data.posterId, own.channelId, '')).status).toBe(401);
    const finance = (await it.login('finance01')).token;
    expect((await render(data.posterId, own.channelId, finance)).status).toBe(403);
  });

  test('a partner hands out the posters of the house for its own channels, and changes none of them', async () => {
    const { data } = await add();
    expect((await render(data.posterId, own.channelId, partner)).status).toBe(200);
    expect((await render(data.posterId, house.channelId, partner)).status).toBe(404);
    const body = { posterId: data.posterId, version: 1, qrX: 5 };
    expect((await it.call('PUT', path, { token: partner, body })).status).toBe(403);
  });

  test('a partner has posters of its own, which another partner neither sees nor draws', async () => {
    const mine = await upload(partner, await picture(1080, 1920, '#fafafa'));
    const { status, data } = await add({ background: mine }, partner);
    expect(status).toBe(200);
    const { data: row } = await it.call('GET', `${path}/info?posterId=${data.posterId}`, { token: partner });
    expect(row.partnersId).toBeGreaterThan(0);
    await sql`update t_poster set partners_id = partners_id + 90000 where poster_id = ${data.posterId}`.execute(
      it.engine.db,
    );
    expect((await render(data.posterId, own.channelId, partner)).status).toBe(404);
    const list = await it.call('GET', `${path}?posterName=${encodeURIComponent(row.posterName)}`, {
      token: partner,
    });
    expect(list.data.total).toBe(0);
  });

  test('a poster for some channels is drawn for no other, and a disabled one for none', async () => {
    const { data } = await add({ channelIds: String(house.channelId) });
    expect((await render(data.posterId, house.channelId)).status).toBe(200);
    expect((await render(data.posterId, own.channelId)).status).toBe(409);
    await sql`update t_poster set status = 0 where poster_id = ${data.posterId}`.execute(it.engine.db);
    expect((await render(data.posterId, house.channelId)).status).toBe(409);
  });

  test('a channel that is disabled or deleted gets no poster', async () => {
    const { data } = await add();
    await sql`update t_channel set status = 0 where channel_id = ${house.channelId}`.execute(it.engine.db);
    expect((await render(data.posterId, house.channelId)).status).toBe(409);
    await sql`update t_channel set status = 1 where channel_id = ${house.channelId}`.execute(it.engine.db);
    expect((await render(data.posterId, 999_999_999)).status).toBe(404);
  });
});

describe('what may be saved', () => {
  test('a text that is longer than its box is saved, and told with its lines', async () => {
    const long = text({ text: '美术与设计类统考成绩公布时间以考试院公告为准', width: 320, lines: 1 });
    expect((await add({ textItems: [long] })).status).toBe(200);
    const { data } = await it.call('POST', `${path}/layout`, {
      token: ops,
      body: {
        texts: [
          { text: long.text, width: 320, lines: 1, size: 64, weight: 2 },
          { text: '很短𠮷', width: 320, lines: 1, size: 64, weight: 1 },
        ],
      },
    });
    expect(data[0]).toEqual({ lines: ['美术与设…'], cut: true, missing: [] });
    expect(data[1]).toEqual({ lines: ['很短𠮷'], cut: false, missing: ['𠮷'] });
  });

  test('a character that no font has is named with its text', async () => {
    const answer = await add({ textItems: [text(), text({ text: '𠮷祥如意😀' })] });
    expect(answer.status).toBe(400);
    expect(told(answer)).toContain('第 2 行的“𠮷 😀”');
  });

  test.each([
    ['is outside on the right', { x: 500 }],
    ['is outside below', { y: 1900 }],
    ['is wider than the picture', { x: 0, width: 1081 }],
    ['has more lines than there is room', { lines: 20, size: 200 }],
  ])('a text that %s is refused', async (_, change) => {
    const answer = await add({ textItems: [text(change)] });
    expect(answer.status).toBe(400);
    expect(told(answer)).toContain('第 1 行超出了背景图');
  });

  test.each([
    ['a negative place', { x: -1 }],
    ['no size', { size: 0 }],
    ['a negative width', { width: -5 }],
    ['no lines', { lines: 0 }],
    ['a colour that is none', { colour: 'red;}' }],
    ['an alignment that is none', { align: 9 }],
    ['no words', { text: '' }],
    ['a place between pixels', { x: 1.5 }],
  ])('a text with %s is refused', async (_, change) => {
    expect((await add({ textItems: [text(change)] })).status).toBe(400);
  });

  test('a field that a text does not have is not kept', async () => {
    const { data } = await add({ textItems: [text({ onclick: 'alert(1)' })] });
    const { data: kept } = await it.call('GET', `${path}/info?posterId=${data.posterId}`, { token: ops });
    expect(Object.keys(kept.textItems[0])).not.toContain('onclick');
  });

  test('ten thousand texts are refused', async () => {
    const answer = await add({ textItems: Array.from({ length: 10_000 }, () => text()) });
    expect(answer.status).toBe(400);
    expect(told(answer)).toContain('50');
  });

  test.each([
    ['is outside', { qrX: 900 }],
    ['is negative', { qrY: -1 }],
    ['has no side', { qrSize: 0 }],
    ['is too small to be scanned', { qrSize: 79 }],
    ['is larger than the picture', { qrX: 0, qrY: 0, qrSize: 1081 }],
  ])('a code that %s is refused', async (_, change) => {
    expect((await add(change)).status).toBe(400);
  });

  test('a background that is no picture is refused', async () => {
    const broken = await upload(
      ops,
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200, 7)]),
    );
    const answer = await add({ background: broken });
    expect(answer.status).toBe(400);
    expect(told(answer)).toContain('无法读取');
    expect((await add({ background: '/2026/03/none.png' })).status).toBe(400);
  });

  test('a background that is enormous or tiny is refused, without being unpacked', async () => {
    const bomb = Buffer.from(await picture(10, 10));
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    const answer = await add({ background: await upload(ops, bomb) });
    expect(told(answer)).toContain('60000 × 60000');
    expect((await add({ background: await upload(ops, await picture(100, 100)) })).status).toBe(400);
  });

  test('a background of somebody else that nobody may see yet is refused', async () => {
    const foreign = await upload(partner, await picture(1080, 1920, '#123456'));
    expect((await add({ background: foreign }, (await it.login('ops')).token)).status).toBe(400);
  });
});

describe('the picture of a draft', () => {
  const preview = (change: object = {}, token = ops) => {
    const { posterName: _, posterType: __, ...look } = draft(change);
    return it.call('POST', `${path}/preview`, { token, body: look });
  };

  test('is drawn as it would be saved, and counts as no use', async () => {
    const { status, data } = await preview({ channelId: own.channelId });
    expect(status).toBe(200);
    const png = Buffer.from(String(data).replace('data:image/png;base64,', ''), 'base64');
    // Small enough for a screen.
    expect(pictureSize(png)).toEqual({ width: 720, height: 1280 });
  });

  test('is refused with every problem that a save would find', async () => {
    const answer = await preview({ qrX: 900, textItems: [text({ text: '𠮷' })] });
    expect(answer.status).toBe(400);
    expect(told(answer)).toContain('二维码超出了背景图');
    expect(told(answer)).toContain('“𠮷”');
  });

  test('shows nobody a background that is out of reach', async () => {
    const hidden = await upload(partner, await picture(1080, 1920, '#654321'));
    expect((await preview({ background: hidden })).status).toBe(404);
  });
});
