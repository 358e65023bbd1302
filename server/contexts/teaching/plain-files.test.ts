import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CourseApp, film, openCourseApp } from './testing/course-app.ts';

const { course, lesson } = registry;

let of: CourseApp;
beforeAll(async () => {
  of = await openCourseApp();
});
afterAll(() => of.it.close());

/** The cookie of an answer as a browser sends it back. */
const cookieOf = (headers: Readonly<Record<string, unknown>>) =>
  String(headers['set-cookie']).split(';')[0] ?? '';

test('a video that was not converted is given to the session of its viewer alone, and no longer than that lasts', async () => {
  const content = film(90_000);
  const videoId = await of.video(content);
  expect(await of.videoOf(videoId)).toMatchObject({ playForm: 1, note: expect.stringContaining('ffmpeg') });
  const courseId = await of.aCourse();
  const lessonId = await of.aLesson(courseId, { videoId, freeFlag: 1 });
  const play = (who: string) => of.call(who, 'GET', `${lesson.path}/play?lessonId=${lessonId}`);
  const [mine, theirs] = [await play('ops'), await play('admin')];
  expect(mine.data.form).toBe('file');
  expect(String(mine.headers['set-cookie'])).toMatch(
    /^yikao_play=[^;]+; Path=\/api\/course\/media\/file; Max-Age=21600; HttpOnly; SameSite=Strict/,
  );
  const get = (url: string, headers: Record<string, string> = {}) => fetch(of.origin + url, { headers });
  const cookie = cookieOf(mine.headers);
  expect((await get(mine.data.url)).status).toBe(401);
  expect((await get(mine.data.url, { cookie: 'yikao_play=no-session-of-ours-at-all' })).status).toBe(401);
  expect((await get(mine.data.url, { cookie: cookieOf(theirs.headers) })).status).toBe(403);
  const whole = await get(mine.data.url, { cookie });
  expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
  const part = await get(mine.data.url, { cookie, range: 'bytes=10-19' });
  expect([part.status, await part.bytes()]).toEqual([206, new Uint8Array(content.subarray(10, 20))]);

  // A candidate has no session here: the signed call of the app is what gives the token.
  await sql`update t_course set audit_status = 2, up_status = 1 where course_id = ${courseId}`.execute(
    of.it.engine.db,
  );
  const [user] = await of.rows(sql<{ userId: number }>`
    select user_id from t_wish_user where status = 1 and not deleted order by user_id limit 1`);
  const watched = await of.app(`${course.path}/app/play`, { lessonId, userId: user?.userId });
  expect((await get(watched.data.url)).status).toBe(200);

  await of.call('ops', 'POST', '/logout');
  expect((await get(mine.data.url, { cookie })).status).toBe(401);
});
