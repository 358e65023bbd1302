import type { registry } from '@yikao/model/contexts/datasets.ts';
import { lectureApplySteps } from '@yikao/model/contexts/teaching/lecture-apply.machine.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { sql } from 'kysely';
import { defineStepServer } from '../../engine/steps/step-server.ts';
import type { Columns } from '../../engine/table/columns.ts';

type Times = Columns<typeof registry.lecture, 'id' | 'startTime' | 'endTime'>;

/** The effects of the steps of a registration (domain J4). */
export const lectureApplyStepServer = defineStepServer(lectureApplySteps, {
  needs: {
    day: async ({ db, rows, now }) => {
      const found = await sql<Times>`
        select id, start_time, end_time from t_lecture
        where id = any(${rows.map(row => row.lectureId)}::bigint[])`.execute(db);
      const today = shanghaiTime(now).slice(0, 10);
      const held = new Set(
        found.rows.flatMap(({ id, startTime, endTime }) => {
          const first = shanghaiTime(startTime).slice(0, 10);
          const last = shanghaiTime(endTime ?? startTime).slice(0, 10);
          return first <= today && today <= last ? [id] : [];
        }),
      );
      return new Set(rows.filter(row => !held.has(row.lectureId)).map(row => row.rowKey));
    },
  },
  effects: {
    sign: async ({ rows, now }) =>
      new Map(
        rows.map(row => [row.rowKey, { values: { signFlag: 1 as const, signTime: shanghaiTime(now) } }]),
      ),
    unsign: async ({ rows }) =>
      new Map(rows.map(row => [row.rowKey, { values: { signFlag: 0 as const, signTime: null } }])),
  },
});
