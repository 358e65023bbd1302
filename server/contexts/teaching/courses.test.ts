import { createDecipheriv, createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { limits } from '@yikao/model/limits.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { work } from '../../engine/jobs/work.ts';
import { createStepClock } from '../../engine/steps/clock.ts';
import { silentLogger } from '../../platform/logger.ts';
import { createStarterReader } from '../people/auth/job-starter.ts';
import { signedHead } from '../shared/signed-calls.ts';
import { openSeededApp, type SeededApp } from '../testing/seeded-app.ts';
import { convertedHeights, writeConverter } from './testing/converter.ts';

const { course, courseUpload, lesson } = registry;
const secret = 'the-secret-of-the-app-that-candidates-use';

let it: SeededApp;
let origin = '';
let programs = '';
const jobs: number[] = [];
const tokens: Record<string, string> = {};

async function logIn(): Promise<void> {
  for (const who of ['admin', 'ops', 'sale01']) tokens[who] = (await it.login(who)).token;
}
/** Lets hours pass; sessions have ended by then. */
async function later(hours: number): Promise<void> {
  it.pass({ hours });
  await logIn();
}

beforeAll(async () => {
  programs = await mkdtemp(join(tmpdir(), 'yikao-converter-'));
  const ffmpeg = await writeConverter(programs);
  it = await openSeededApp({
    env: { FFMPEG: ffmpeg, APP_KEYS: `wish:${secret}` },
    enqueue: async id => void jobs.push(id),
  });
  await logIn();
  await it.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(it.app.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await it.close();
  await rm(programs, { recursive: true, force: true });
});

const call = (who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  it.call(method, url, { token: tokens[who] ?? '', ...(body && { body }) });
const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(it.engine.db)).rows as T[];

const workOne = (id: number) =>
  work(
    {
      engine: it.engine,
      logger: silentLogger(),
      workFolder: it.dataDir,
      currentActor: createStarterReader(it.engine.clock),
    },
    id,
  );
async function runJobs(): Promise<void> {
  for (let id = jobs.shift(); id !== undefined; id = jobs.shift()) await workOne(id);
}

/** An MPEG-4 file by its head, with these words and random content. */
const film = (bytes: number, words = '') => {
  const head = Buffer.concat([Buffer.from([0, 0, 0, 32]), Buffer.from(`ftypisom${words}`)]);
  return Buffer.concat([head, randomBytes(bytes)]).subarray(0, bytes);
};

const tus = (who: string, method: string, path: string, headers: Record<string, string>, body?: Buffer) =>
  fetch(`${origin}${path}`, {
    method,
    headers: { 'access-token': tokens[who] ?? '', 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
const partType = 'application/offset+octet-stream';

async function begin(size: number, name = '第一讲 素描.mp4', who = 'ops'): Promise<string> {
  const answer = await tus(who, 'POST', `${courseUpload.path}/tus`, {
    'upload-length': String(size),
    'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
  });
  expect(answer.status).toBe(201);
  return answer.headers.get('location') ?? '';
}
const send = (at: string, start: number, content: Buffer, who = 'ops') =>
  tus(who, 'PATCH', at, { 'content-type': partType, 'upload-offset': String(start) }, content);
const offsetOf = async (at: string) =>
  Number((await tus('ops', 'HEAD', at, {})).headers.get('upload-offset'));
const idOf = (at: string) => Number(at.split('/').at(-1));

/** Sends a part and breaks the line after so many bytes. */
const sendBroken = (at: string, start: number, content: Buffer, bytes: number) =>
  new Promise<void>(done => {
    const sent = httpRequest(`${origin}${at}`, {
      method: 'PATCH',
      headers: {
        'access-token': tokens.ops ?? '',
        'tus-resumable': '1.0.0',
        'content-type': partType,
        'upload-offset': String(start),
        'content-length': String(content.length),
      },
    });
    sent.on('error', () => done());
    sent.write(content.subarray(0, bytes), () => sent.destroy());
  });

interface Video {
  readonly transStatus: number;
  readonly playForm: number | null;
  readonly sha256: string | null;
  readonly durationSec: number | null;
  readonly height: number | null;
  readonly note: string | null;
  readonly title: string;
}
const videoOf = async (videoId: number) =>
  (
    await rows(sql<Video>`
      select trans_status, play_form, sha256, duration_sec, height, note, title
      from t_course_upload where video_id = ${videoId}`)
  )[0];

/** Uploads a video and has it converted; returns its number. */
async function video(content: Buffer): Promise<number> {
  const at = await begin(content.length);
  expect((await send(at, 0, content)).status).toBe(204);
  await runJobs();
  return idOf(at);
}

let next = 0;
async function aCourse(more: object = {}): Promise<number> {
  const answer = await call('admin', 'POST', course.path, {
    ...{ courseName: `课程 ${next++}`, cover: await aPicture(), courseType: 1, price: '99.00' },
    ...more,
  });
  expect(answer.status, answer.message).toBe(200);
  return answer.data.courseId;
}
async function aPicture(): Promise<string> {
  const form = new FormData();
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(64)]);
  form.append('file', new Blob([jpeg]), 'cover.jpg');
  const answer = await fetch(`${origin}/common/file/upload`, {
    method: 'POST',
    headers: { 'access-token': tokens.admin ?? '' },
    body: form,
  });
  return ((await answer.json()) as { data: string }).data;
}
async function aLesson(courseId: number, more: object = {}): Promise<number> {
  const body = { courseId, lessonName: `课时 ${next++}`, ...more };
  const answer = await call('admin', 'POST', lesson.path, body);
  expect(answer.status, answer.message).toBe(200);
  return answer.data.lessonId;
}
const audit = (who: string, courseId: number, pass: number, remark?: string) =>
  call(who, 'POST', '/api/course/audit', { courseId, pass, ...(remark && { remark }) });
const step = (who: string, name: string, courseId: number) =>
  call(who, 'PUT', `${course.path}/${name}`, { courseId });
const stateOf = async (courseId: number) =>
  (
    await rows(sql<{ auditStatus: number; upStatus: number }>`
      select audit_status, up_status from t_course where course_id = ${courseId}`)
  )[0];

/** A call of the app, signed with its key. */
async function app(url: string, body: object) {
  const text = JSON.stringify(body);
  const time = String(Math.floor(it.engine.clock.now().getTime() / 1000));
  const nonce = randomUUID();
  const sign = createHmac('sha256', secret)
    .update(signedHead('POST', url, time, nonce))
    .update(text)
    .digest('hex');
  const answer = await fetch(`${origin}${url}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...{ 'x-app-key': 'wish', 'x-app-time': time, 'x-app-nonce': nonce, 'x-app-sign': sign },
    },
    body: text,
  });
  // biome-ignore lint/suspicious/noExplicitAny: JSON of the call under test
  const { data } = (await answer.json()) as { data: any };
  return { status: answer.status, data };
}

let candidate = 0;
async function aCandidate(): Promise<number> {
  const [found] = await rows(sql<{ userId: number }>`
    select user_id from t_wish_user where status = 1 and not deleted order by user_id offset ${candidate++} limit 1`);
  return found?.userId ?? 0;
}

describe('a video', () => {
  test('arrives whole over a line that breaks, is converted into heights it has, and its checksum is kept', async () => {
    const content = film(9 * 1024 * 1024);
    const at = await begin(content.length);
    let sent = 0;
    for (const bytes of [300_000, 5_000_000, 1_000_000]) {
      await sendBroken(at, sent, content.subarray(sent), bytes);
      await expect.poll(() => offsetOf(at)).toBeGreaterThan(sent);
      sent = await offsetOf(at);
    }
    expect((await send(at, sent, content.subarray(sent))).status).toBe(204);
    // A sender who missed the answer learns that all of it is there.
    expect(await offsetOf(at)).toBe(content.length);
    await runJobs();
    expect(await videoOf(idOf(at))).toEqual({
      transStatus: 2,
      playForm: 2,
      sha256: createHash('sha256').update(content).digest('hex'),
      durationSec: 13,
      height: 720,
      note: null,
      title: '第一讲 素描',
    });
    expect(await rows(sql`select 1 from t_course_upload_piece where video_id = ${idOf(at)}`)).toEqual([]);
  });

  test('that lies about its kind is refused with its first part, and cannot be continued', async () => {
    const at = await begin(200_000, '视频.mp4');
    const answer = await send(at, 0, Buffer.from(`<html>${'x'.repeat(199_994)}`));
    expect(answer.status).toBe(415);
    expect(await videoOf(idOf(at))).toMatchObject({ transStatus: 3, note: expect.stringContaining('不是') });
    expect((await tus('ops', 'HEAD', at, {})).status).toBe(404);
    expect((await send(at, 0, film(200_000))).status).toBe(404);
  });

  test('of 2 GB is accepted, of one byte more it is not; nor are more bytes than were announced', async () => {
    await begin(limits.courseVideoBytes);
    const more = await tus('ops', 'POST', `${courseUpload.path}/tus`, {
      'upload-length': String(limits.courseVideoBytes + 1),
    });
    expect(more.status).toBe(413);
    const at = await begin(1_000);
    expect((await send(at, 0, film(1_001))).status).toBe(413);
    expect(await offsetOf(at)).toBe(0);
  });

  test('that stops at 99 % is continued another day, and lapses after a week without a part', async () => {
    const content = film(1_000_000);
    const at = await begin(content.length);
    await send(at, 0, content.subarray(0, 990_000));
    await later(30);
    expect((await send(at, 980_000, content.subarray(980_000))).status).toBe(409);
    expect((await send(at, 990_000, content.subarray(990_000))).status).toBe(204);
    const other = await begin(content.length);
    await send(other, 0, content.subarray(0, 990_000));
    await later(24 * 7 + 1);
    await createStepClock({ engine: it.engine, logger: silentLogger(), works: true }).takeDue();
    expect(await videoOf(idOf(other))).toMatchObject({ transStatus: 3 });
    expect((await send(other, 990_000, content.subarray(990_000))).status).toBe(404);
    await runJobs();
  });

  test('whose node died after the last piece is completed when its sender asks where to go on', async () => {
    const content = film(500_000);
    const at = await begin(content.length);
    await send(at, 0, content);
    jobs.length = 0;
    await sql`update t_biz_log set status = 'fail' where status = 'processing'`.execute(it.engine.db);
    await sql`update t_course_upload set trans_status = 4 where video_id = ${idOf(at)}`.execute(it.engine.db);
    expect(await offsetOf(at)).toBe(content.length);
    await runJobs();
    expect(await videoOf(idOf(at))).toMatchObject({ transStatus: 2 });
  });

  test('is stored once by ten senders of the same part at once', async () => {
    const content = film(700_000);
    const at = await begin(content.length);
    const sent = await Promise.all(Array.from({ length: 10 }, () => send(at, 0, content)));
    const statuses = sent.map(({ status }) => status).toSorted();
    expect(statuses[0]).toBe(204);
    expect(statuses.filter(status => status === 204)).toHaveLength(1);
    expect(await offsetOf(at)).toBe(content.length);
    await runJobs();
    expect((await videoOf(idOf(at)))?.sha256).toBe(createHash('sha256').update(content).digest('hex'));
  });

  test('that cannot be read fails with the reason, and a small one is not enlarged', async () => {
    const bad = await video(film(50_000, 'UNREADABLE'));
    expect(await videoOf(bad)).toMatchObject({
      transStatus: 3,
      note: '无法读取视频：Invalid data found when processing input',
    });
    const small = await video(film(50_000, 'SMALL'));
    expect(await videoOf(small)).toMatchObject({ transStatus: 2, height: 241 });
    expect((await convertedHeights(programs)).at(-1)).toBe(240);
  });

  test('whose conversion is killed goes on with the height that was missing', async () => {
    const content = film(60_000, 'DIES');
    const at = await begin(content.length);
    await send(at, 0, content);
    const [job = 0] = jobs.splice(0);
    await expect(workOne(job)).rejects.toThrow(/SIGKILL/);
    const before = await convertedHeights(programs);
    expect(before.slice(-2)).toEqual([360, 720]);
    await workOne(job);
    expect((await convertedHeights(programs)).slice(before.length)).toEqual([720]);
    expect(await videoOf(idOf(at))).toMatchObject({ transStatus: 2, playForm: 2 });
  });

  test('may be uploaded by those who may, in the version of the protocol', async () => {
    expect((await tus('sale01', 'POST', `${courseUpload.path}/tus`, { 'upload-length': '10' })).status).toBe(
      403,
    );
    const old = await tus('ops', 'POST', `${courseUpload.path}/tus`, {
      'tus-resumable': '0.2.0',
      'upload-length': '10',
    });
    expect(old.status).toBe(412);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(film(40_000))]), '一次传完.mp4');
    const whole = await fetch(`${origin}${courseUpload.path}`, {
      method: 'POST',
      headers: { 'access-token': tokens.ops ?? '' },
      body: form,
    });
    // biome-ignore lint/suspicious/noExplicitAny: JSON of the call under test
    const { data, message } = (await whole.json()) as any;
    expect(whole.status, message).toBe(200);
    await runJobs();
    expect(await videoOf(data.videoId)).toMatchObject({ transStatus: 2, title: '一次传完' });
  });
});

describe('a course', () => {
  test('is filled, reviewed, put up, sold and watched; who has not bought it sees the trial lesson alone', async () => {
    const courseId = await aCourse({ courseName: '素描三十讲' });
    expect((await step('ops', 'submit', courseId)).message).toContain('课时');
    const videoId = await video(film(80_000));
    const trial = await aLesson(courseId, { lessonName: '试看', videoId, freeFlag: 1 });
    const paid = await aLesson(courseId, { lessonName: '第二讲', videoId, chapterName: '第一章' });
    expect((await step('ops', 'submit', courseId)).status).toBe(200);
    expect((await call('admin', 'POST', lesson.path, { courseId, lessonName: '偷加' })).status).toBe(400);
    expect((await audit('sale01', courseId, 1)).status).toBe(403);
    expect((await audit('ops', courseId, 0)).status).toBe(400);
    expect((await audit('ops', courseId, 1)).status).toBe(200);
    expect((await step('ops', 'putUp', courseId)).status).toBe(200);
    const [goods] = await rows(sql<{ goodsId: number; upStatus: number; price: string }>`
      select goods_id, up_status, price::text as price from t_goods where course_id = ${courseId}`);
    expect(goods).toMatchObject({ upStatus: 1, price: '99.00' });

    const userId = await aCandidate();
    const play = (lessonId: number, who = userId) => app('/api/course/app/play', { lessonId, userId: who });
    expect((await play(trial)).status).toBe(200);
    expect((await play(paid)).status).toBe(403);
    const order = await call('admin', 'POST', '/api/data/wish/service/order', {
      userId,
      goodsId: goods?.goodsId,
      payType: 5,
    });
    expect(order.status, order.message).toBe(200);
    const watched = await play(paid);
    expect(watched.data).toMatchObject({ form: 'hls', durationSec: 13, courseName: '素描三十讲' });
    expect(watched.data.watermark).toContain(String(userId));
    expect(await watch(watched.data.url)).toEqual(['segment 0 at 720', 'segment 1 at 720']);
    const sold = await call('admin', 'GET', `${course.path}/info?courseId=${courseId}`);
    expect(sold.data).toMatchObject({ saleNum: 1, lessonNum: 2 });

    // Off the shelf it is sold no more, and goes on for those who bought it.
    expect((await step('ops', 'takeDown', courseId)).status).toBe(200);
    expect((await play(trial, await aCandidate())).status).toBe(403);
    expect((await play(paid)).status).toBe(200);
    const late = await call('admin', 'POST', '/api/data/wish/service/order', {
      userId: await aCandidate(),
      goodsId: goods?.goodsId,
      payType: 5,
    });
    expect(late.status).toBe(400);
  });

  test('goes back to draft with a change after a refusal, and stays approved when a reviewer changes it', async () => {
    const courseId = await aCourse();
    const lessonId = await aLesson(courseId);
    await step('ops', 'submit', courseId);
    await audit('ops', courseId, 0, '封面模糊');
    expect(await stateOf(courseId)).toMatchObject({ auditStatus: 3 });
    await aLesson(courseId);
    expect(await stateOf(courseId)).toMatchObject({ auditStatus: 0 });
    await step('ops', 'submit', courseId);
    await audit('ops', courseId, 1);
    const { data } = await call('ops', 'GET', `${lesson.path}/info?lessonId=${lessonId}`);
    const body = { lessonId, version: data.version, durationSec: 90 };
    expect((await call('ops', 'PUT', lesson.path, body)).status).toBe(200);
    expect(await stateOf(courseId)).toMatchObject({ auditStatus: 2 });
  });

  test('keeps its lessons in the order and the chapters that a person gives them, and tells a second one', async () => {
    const courseId = await aCourse();
    const ids = [await aLesson(courseId), await aLesson(courseId), await aLesson(courseId)];
    const order = {
      courseId,
      rows: ids.toReversed().map(id => ({ id, version: 1 })),
      chapters: { [ids[0] ?? 0]: '乙' },
    };
    expect((await call('ops', 'PUT', `${lesson.path}/order`, order)).status).toBe(200);
    const list = await call('ops', 'GET', `${lesson.path}/list?courseId=${courseId}`);
    expect(list.data.records.map((row: { lessonId: number }) => row.lessonId)).toEqual(ids.toReversed());
    expect(list.data.records.at(-1)).toMatchObject({ chapterName: '乙' });
    expect((await call('ops', 'PUT', `${lesson.path}/order`, order)).reason).toBe('staleVersion');
  });

  test('holds the videos of its lessons, whose key is given to the viewer alone', async () => {
    const courseId = await aCourse();
    const videoId = await video(film(70_000));
    const lessonId = await aLesson(courseId, { videoId });
    const gone = await call('admin', 'DELETE', `${courseUpload.path}?ids=${videoId}`);
    expect(gone.status).toBe(409);
    const { data } = await call('ops', 'GET', `${lesson.path}/play?lessonId=${lessonId}`);
    const key = data.url.replace('list.m3u8', 'key');
    expect((await it.call('GET', key)).status).toBe(401);
    expect((await call('admin', 'GET', key)).status).toBe(403);
    expect((await call('ops', 'GET', key)).status).toBe(200);
    expect((await it.call('GET', key.replace(/token=.{8}/, 'token=AAAAAAAA'))).status).toBe(404);
    const shown = await call('admin', 'GET', `${courseUpload.path}/info?videoId=${videoId}`);
    expect(JSON.stringify(shown.data)).not.toMatch(/source-|generation/);
    it.pass({ hours: 7 });
    expect((await it.call('GET', data.url)).status).toBe(404);
  });
});

/** Plays a list as a player does, and returns the plain segments of its largest height. */
async function watch(url: string): Promise<string[]> {
  const read = async (address: URL) => Buffer.from(await (await fetch(address)).arrayBuffer());
  const master = new URL(url, origin);
  const lines = (await read(master)).toString().split('\n');
  const best = lines.filter(line => line.startsWith('list.m3u8')).at(-1) ?? '';
  const listed = (await read(new URL(best, master))).toString();
  const key = await read(new URL(/URI="([^"]+)"/.exec(listed)?.[1] ?? '', master));
  const iv = Buffer.from(/IV=0x([0-9a-f]{32})/.exec(listed)?.[1] ?? '', 'hex');
  const segments = listed.split('\n').filter(line => line.startsWith('segment.ts'));
  return Promise.all(
    segments.map(async line => {
      const decipher = createDecipheriv('aes-128-cbc', key, iv);
      return Buffer.concat([decipher.update(await read(new URL(line, master))), decipher.final()]).toString();
    }),
  );
}
