import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeConverter } from './testing/converter.ts';
import { type CourseApp, film, openCourseApp } from './testing/course-app.ts';

const { course, courseUpload, lesson } = registry;

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

const audit = (who: string, courseId: number, pass: number, remark?: string) =>
  of.call(who, 'POST', '/api/course/audit', { courseId, pass, ...(remark && { remark }) });
const step = (who: string, name: string, courseId: number) =>
  of.call(who, 'PUT', `${course.path}/${name}`, { courseId });
const stateOf = async (courseId: number) =>
  (
    await of.rows(sql<{ auditStatus: number; upStatus: number }>`
      select audit_status, up_status from t_course where course_id = ${courseId}`)
  )[0];

let candidate = 0;
async function aCandidate(): Promise<number> {
  const [found] = await of.rows(sql<{ userId: number }>`
    select user_id from t_wish_user where status = 1 and not deleted order by user_id offset ${candidate++} limit 1`);
  return found?.userId ?? 0;
}

describe('a course', () => {
  test('is filled, reviewed, put up, sold and watched; who has not bought it sees the trial lesson alone', async () => {
    const courseId = await of.aCourse({ courseName: '素描三十讲' });
    expect((await step('ops', 'submit', courseId)).message).toContain('课时');
    const videoId = await of.video(film(80_000));
    const trial = await of.aLesson(courseId, { lessonName: '试看', videoId, freeFlag: 1 });
    const paid = await of.aLesson(courseId, { lessonName: '第二讲', videoId, chapterName: '第一章' });
    expect((await step('ops', 'submit', courseId)).status).toBe(200);
    expect((await of.call('admin', 'POST', lesson.path, { courseId, lessonName: '偷加' })).status).toBe(400);
    expect((await audit('sale01', courseId, 1)).status).toBe(403);
    expect((await audit('ops', courseId, 0)).status).toBe(400);
    expect((await audit('ops', courseId, 1)).status).toBe(200);
    expect((await step('ops', 'putUp', courseId)).status).toBe(200);
    const [goods] = await of.rows(sql<{ goodsId: number; upStatus: number; price: string }>`
      select goods_id, up_status, price::text as price from t_goods where course_id = ${courseId}`);
    expect(goods).toMatchObject({ upStatus: 1, price: '99.00' });

    const userId = await aCandidate();
    const play = (lessonId: number, who = userId) =>
      of.app('/api/course/app/play', { lessonId, userId: who });
    expect((await play(trial)).status).toBe(200);
    expect((await play(paid)).status).toBe(403);
    const order = await of.call('admin', 'POST', '/api/data/wish/service/order', {
      userId,
      goodsId: goods?.goodsId,
      payType: 5,
    });
    expect(order.status, order.message).toBe(200);
    const watched = await play(paid);
    expect(watched.data).toMatchObject({ form: 'hls', durationSec: 13, courseName: '素描三十讲' });
    expect(watched.data.watermark).toContain(String(userId));
    expect((await of.watch(watched.data.url))?.map(String)).toEqual(['segment 0 at 720', 'segment 1 at 720']);
    const sold = await of.call('admin', 'GET', `${course.path}/info?courseId=${courseId}`);
    expect(sold.data).toMatchObject({ saleNum: 1, lessonNum: 2 });

    // The address of a playback ends with the money that bought it.
    const stateOfOrder = (status: number) =>
      sql`update t_service_order set status = ${status} where order_id = ${order.data.orderId}`.execute(
        of.it.engine.db,
      );
    await stateOfOrder(3);
    const listed = await of.it.call('GET', watched.data.url);
    const keyed = await of.it.call('GET', watched.data.url.replace('list.m3u8', 'key'));
    expect([listed.status, keyed.status]).toEqual([403, 403]);
    await stateOfOrder(1);
    expect((await of.it.call('GET', watched.data.url)).status).toBe(200);

    // Off the shelf it is sold no more, and goes on for those who bought of.it.
    expect((await step('ops', 'takeDown', courseId)).status).toBe(200);
    expect((await play(trial, await aCandidate())).status).toBe(403);
    expect((await play(paid)).status).toBe(200);
    const late = await of.call('admin', 'POST', '/api/data/wish/service/order', {
      userId: await aCandidate(),
      goodsId: goods?.goodsId,
      payType: 5,
    });
    expect(late.status).toBe(400);
  });

  test('goes back to draft with a change after a refusal, and stays approved when a reviewer changes it', async () => {
    const courseId = await of.aCourse();
    const lessonId = await of.aLesson(courseId);
    await step('ops', 'submit', courseId);
    await audit('ops', courseId, 0, '封面模糊');
    expect(await stateOf(courseId)).toMatchObject({ auditStatus: 3 });
    await of.aLesson(courseId);
    expect(await stateOf(courseId)).toMatchObject({ auditStatus: 0 });
    await step('ops', 'submit', courseId);
    await audit('ops', courseId, 1);
    const { data } = await of.call('ops', 'GET', `${lesson.path}/info?lessonId=${lessonId}`);
    const body = { lessonId, version: data.version, durationSec: 90 };
    expect((await of.call('ops', 'PUT', lesson.path, body)).status).toBe(200);
    expect(await stateOf(courseId)).toMatchObject({ auditStatus: 2 });
  });

  test('keeps its lessons in the order and the chapters that a person gives them, and tells a second one', async () => {
    const courseId = await of.aCourse();
    const ids = [await of.aLesson(courseId), await of.aLesson(courseId), await of.aLesson(courseId)];
    const order = {
      courseId,
      rows: ids.toReversed().map(id => ({ id, version: 1 })),
      chapters: { [ids[0] ?? 0]: '乙' },
    };
    expect((await of.call('ops', 'PUT', `${lesson.path}/order`, order)).status).toBe(200);
    const list = await of.call('ops', 'GET', `${lesson.path}/list?courseId=${courseId}`);
    expect(list.data.records.map((row: { lessonId: number }) => row.lessonId)).toEqual(ids.toReversed());
    expect(list.data.records.at(-1)).toMatchObject({ chapterName: '乙' });
    expect((await of.call('ops', 'PUT', `${lesson.path}/order`, order)).reason).toBe('staleVersion');
  });

  test('gets every one of ten lessons that are added at once', async () => {
    const courseId = await of.aCourse();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        of.call('admin', 'POST', lesson.path, { courseId, lessonName: `同时 ${n}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  });

  test('goes on without a video that was taken from its lesson and deleted', async () => {
    const courseId = await of.aCourse();
    const videoId = await of.video(film(70_000));
    const lessonId = await of.aLesson(courseId, { videoId, content: '<p>讲义</p>' });
    const { version } = (await of.call('ops', 'GET', `${lesson.path}/info?lessonId=${lessonId}`)).data;
    await of.call('ops', 'PUT', lesson.path, { lessonId, version, videoId: null });
    expect((await of.call('admin', 'DELETE', `${courseUpload.path}?ids=${videoId}`)).status).toBe(200);
    const { data } = await of.call('ops', 'GET', `${lesson.path}/play?lessonId=${lessonId}`);
    expect(data).toMatchObject({ form: 'none', url: null, content: '<p>讲义</p>' });
    const added = await of.call('ops', 'POST', lesson.path, { courseId, lessonName: '旧视频', videoId });
    expect(added.status).toBe(400);
  });

  test('holds the videos of its lessons, whose key is given to the viewer alone', async () => {
    const courseId = await of.aCourse();
    const videoId = await of.video(film(70_000));
    const lessonId = await of.aLesson(courseId, { videoId });
    const gone = await of.call('admin', 'DELETE', `${courseUpload.path}?ids=${videoId}`);
    expect(gone.status).toBe(409);
    const { data } = await of.call('ops', 'GET', `${lesson.path}/play?lessonId=${lessonId}`);
    const key = data.url.replace('list.m3u8', 'key');
    expect((await of.it.call('GET', key)).status).toBe(401);
    expect((await of.call('admin', 'GET', key)).status).toBe(403);
    expect((await of.call('ops', 'GET', key)).status).toBe(200);
    expect((await of.it.call('GET', key.replace(/token=.{8}/, 'token=AAAAAAAA'))).status).toBe(404);
    const shown = await of.call('admin', 'GET', `${courseUpload.path}/info?videoId=${videoId}`);
    expect(JSON.stringify(shown.data)).not.toMatch(/source-|generation/);
    // The list is the viewer's as well, and the right of now counts for both.
    expect((await of.it.call('GET', data.url)).status).toBe(401);
    expect((await of.call('ops', 'GET', data.url)).status).toBe(200);
    const ops = await sql<{ userId: number }>`
      select user_id from t_admin_user where user_name = 'ops'`.execute(of.it.engine.db);
    const roles = await sql<{ roleId: number }>`
      delete from t_user_role where user_id = ${ops.rows[0]?.userId} returning role_id`.execute(
      of.it.engine.db,
    );
    await sql`update t_access_version set version = version + 1`.execute(of.it.engine.db);
    expect([
      (await of.call('ops', 'GET', key)).status,
      (await of.call('ops', 'GET', data.url)).status,
    ]).toEqual([403, 403]);
    for (const { roleId } of roles.rows)
      await sql`insert into t_user_role (user_id, role_id) values (${ops.rows[0]?.userId}, ${roleId})`.execute(
        of.it.engine.db,
      );
    await sql`update t_access_version set version = version + 1`.execute(of.it.engine.db);
    expect((await of.call('ops', 'GET', key)).status).toBe(200);
    expect((await of.call('admin', 'DELETE', `${lesson.path}?ids=${lessonId}`)).status).toBe(200);
    expect((await of.call('ops', 'GET', key)).status).toBe(404);
    of.it.pass({ hours: 7 });
    expect((await of.it.call('GET', data.url)).status).toBe(404);
  });
});
