/**
 * An upload of a video in parts over a line that breaks, to a product that is stopped and started again meanwhile: it
 * arrives whole, and the memory of the server stays flat.
 *
 *   node bench/upload.ts [megabytes] [breaks] [restarts]
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { limits } from '@yikao/model/limits.ts';
import { createProduct } from '@yikao/server/testing/product.ts';

const megabyte = 1024 * 1024;
const size = Math.min(Number(process.argv[2] ?? 2_048) * megabyte, limits.courseVideoBytes);
const breaks = Number(process.argv[3] ?? 10);
const restarts = Number(process.argv[4] ?? 2);
const partBytes = 8 * megabyte;

/** A block that the file repeats, each time with its number before it; the first one begins as an MPEG-4 file does. */
const block = randomBytes(megabyte);
function blockAt(at: number): Buffer {
  const made = Buffer.from(block);
  if (at === 0) made.write('\0\0\0 ftypisom', 'latin1');
  else made.writeUInt32BE(at, 0);
  return made;
}

/** Bytes of the file from one place to another. */
function bytesOf(from: number, to: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = Math.floor(from / megabyte); at * megabyte < to; at += 1) {
    const made = blockAt(at);
    parts.push(made.subarray(Math.max(0, from - at * megabyte), Math.min(megabyte, to - at * megabyte)));
  }
  return Buffer.concat(parts);
}

const hash = createHash('sha256');
for (let at = 0; at * megabyte < size; at += 1)
  hash.update(bytesOf(at * megabyte, Math.min(size, (at + 1) * megabyte)));
const expected = hash.digest('hex');

const dataDir = mkdtempSync(join(tmpdir(), 'yikao-upload-'));
const product = createProduct({ DATA_DIR: dataDir, FFMPEG: '/nowhere/ffmpeg' });
let token = '';

async function start(): Promise<void> {
  await product.start();
  await product.logIn();
  const answer = await product.call('POST', '/api/admin/login', { userName: 'admin', password: 'Admin123' });
  token = answer.data.token;
}

/** Megabytes that the server has in memory. */
const memory = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${product.process?.pid}/status`, 'utf8'))?.[1] ?? 0) /
  1024;

interface Answered {
  readonly status: number;
  readonly offset: number;
  readonly location: string;
}

/** Makes a call of the protocol; breaks the line after so many bytes of the body, and answers status 0 then. */
function tus(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: Buffer = Buffer.alloc(0),
  breakAfter = Number.POSITIVE_INFINITY,
): Promise<Answered> {
  const { hostname, port } = new URL(product.address);
  return new Promise(resolve => {
    const sent = request(
      {
        ...{ hostname, port, method, path },
        headers: {
          'access-token': token,
          'tus-resumable': '1.0.0',
          'content-length': String(body.length),
          ...headers,
        },
      },
      response => {
        response.resume();
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            offset: Number(response.headers['upload-offset'] ?? 0),
            location: response.headers.location ?? '',
          }),
        );
      },
    );
    for (const end of ['error', 'close']) sent.on(end, () => resolve({ status: 0, offset: 0, location: '' }));
    if (breakAfter >= body.length) sent.end(body);
    else sent.write(body.subarray(0, breakAfter), () => sent.destroy());
  });
}

try {
  await start();
  const begun = await tus('POST', '/api/course/upload/tus', {
    'upload-length': String(size),
    'upload-metadata': `filename ${Buffer.from('bench.mp4').toString('base64')}`,
  });
  const path = begun.location;
  const rest = memory();
  let most = rest;
  let [sentAgain, broken, restarted, offset] = [0, 0, 0, 0];
  const begin = performance.now();
  while (offset < size) {
    const to = Math.min(size, offset + partBytes);
    const share = offset / size;
    const breakNow = broken < breaks && share >= broken / breaks;
    if (restarted < restarts && share >= (restarted + 1) / (restarts + 1)) {
      restarted += 1;
      await product.stop();
      await start();
    }
    const cut = breakNow ? Math.floor(((to - offset) * (1 + (broken % 7))) / 8) : Number.POSITIVE_INFINITY;
    const answer = await tus(
      'PATCH',
      path,
      { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
      bytesOf(offset, to),
      cut,
    );
    most = Math.max(most, memory());
    if (answer.status === 204) {
      offset = answer.offset;
      continue;
    }
    broken += 1;
    // The server still stores what arrived when the line broke.
    let found = offset;
    for (let look = 0; look < 50; look += 1) {
      found = (await tus('HEAD', path, {})).offset;
      if (found > offset) break;
      await after(20);
    }
    sentAgain += Math.max(0, offset + Math.min(cut, to - offset) - found);
    offset = found;
  }
  const seconds = (performance.now() - begin) / 1000;
  const videoId = path.split('/').at(-1);
  let row: { sha256: string | null; transStatus: number } | undefined;
  for (let look = 0; look < 1_200 && row?.sha256 == null; look += 1) {
    row = (await product.call('GET', `/api/course/upload/info?videoId=${videoId}`)).data;
    if (row?.sha256 == null) await after(500);
  }
  console.log(
    `${(size / megabyte).toFixed(0)} MB in ${seconds.toFixed(1)} s, ${broken} breaks, ${restarted} restarts, ` +
      `${(sentAgain / megabyte).toFixed(1)} MB sent again; memory ${rest.toFixed(0)} MB before, ${most.toFixed(0)} MB at most; ` +
      `checksum ${row?.sha256 === expected ? 'the same' : 'DIFFERENT'}`,
  );
  if (row?.sha256 !== expected) process.exitCode = 1;
} finally {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
