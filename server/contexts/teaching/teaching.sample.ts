import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineSample } from '../../engine/testing/sample-side.ts';
import { picture, uploaded } from '../content/display.sample.ts';

/** A course has a lesson when it is submitted, and a price when it is put up. */
export const courseSample = defineSample(registry.course, {
  values: n => ({ price: `${n + 1}.00`, freeFlag: 0, cover: picture }),
  ready: uploaded,
  given: { pass: 1 },
  takenBy: (db, key, step) =>
    sql`update t_course set up_status = ${step === 'takeDown' ? 1 : 0} where course_id = ${key}`.execute(db),
  beside: (db, key) =>
    sql`
      insert into t_lesson (course_id, lesson_name, free_flag, order_num, status)
      select ${key}, '样本课时', 0, 0, 1
      where not exists (select 1 from t_lesson where course_id = ${key} and not deleted)`.execute(db),
  alone: (db, key) => sql`update t_lesson set deleted = true where course_id = ${key}`.execute(db),
});

/**
 * A video is whole when it is converted again. A conversion is under way already, so that none begins, which would move
 * the other videos.
 */
export const courseUploadSample = defineSample(registry.courseUpload, {
  internal: () => ({ mediaSecret: null, media: null }),
  beside: async (db, key) => {
    await sql`update t_course_upload set size = 10, received = 10, path = 'course/0/source.mp4'
      where video_id = ${key}`.execute(db);
    await sql`
      insert into t_biz_log (biz_type, op, dataset, title, status, params, actor, user_id)
      select 663, 'convertVideos', 'courseUpload', '样本', 'processing', '{}', '{}', 0
      where not exists (select 1 from t_biz_log where op = 'convertVideos' and status = 'processing')`.execute(
      db,
    );
  },
});

/** A registration is for a lecture of today, without an order, signed in when that is to be undone. */
export const lectureApplySample = defineSample(registry.lectureApply, {
  internal: () => ({ orderId: null, signFlag: 0 }),
  takenBy: async (db, key, step) => {
    await sql`update t_lecture_apply set order_id = null, sign_flag = ${step === 'unsign' ? 1 : 0}
      where id = ${key}`.execute(db);
    await sql`update t_lecture set start_time = now() - interval '3 years', end_time = now() + interval '90 years'
      where id = (select lecture_id from t_lecture_apply where id = ${key})`.execute(db);
  },
});

/** A room has a separate anchor, who is in no other one. */
export const liveSample = defineSample(registry.live, {
  fresh: 'anchorId',
  values: () => ({ status: 1 }),
});

/** Goods are explained in a room that is live, and are explained when that is to end. */
export const liveRoomGoodsSample = defineSample(registry.liveRoomGoods, {
  given: { stockChange: 1 },
  takenBy: (db, key, step) =>
    sql`update t_live set live_status = 1, explain_id = ${step === 'unexplain' ? key : null}::bigint
      where id = (select live_id from t_live_room_goods where id = ${key})`.execute(db),
});
