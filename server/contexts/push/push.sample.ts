import { registry } from '@yikao/model/contexts/datasets.ts';
import { sql } from 'kysely';
import { defineSample } from '../../engine/testing/sample-side.ts';

/** Apps whose pushes are simulated. */
export const pushAppSample = defineSample(registry.pushApp, {
  values: () => ({ vendor: 9, vendorAppId: null, templateId: null, titleKey: null, contentKey: null }),
});

/** Tasks for everybody; one that is sent has a list already, one that is built has none. */
export const pushTaskSample = defineSample(registry.pushTask, {
  // Sent at once: a planned time has to be ahead.
  values: () => ({ audienceType: 1, audience: null, linkType: 0, linkValue: null, sendTime: null }),
  internal: () => ({
    audienceType: 1,
    audience: null,
    linkType: 0,
    targetNum: 0,
    jobId: null,
    dueTime: null,
  }),
  beside: (db, key) => sql`update t_push_task set app_ids = '{1}' where task_id = ${key}`.execute(db),
  takenBy: (db, key, step) =>
    sql`
      update t_push_task set target_num = ${step === 'distribute' ? 1 : 0} where task_id = ${key}`.execute(
      db,
    ),
});
