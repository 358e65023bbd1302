import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** Courses whose shelf is as the step wants it. */
export const ttCourseSample = defineSample(registry.ttCourse, {
  internal: () => ({ images: ['/upload/course.png'], askTime: null, platformId: null }),
  takenBy: (db, key, step) =>
    sql`update t_tt_course set up_status = ${step === 'takeDown' ? 1 : 0} where id = ${key}`.execute(db),
});

/** Mounts of a page, which needs nothing on the shelf, on an account that is authorised. */
export const ttMountSample = defineSample(registry.ttMount, {
  values: () => ({ mountType: 3, bizId: null, path: 'pages/score/index' }),
  internal: () => ({ mountType: 3, bizId: null, path: 'pages/score/index', platformId: null, askTime: null }),
  beside: (db, key) =>
    sql`
    update t_tt_account set auth_status = 1, expire_time = '2099-12-31'
    where id = (select account_id from t_tt_mount where id = ${key})`.execute(db),
});
