import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { workbookErrors } from '../../../excel/errors.ts';
import { type Answer, openSeededApp, type SeededApp } from '../../testing/seeded-app.ts';
import { rangeOf } from './send.ts';

let it: SeededApp;
let ops: string;
let other: string;
let admin: string;
beforeAll(async () => {
  it = await openSeededApp();
  ops = (await it.login('ops')).token;
  other = (await it.login('hunan01')).token;
  admin = (await it.login('admin')).token;
});
afterAll(() => it.close());

const jpeg = (size = 100) =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(size - 4, 7)]);
const mp4 = (size = 100) => Buffer.concat([Buffer.from('\0\0\0\x20ftypisom'), Buffer.alloc(size - 12, 7)]);
const csv = Buffer.from('学校,年份\n北京电影学院,2026\n');
const megabyte = 1024 * 1024;

async function send(path: string, token: string, content: Buffer, name: string): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), name);
  const encoded = new Response(form);
  return it.call('POST', path, {
    token,
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  });
}
const stored = async () =>
  (await sql<{ count: number }>`select count(*)::integer as count from t_upload_file`.execute(it.engine.db))
    .rows[0]?.count;

describe('an upload', () => {
  test.each(['/common/file/upload', '/api/base/common/file/upload'])('to %s answers the path', async path => {
    const { status, message, data } = await send(path, ops, csv, '招生 计划.csv');
    expect(status).toBe(200);
    expect(message).toBe('上传成功');
    expect(data).toMatch(/^\/2026\/03\/[0-9a-f]{40}\.csv$/);
    const { rows } =
      await sql`select origin_name, size, mime, usage from t_upload_file where path = ${data}`.execute(
        it.engine.db,
      );
    expect(rows).toEqual([{ originName: '招生 计划.csv', size: csv.length, mime: 'text/csv', usage: 1 }]);
  });

  test('is named by its bytes, whatever it calls itself', async () => {
    expect((await send('/common/file/upload', ops, jpeg(), '../../etc/x.xlsx')).data).toMatch(/\.jpg$/);
  });

  test('of the wrong kind says which kinds are right, and keeps nothing', async () => {
    const before = await stored();
    expect(await send('/common/file/upload', ops, Buffer.from('<html><script>'), 'x.html')).toMatchObject({
      status: 415,
      reason: 'wrongFileKind',
      message: '不支持的文件类型，仅支持 xlsx, xls, csv, zip, jpg, png, gif, webp',
    });
    expect((await send('/common/file/upload', ops, mp4(), 'x.mp4')).status).toBe(415);
    // By its bytes any text could be a table, so it needs a table's name.
    for (const name of ['z.exe', 'z.csv.sh', 'z']) {
      expect((await send('/common/file/upload', ops, csv, name)).status).toBe(415);
    }
    expect(await stored()).toBe(before);
  });

  test('that is called a workbook and is none is refused in the words of the import', async () => {
    for (const name of ['x.xls', 'x.xlsx', 'x.csv']) {
      for (const content of [Buffer.from('<svg onload=alert(1)>'), mp4(), Buffer.from([0x7f, 0x45, 0, 1])]) {
        expect(await send('/common/file/upload', ops, content, name), name).toMatchObject({
          status: 415,
          reason: 'notAWorkbook',
          message: `文件无法读取：${workbookErrors.unknownFormat.zh}`,
        });
      }
    }
  });

  test('that is a page or text under the name of a workbook is kept as what no browser opens', async () => {
    for (const content of [
      '<html><table><tr><td>1',
      'a\tb',
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
    ]) {
      for (const name of ['x.xls', 'x.xlsx', 'x.csv']) {
        const { status, data } = await send('/common/file/upload', ops, Buffer.from(content), name);
        expect(status).toBe(200);
        expect(data).toMatch(/\.(?:xls|csv)$/);
      }
    }
  });

  test('of an image over 5 MB is refused', async () => {
    expect(await send('/common/file/upload', ops, jpeg(5 * megabyte + 1), 'x.jpg')).toMatchObject({
      status: 413,
      message: '文件不能超过 5 MB',
    });
  });

  test('is bounded by the parameter', async () => {
    await sql`update t_config set config_value = '1' where config_key = 'upload.maxMB'`.execute(it.engine.db);
    const long = Buffer.alloc(megabyte + 1, 'a');
    expect(await send('/common/file/upload', ops, long, 'x.csv')).toMatchObject({
      status: 413,
      message: '文件不能超过 1 MB',
    });
    await sql`update t_config set config_value = '200' where config_key = 'upload.maxMB'`.execute(
      it.engine.db,
    );
  });

  test('needs a session and a file', async () => {
    expect((await send('/common/file/upload', '', csv, 'x.csv')).status).toBe(401);
    expect((await it.call('POST', '/common/file/upload', { token: ops, body: {} })).status).toBe(400);
    expect((await send('/common/file/upload', ops, Buffer.alloc(0), 'x.csv')).status).toBe(415);
  });
});

describe('the editor', () => {
  const upload = (content: Buffer) => send('/common/image/upload', ops, content, 'x.jpg');

  test('gets an address that it can show without a token', async () => {
    const { data } = await upload(jpeg());
    const shown = await it.call('GET', data);
    expect(shown.status).toBe(200);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  test('may put in a JPEG up to 1 MB and a film up to 20 MB', async () => {
    expect((await upload(jpeg(megabyte))).status).toBe(200);
    expect(await upload(jpeg(megabyte + 1))).toMatchObject({ status: 413, message: '文件不能超过 1 MB' });
    expect((await upload(mp4(20 * megabyte))).status).toBe(200);
    expect(await upload(mp4(20 * megabyte + 1))).toMatchObject({
      status: 413,
      message: '文件不能超过 20 MB',
    });
  });

  test('may put in neither PNG nor workbook', async () => {
    expect((await upload(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))).status).toBe(415);
    expect((await upload(csv)).message).toBe('不支持的文件类型，仅支持 jpg, gif, mp4, rmvb');
  });
});

describe('a stored file', () => {
  const download = (path: string, token?: string, headers?: Record<string, string>) =>
    it.call('GET', `/common/file${path}`, { ...(token && { token }), ...(headers && { headers }) });

  test("is its owner's and the administrators', as a download under its own name", async () => {
    const { data: path } = await send('/common/file/upload', ops, csv, "招生 (1)'.csv");
    const own = await download(path, ops);
    expect(own.data).toBe(csv.toString());
    expect(own.headers).toMatchObject({
      'content-disposition': "attachment; filename*=UTF-8''%E6%8B%9B%E7%94%9F%20%281%29%27.csv",
      'cache-control': 'private, no-store',
    });
    expect((await download(path, admin)).status).toBe(200);
    expect(await download(path, other)).toMatchObject({ status: 404, reason: 'notFound' });
    expect((await download(path)).status).toBe(401);
  });

  test('that does not exist looks to a stranger like one that does', async () => {
    expect((await download('/2026/03/none.csv')).status).toBe(401);
    expect((await download('/2026/03/none.csv', ops)).status).toBe(404);
  });

  test('is found by its path alone, never by a way through folders', async () => {
    for (const path of ['/../db/PG_VERSION', '/%2e%2e/db/PG_VERSION', '//etc/passwd', '/']) {
      expect((await download(path, admin)).status).toBe(404);
    }
  });

  test('that is a film comes in parts', async () => {
    const { data } = await send('/common/image/upload', ops, mp4(1000), 'x.mp4');
    const path = data.replace('/common/file', '');
    const part = await download(path, undefined, { range: 'bytes=4-11' });
    expect(part.status).toBe(206);
    expect(part.data).toBe('ftypisom');
    expect(part.headers).toMatchObject({ 'content-range': 'bytes 4-11/1000', 'content-length': '8' });
    expect(await download(path, undefined, { range: 'bytes=1000-' })).toMatchObject({ status: 416 });
  });
});

test.each<[string | undefined, unknown]>([
  [undefined, 'all'],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'none'],
  ['bytes=9-3', 'none'],
  ['bytes=-', 'all'],
  ['bytes=0-1,5-6', 'all'],
  ['lines=0-1', 'all'],
])('the range %s of 100 bytes', (header, expected) => {
  expect(rangeOf(header, 100)).toEqual(expected);
});
