import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type S3Server, startS3Server } from '../../testing/s3-server.ts';
import { writeConverter } from './testing/converter.ts';
import { type CourseApp, film, openCourseApp } from './testing/course-app.ts';

const { course, courseUpload } = registry;

let of: CourseApp;
let s3: S3Server;
let programs = '';
beforeAll(async () => {
  programs = await mkdtemp(join(tmpdir(), 'yikao-converter-'));
  s3 = await startS3Server();
  of = await openCourseApp(await writeConverter(programs), { FILES_URL: s3.filesUrl });
});
afterAll(async () => {
  await of.it.close();
  await s3.close();
  await rm(programs, { recursive: true, force: true });
});

test('a video in an S3-compatible store arrives in parts, is converted, watched and kept for its lesson', async () => {
  const content = film(9 * 1024 * 1024);
  const at = await of.begin(content.length);
  const half = 5 * 1024 * 1024;
  expect((await of.send(at, 0, content.subarray(0, half))).status).toBe(204);
  // A store that is overloaded for a moment is asked again.
  s3.failNext(2);
  const from = await of.offsetOf(at);
  expect((await of.send(at, from, content.subarray(from))).status).toBe(204);
  await of.runJobs();
  const videoId = of.idOf(at);
  expect(await of.videoOf(videoId)).toMatchObject({ transStatus: 2, playForm: 2 });
  const kept = [...s3.objects.keys()].filter(key => /segment|list|source/.test(key));
  expect(kept.length).toBeGreaterThan(0);
  expect(s3.unfinished.size).toBe(0);

  const courseId = await of.aCourse();
  const lessonId = await of.aLesson(courseId, { videoId, freeFlag: 1 });
  await sql`update t_course set audit_status = 2, up_status = 1 where course_id = ${courseId}`.execute(
    of.it.engine.db,
  );
  const [user] = await of.rows(sql<{ userId: number }>`
    select user_id from t_wish_user where status = 1 and not deleted order by user_id limit 1`);
  const { data } = await of.app(`${course.path}/app/play`, { lessonId, userId: user?.userId });
  const watched = await of.watch(data.url);
  expect(Buffer.concat(watched ?? []).length).toBeGreaterThan(0);

  expect(await of.call('admin', 'DELETE', `${courseUpload.path}?ids=${videoId}`)).toMatchObject({
    status: 409,
  });
});
