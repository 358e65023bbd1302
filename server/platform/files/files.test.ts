import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import type { AppError } from '@yikao/model/errors.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type S3Server, startS3Server } from '../../testing/s3-server.ts';
import { sha256, signedHeaders } from './aws-signature.ts';
import { openFileStore } from './open.ts';
import { type FileStore, InvalidKey } from './types.ts';

const megabyte = 1024 * 1024;
const limit = { maxBytes: 64 * megabyte };
const folder = mkdtempSync(join(tmpdir(), 'yikao-files-'));
let s3: S3Server;

beforeAll(async () => {
  s3 = await startS3Server();
});

afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true });
});

/** A stream in chunks that fit no boundary. */
const chunked = (content: Buffer): Readable =>
  Readable.from(
    (function* () {
      for (let at = 0; at < content.length; at += 100_003) yield content.subarray(at, at + 100_003);
    })(),
  );

describe.each([
  ['in a folder', () => openFileStore({ dataDir: folder, filesUrl: undefined })],
  ['in an S3-compatible store', () => openFileStore({ dataDir: folder, filesUrl: s3.filesUrl })],
])('files %s', (_, open: () => FileStore) => {
  test.each([
    ['an empty file', 0],
    ['a small file', 1_000],
    ['a file of exactly one part', 8 * megabyte],
    ['a file of several parts', 20 * megabyte + 7],
  ])('%s comes back as it went in', async (name, size) => {
    const content = randomBytes(size);
    const key = `upload/2026/${name.replaceAll(' ', '-')}.bin`;
    expect(await open().put(key, chunked(content), limit)).toEqual({ key, size, sha256: sha256(content) });
    expect((await buffer(await open().open(key))).equals(content)).toBe(true);
    expect(await open().stat(key)).toEqual({ key, size });
    const copy = await open().localCopy(key);
    expect(readFileSync(copy.path).equals(content)).toBe(true);
    await copy.release();
  });

  test('a part of a file is given, both ends counted in', async () => {
    await open().put('part.txt', Readable.from([Buffer.from('0123456789')]), limit);
    expect(await text(await open().open('part.txt', { start: 2, end: 4 }))).toBe('234');
    expect(await text(await open().open('part.txt', { start: 7 }))).toBe('789');
  });

  test('a file that is too long is refused, and the one of the same name stays', async () => {
    await open().put('kept.txt', Readable.from([Buffer.from('former')]), limit);
    for (const size of [2 * megabyte, 30 * megabyte]) {
      const refused = open().put('kept.txt', chunked(randomBytes(size)), { maxBytes: size - 1 });
      await expect(refused).rejects.toMatchObject({ code: 'tooLarge' } satisfies Partial<AppError>);
    }
    expect(await text(await open().open('kept.txt'))).toBe('former');
  });

  test('a stream that breaks off leaves no file', async () => {
    const broken = Readable.from(
      (async function* () {
        yield randomBytes(9 * megabyte);
        yield randomBytes(9 * megabyte);
        throw new Error('cut');
      })(),
    );
    await expect(open().put('broken.bin', broken, limit)).rejects.toThrow('cut');
    expect(await open().stat('broken.bin')).toBeUndefined();
    expect(s3.unfinished.size).toBe(0);
    const incoming = join(folder, 'files', '.incoming');
    expect(existsSync(incoming) ? readdirSync(incoming) : []).toEqual([]);
  });

  test('a file that is not there is not found, and removing it is nothing', async () => {
    await expect(open().open('nowhere/none.txt')).rejects.toMatchObject({ code: 'notFound' });
    await expect(open().localCopy('nowhere/none.txt')).rejects.toMatchObject({ code: 'notFound' });
    expect(await open().stat('nowhere/none.txt')).toBeUndefined();
    await open().remove('nowhere/none.txt');
    await open().put('once.txt', Readable.from([Buffer.from('x')]), limit);
    await open().remove('once.txt');
    expect(await open().stat('once.txt')).toBeUndefined();
  });

  test.each([
    '',
    '/etc/passwd',
    '../x',
    'a/../b',
    'a//b',
    '.hidden',
    'a/.incoming/b',
    'a b',
    '图.png',
    'a\0',
    'a\\b',
    'a%2e',
  ])('the key %j is refused', async key => {
    await expect(open().stat(key)).rejects.toThrow(InvalidKey);
    await expect(open().put(key, Readable.from([]), limit)).rejects.toThrow(InvalidKey);
  });
});

describe('an S3-compatible store', () => {
  const open = (): FileStore => openFileStore({ dataDir: folder, filesUrl: s3.filesUrl });

  test('is asked again while it is overloaded', async () => {
    s3.failNext(2);
    await open().put('again.txt', Readable.from([Buffer.from('x')]), limit);
    expect(s3.objects.get('yikao/again.txt')?.toString()).toBe('x');
  });

  test('that refuses the signature is told by its answer', async () => {
    const wrong = openFileStore({ dataDir: folder, filesUrl: s3.filesUrl.replace('tester:', 'tester:x') });
    await expect(wrong.put('a.txt', Readable.from([]), limit)).rejects.toThrow('403 SignatureDoesNotMatch');
  });

  test('gets the signature of the example that AWS publishes', () => {
    const headers = signedHeaders(
      {
        method: 'GET',
        url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
        headers: { range: 'bytes=0-9' },
        bodySha256: sha256(''),
      },
      {
        accessKey: 'AKIAIOSFODNN7EXAMPLE',
        secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
        region: 'us-east-1',
      },
      new Date('2013-05-24T00:00:00Z'),
    );
    expect(headers.authorization).toContain(
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
  });
});
