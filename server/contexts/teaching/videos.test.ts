import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { limits } from '@yikao/model/limits.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createStepClock } from '../../engine/steps/clock.ts';
import { createLocalStore } from '../../platform/files/local-store.ts';
import { courseClean } from './course-clean.ts';
import { convertedHeights, writeConverter } from './testing/converter.ts';
import { type CourseApp, film, openCourseApp, partType } from './testing/course-app.ts';

const { courseUpload } = registry;

let of: CourseApp;
let programs = '';
beforeAll(async () => {
  programs = await mkdtemp(join(tmpdir(), 'yikao-converter-'));
  of = await openCourseApp(await writeConverter(programs));
});
afterAll(async () => {
  await of.it.close();
  await rm(programs, { recursive: true, force: true });
});

/** Sends a part and breaks the line after so many bytes. */
const sendBroken = (at: string, start: number, content: Buffer, bytes: number) =>
  new Promise<void>(done => {
    const sent = httpRequest(`${of.origin}${at}`, {
      method: 'PATCH',
      headers: {
        'access-token': of.tokens.ops ?? '',
        'tus-resumable': '1.0.0',
        'content-type': partType,
        'upload-offset': String(start),
        'content-length': String(content.length),
      },
    });
    sent.on('error', () => done());
    sent.write(content.subarray(0, bytes), () => sent.destroy());
  });

describe('a video', () => {
  test('arrives whole over a line that breaks, is converted into heights it has, and its checksum is kept', async () => {
    const content = film(9 * 1024 * 1024);
    const at = await of.begin(content.length);
    let sent = 0;
    for (const bytes of [300_000, 5_000_000, 1_000_000]) {
      await sendBroken(at, sent, content.subarray(sent), bytes);
      await expect.poll(() => of.offsetOf(at)).toBeGreaterThan(sent);
      sent = await of.offsetOf(at);
    }
    expect((await of.send(at, sent, content.subarray(sent))).status).toBe(204);
    // A sender who missed the answer learns that all of it is there.
    expect(await of.offsetOf(at)).toBe(content.length);
    await of.runJobs();
    expect(await of.videoOf(of.idOf(at))).toEqual({
      transStatus: 2,
      playForm: 2,
      sha256: createHash('sha256').update(content).digest('hex'),
      durationSec: 13,
      height: 720,
      note: null,
      title: '第一讲 素描',
    });
    expect(await of.rows(sql`select 1 from t_course_upload_piece where video_id = ${of.idOf(at)}`)).toEqual(
      [],
    );
  });

  test('that lies about its kind is refused with its first part, and cannot be continued', async () => {
    const at = await of.begin(200_000, '视频.mp4');
    const answer = await of.send(at, 0, Buffer.from(`<html>${'x'.repeat(199_994)}`));
    expect(answer.status).toBe(415);
    expect(await of.videoOf(of.idOf(at))).toMatchObject({
      transStatus: 3,
      note: expect.stringContaining('不是'),
    });
    expect((await of.tus('ops', 'HEAD', at, {})).status).toBe(404);
    expect((await of.send(at, 0, film(200_000))).status).toBe(404);
  });

  test('takes parts from its own sender alone, and is given up by nobody else', async () => {
    const at = await of.begin(100_000);
    const part = { 'content-type': partType, 'upload-offset': '0' };
    expect((await of.tus('admin', 'PATCH', at, part, film(100_000))).status).toBe(403);
    expect((await of.tus('admin', 'HEAD', at, {})).status).toBe(403);
    expect((await of.tus('admin', 'DELETE', at, {})).status).toBe(403);
    expect(await of.offsetOf(at)).toBe(0);
    expect((await of.send(at, 0, film(100_000))).status).toBe(204);
  });

  test('of 2 GB is accepted, of one byte more it is not; nor are more bytes than were announced', async () => {
    await of.begin(limits.courseVideoBytes);
    const more = await of.tus('ops', 'POST', `${courseUpload.path}/tus`, {
      'upload-length': String(limits.courseVideoBytes + 1),
    });
    expect(more.status).toBe(413);
    const at = await of.begin(1_000);
    expect((await of.send(at, 0, film(1_001))).status).toBe(413);
    expect(await of.offsetOf(at)).toBe(0);
  });

  test('that stops at 99 % is continued another day, and lapses after a week without a part', async () => {
    const content = film(1_000_000);
    const at = await of.begin(content.length);
    await of.send(at, 0, content.subarray(0, 990_000));
    await of.later(30);
    expect((await of.send(at, 980_000, content.subarray(980_000))).status).toBe(409);
    expect((await of.send(at, 990_000, content.subarray(990_000))).status).toBe(204);
    const other = await of.begin(content.length);
    await of.send(other, 0, content.subarray(0, 990_000));
    await of.later(24 * 7 + 1);
    await createStepClock({ engine: of.it.engine, onFailure: () => undefined }).takeDue();
    expect(await of.videoOf(of.idOf(other))).toMatchObject({ transStatus: 3 });
    expect((await of.send(other, 990_000, content.subarray(990_000))).status).toBe(404);
    await of.runJobs();
  });

  test('whose node died after the last piece is completed when its sender asks where to go on', async () => {
    const content = film(500_000);
    const at = await of.begin(content.length);
    await of.send(at, 0, content);
    of.jobs.length = 0;
    await sql`update t_biz_log set status = 'fail' where status = 'processing'`.execute(of.it.engine.db);
    await sql`update t_course_upload set trans_status = 4 where video_id = ${of.idOf(at)}`.execute(
      of.it.engine.db,
    );
    expect(await of.offsetOf(at)).toBe(content.length);
    await of.runJobs();
    expect(await of.videoOf(of.idOf(at))).toMatchObject({ transStatus: 2 });
  });

  test('is stored once by ten senders of the same part at once', async () => {
    const content = film(700_000);
    const at = await of.begin(content.length);
    const sent = await Promise.all(Array.from({ length: 10 }, () => of.send(at, 0, content)));
    const statuses = sent.map(({ status }) => status).toSorted();
    expect(statuses[0]).toBe(204);
    expect(statuses.filter(status => status === 204)).toHaveLength(1);
    expect(await of.offsetOf(at)).toBe(content.length);
    await of.runJobs();
    expect((await of.videoOf(of.idOf(at)))?.sha256).toBe(createHash('sha256').update(content).digest('hex'));
  });

  test('whose node died between a piece and its row loses that piece alone, which the clock removes', async () => {
    const { files } = of.it.engine;
    const content = film(6 * 1024 * 1024);
    const at = await of.begin(content.length);
    await of.send(at, 0, content.subarray(0, 1_000_000));
    const left = vi.spyOn(files, 'put').mockImplementationOnce(async (...what) => {
      await createLocalStore(join(of.it.dataDir, 'files')).put(...what);
      throw new Error('The node dies');
    });
    expect((await of.send(at, 1_000_000, content.subarray(1_000_000, 2_000_000))).status).toBe(500);
    left.mockRestore();
    const [stray] = await of.rows(sql<{ path: string }>`select path from t_course_pending_file`);
    const path = stray?.path ?? '';
    const clean = () =>
      courseClean({
        engine: of.it.engine,

        params: {},
        signal: new AbortController().signal,
      });
    expect((await clean()).zh).toContain('残留文件 0 个');
    expect(await files.stat(path)).toMatchObject({ size: 1_000_000 });
    await of.later(25);
    expect((await clean()).zh).toContain('残留文件 1 个');
    expect(await files.stat(path)).toBeUndefined();
    expect((await of.send(at, 1_000_000, content.subarray(1_000_000))).status).toBe(204);
    await of.runJobs();
    expect(await of.videoOf(of.idOf(at))).toMatchObject({
      ...{ transStatus: 2, sha256: createHash('sha256').update(content).digest('hex') },
    });
    expect(await of.rows(sql`select 1 from t_course_pending_file`)).toEqual([]);
  });

  test('that cannot be read fails with the reason, and a small one is not enlarged', async () => {
    const bad = await of.video(film(50_000, 'UNREADABLE'));
    expect(await of.videoOf(bad)).toMatchObject({
      transStatus: 3,
      note: '无法读取视频：Invalid data found when processing input',
    });
    // A phone held upright stores 1280x720 with a note to turn it: the picture is 720 wide.
    const upright = await of.video(film(50_000, 'UPRIGHT'));
    const [kept] = await of.rows(
      sql<{ media: { heights: { width: number; height: number }[] } }>`
        select media from t_course_upload where video_id = ${upright}`,
    );
    expect(kept?.media.heights.map(({ width, height }) => [width, height])).toEqual([
      [202, 360],
      [404, 720],
      [608, 1080],
    ]);
    const small = await of.video(film(50_000, 'SMALL'));
    expect(await of.videoOf(small)).toMatchObject({ transStatus: 2, height: 241 });
    expect((await convertedHeights(programs)).at(-1)).toBe(240);
  });

  test('whose conversion is killed goes on with the height that was missing', async () => {
    const content = film(60_000, 'DIES');
    const at = await of.begin(content.length);
    await of.send(at, 0, content);
    const [job = 0] = of.jobs.splice(0);
    await expect(of.workOne(job)).rejects.toThrow(/SIGKILL/);
    const before = await convertedHeights(programs);
    expect(before.slice(-2)).toEqual([360, 720]);
    await of.workOne(job);
    expect((await convertedHeights(programs)).slice(before.length)).toEqual([720]);
    expect(await of.videoOf(of.idOf(at))).toMatchObject({ transStatus: 2, playForm: 2 });
  });

  test('may be uploaded by those who may, in the version of the protocol', async () => {
    expect(
      (await of.tus('sale01', 'POST', `${courseUpload.path}/tus`, { 'upload-length': '10' })).status,
    ).toBe(403);
    const old = await of.tus('ops', 'POST', `${courseUpload.path}/tus`, {
      'tus-resumable': '0.2.0',
      'upload-length': '10',
    });
    expect(old.status).toBe(412);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(film(40_000))]), '一次传完.mp4');
    const whole = await fetch(`${of.origin}${courseUpload.path}`, {
      method: 'POST',
      headers: { 'access-token': of.tokens.ops ?? '' },
      body: form,
    });
    // biome-ignore lint/suspicious/noExplicitAny: JSON of the call under test
    const { data, message } = (await whole.json()) as any;
    expect(whole.status, message).toBe(200);
    await of.runJobs();
    expect(await of.videoOf(data.videoId)).toMatchObject({ transStatus: 2, title: '一次传完' });
  });
});
