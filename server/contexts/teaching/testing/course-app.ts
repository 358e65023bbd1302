import { createDecipheriv, createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { work } from '../../../engine/jobs/work.ts';
import { silentLogger } from '../../../platform/logger.ts';
import { createStarterReader } from '../../people/auth/job-starter.ts';
import { signedHead } from '../../shared/signed-calls.ts';
import { openSeededApp, type SeededApp } from '../../testing/seeded-app.ts';

const { course, courseUpload, lesson } = registry;

/** The secret of the app that candidates use. */
const secret = 'the-secret-of-the-app-that-candidates-use';

/** Media type of a part of an upload. */
export const partType = 'application/offset+octet-stream';

/** An MPEG-4 file by its head, with these words in it and random content. */
export function film(bytes: number, words = ''): Buffer {
  const head = Buffer.concat([Buffer.from([0, 0, 0, 32]), Buffer.from(`ftypisom${words}`)]);
  return Buffer.concat([head, randomBytes(bytes)]).subarray(0, bytes);
}

interface Video {
  readonly transStatus: number;
  readonly playForm: number | null;
  readonly sha256: string | null;
  readonly durationSec: number | null;
  readonly height: number | null;
  readonly note: string | null;
  readonly title: string;
}

/** The product, listening, with the calls of people who keep courses and of the app of candidates. */
export type CourseApp = Awaited<ReturnType<typeof openCourseApp>>;

/** Starts the product with this program for videos, or without one, and these settings; jobs wait until {@link CourseApp.runJobs}. */
export async function openCourseApp(ffmpeg?: string, settings: Readonly<Record<string, string>> = {}) {
  const jobs: number[] = [];
  const tokens: Record<string, string> = {};
  const it: SeededApp = await openSeededApp({
    env: { ...(ffmpeg && { FFMPEG: ffmpeg }), APP_KEYS: `wish:${secret}`, ...settings },
    enqueue: async id => void jobs.push(id),
  });
  const logIn = async () => {
    for (const who of ['admin', 'ops', 'sale01']) tokens[who] = (await it.login(who)).token;
  };
  await logIn();
  await it.app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(it.app.server.address() as AddressInfo).port}`;

  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(it.engine.db)).rows as T[];
  const call = (who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
    it.call(method, url, { token: tokens[who] ?? '', ...(body && { body }) });
  const workOne = (id: number) =>
    work(
      {
        ...{ engine: it.engine, logger: silentLogger(), workFolder: it.dataDir },
        currentActor: createStarterReader(it.engine.clock),
      },
      id,
    );
  async function runJobs(): Promise<void> {
    for (let id = jobs.shift(); id !== undefined; id = jobs.shift()) await workOne(id);
  }

  const tus = (who: string, method: string, path: string, headers: Record<string, string>, body?: Buffer) =>
    fetch(`${origin}${path}`, {
      method,
      headers: { 'access-token': tokens[who] ?? '', 'tus-resumable': '1.0.0', ...headers },
      ...(body && { body: new Uint8Array(body) }),
    });
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
  const idOf = (at: string) => Number(at.split('/').at(-1));

  let next = 0;
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

  return {
    ...{ it, origin, jobs, tokens, rows, call, workOne, runJobs, tus, begin, send, idOf },
    /** Lets hours pass; sessions have ended by then. */
    async later(hours: number): Promise<void> {
      it.pass({ hours });
      await logIn();
    },
    offsetOf: async (at: string) => Number((await tus('ops', 'HEAD', at, {})).headers.get('upload-offset')),
    videoOf: async (videoId: number) =>
      (
        await rows(sql<Video>`
          select trans_status, play_form, sha256, duration_sec, height, note, title
          from t_course_upload where video_id = ${videoId}`)
      )[0],
    /** Uploads a video and has it converted; returns its number. */
    async video(content: Buffer): Promise<number> {
      const at = await begin(content.length);
      expect((await send(at, 0, content)).status).toBe(204);
      await runJobs();
      return idOf(at);
    },
    async aCourse(more: object = {}): Promise<number> {
      const answer = await call('admin', 'POST', course.path, {
        ...{ courseName: `课程 ${next++}`, cover: await aPicture(), courseType: 1, price: '99.00' },
        ...more,
      });
      expect(answer.status, answer.message).toBe(200);
      return answer.data.courseId;
    },
    async aLesson(courseId: number, more: object = {}): Promise<number> {
      const body = { courseId, lessonName: `课时 ${next++}`, ...more };
      const answer = await call('admin', 'POST', lesson.path, body);
      expect(answer.status, answer.message).toBe(200);
      return answer.data.lessonId;
    },
    /** A call of the app, signed with its key. */
    async app(url: string, body: object) {
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
    },
    /**
     * Plays a list as a player does, with these headers, and returns the plain segments of its largest height; undefined
     * if the key is refused.
     */
    async watch(url: string, headers: Record<string, string> = {}): Promise<Buffer[] | undefined> {
      const read = async (address: URL) => {
        const answer = await fetch(address, { headers });
        return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined;
      };
      const master = new URL(url, origin);
      const lines = String(await read(master)).split('\n');
      const best = lines.filter(line => line.startsWith('list.m3u8')).at(-1) ?? '';
      const listed = String(await read(new URL(best, master)));
      const key = await read(new URL(/URI="([^"]+)"/.exec(listed)?.[1] ?? '', master));
      if (!key) return undefined;
      const iv = Buffer.from(/IV=0x([0-9a-f]{32})/.exec(listed)?.[1] ?? '', 'hex');
      const segments = listed.split('\n').filter(line => line.startsWith('segment.ts'));
      return Promise.all(
        segments.map(async line => {
          const decipher = createDecipheriv('aes-128-cbc', key, iv);
          const content = (await read(new URL(line, master))) ?? Buffer.alloc(0);
          return Buffer.concat([decipher.update(content), decipher.final()]);
        }),
      );
    },
  };
}
