import { Readable } from 'node:stream';
import { pathOf } from '@yikao/model/calls/call.ts';
import { fileCalls } from '@yikao/model/calls/files.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeLicense } from '../../../engine/files/store.ts';
import { pictureSize } from '../../../platform/drawing/picture-size.ts';
import { picturesWithPlace, placeWords } from '../../../testing/pictures-with-place.ts';
import { openSeededApp, type SeededApp } from '../../testing/seeded-app.ts';

let it: SeededApp;
let ops: string;
beforeAll(async () => {
  it = await openSeededApp();
  ops = (await it.login('ops')).token;
});
afterAll(() => it.close());

const pictures = picturesWithPlace();

async function upload(call: string, content: Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), 'photo');
  const encoded = new Response(form);
  const { data } = await it.call('POST', call, {
    token: ops,
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  });
  return String(data).replace('/api/base/common/file', '').replace('/common/file', '');
}

async function bytesOf(path: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of await it.engine.files.open(path.slice(1))) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function expectNoPlace(bytes: Buffer): void {
  for (const word of placeWords) expect(bytes.includes(word)).toBe(false);
}

describe.each([fileCalls.upload, fileCalls.uploadDocument, fileCalls.uploadMedia].map(call => pathOf(call)))(
  'a picture that comes by %s',
  road => {
    const taken = Object.entries(pictures).filter(
      ([kind]) => road !== pathOf(fileCalls.uploadMedia) || kind === 'jpeg' || kind === 'gif',
    );
    test.each(taken)('is stored without its place: %s', async (_, picture) => {
      const path = await upload(road, picture);
      const stored = await bytesOf(path);
      expectNoPlace(stored);
      expect(pictureSize(stored)).toEqual(pictureSize(picture));
      const { rows } = await sql<{ size: number; stripped: boolean }>`
        select size::integer, stripped from t_upload_file where path = ${path}`.execute(it.engine.db);
      expect(rows).toEqual([{ size: stored.length, stripped: true }]);
    });
  },
);

test('a licence that a stranger sends is stored without its place', async () => {
  expectNoPlace(await bytesOf(await storeLicense(it.engine, Readable.from([pictures.jpeg]), 'x.jpg')));
});

test('a public picture of an earlier version is sent without its place, whole and in parts', async () => {
  const path = await upload(pathOf(fileCalls.uploadMedia), pictures.jpeg);
  const key = path.slice(1);
  await it.engine.files.remove(key);
  await it.engine.files.put(key, Readable.from([pictures.jpeg]), { maxBytes: 1e6 });
  await sql`update t_upload_file set stripped = false, size = ${pictures.jpeg.length} where path = ${path}`.execute(
    it.engine.db,
  );
  const sent = await it.app.inject({ url: `/common/file${path}` });
  expect(sent.statusCode).toBe(200);
  expectNoPlace(sent.rawPayload);
  expect(Number(sent.headers['content-length'])).toBe(sent.rawPayload.length);
  expect(pictureSize(sent.rawPayload)).toEqual({ width: 40, height: 60 });
  const part = await it.app.inject({ url: `/common/file${path}`, headers: { range: 'bytes=0-9' } });
  expect(part.statusCode).toBe(206);
  expect(part.headers['content-range']).toBe(`bytes 0-9/${sent.rawPayload.length}`);
  expect(part.rawPayload.equals(sent.rawPayload.subarray(0, 10))).toBe(true);
});
