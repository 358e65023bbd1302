import type { registry } from '@yikao/model/contexts/datasets.ts';
import { courseUploadSteps } from '@yikao/model/contexts/teaching/course-upload.machine.ts';
import type { RowOf } from '@yikao/model/kernel/dataset.ts';
import { sql } from 'kysely';
import { defineStepServer } from '../../engine/steps/step-server.ts';
import type { Columns } from '../../engine/table/columns.ts';
import { playableFormOf } from './video/media.ts';
import { queueConversion } from './video/queue-conversion.ts';

type Values = Partial<RowOf<typeof registry.courseUpload>>;

const valuesFor = <R extends { readonly rowKey: number }>(rows: readonly R[], of: (row: R) => Values) =>
  new Map(rows.map(row => [row.rowKey, { values: of(row) }]));

/** The effects of the steps of a video (domain J3). Its content is removed by the clean-up, not within a step. */
export const courseUploadStepServer = defineStepServer(courseUploadSteps, {
  needs: {
    kept: async ({ db, rows }) => {
      const found = await sql<Columns<typeof registry.courseUpload, 'videoId'>>`
        select video_id from t_course_upload as u where video_id = any(${rows.map(row => row.rowKey)}::bigint[])
          and (u.path is not null or exists (select 1 from t_course_upload_piece as p where p.video_id = u.video_id))`.execute(
        db,
      );
      const kept = new Set(found.rows.map(({ videoId }) => videoId));
      return new Set(rows.map(row => row.rowKey).filter(key => !kept.has(key)));
    },
  },
  effects: {
    receive: async ({ rows }) => valuesFor(rows, () => ({ expireTime: null, note: null })),
    refuse: async ({ rows, given }) => valuesFor(rows, () => ({ expireTime: null, note: given.note })),
    lapse: async ({ rows }) =>
      valuesFor(rows, () => ({ expireTime: null, note: '未在期限内传完，请重新上传' })),
    begin: async ({ rows }) => valuesFor(rows, () => ({ note: null })),
    finish: async ({ rows, given }) =>
      valuesFor(rows, row => ({ note: given.note, playForm: playableFormOf(row.media) ? 2 : 1 })),
    fail: async ({ rows, given }) => valuesFor(rows, () => ({ note: given.note })),
    async convert({ engine, db, rows }) {
      await queueConversion(engine, db);
      return valuesFor(rows, () => ({ note: null }));
    },
  },
});
