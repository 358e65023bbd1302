import { ttShelf } from '@yikao/model/contexts/tiktok/tiktok.codes.ts';
import { ttCourseSteps } from '@yikao/model/contexts/tiktok/tt-course.machine.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { defineStepServer } from '../../engine/steps/step-server.ts';
import { laterAsk } from './ask-times.ts';
import { postAsks } from './messages.ts';

/** The effects of the steps of courses (domain 3.10): what the platform has to do goes out with the step. */
export const ttCourseStepServer = defineStepServer(ttCourseSteps, {
  needs: {},
  effects: {
    async submit({ engine, db, rows, now }) {
      await postAsks(
        engine,
        db,
        rows.map(({ rowKey }) => ({ ask: 'submitCourse', id: rowKey })),
      );
      return new Map(
        rows.map(({ rowKey }) => [
          rowKey,
          { values: { submitTime: shanghaiTime(now), auditRemark: null, askTime: null } },
        ]),
      );
    },
    async ask({ engine, db, rows, now }) {
      await postAsks(
        engine,
        db,
        rows.map(({ rowKey }) => ({ ask: 'courseState', id: rowKey })),
      );
      return new Map(
        rows.map(({ rowKey, submitTime }) => [rowKey, { values: { askTime: laterAsk(submitTime, now) } }]),
      );
    },
    approve: async ({ rows }) =>
      new Map(rows.map(({ rowKey }) => [rowKey, { values: { askTime: null, upStatus: ttShelf.is.up } }])),
    reject: async ({ rows }) => new Map(rows.map(({ rowKey }) => [rowKey, { values: { askTime: null } }])),
    revise: async ({ rows }) =>
      new Map(rows.map(({ rowKey }) => [rowKey, { values: { upStatus: ttShelf.is.down } }])),
    putUp: async ({ rows }) =>
      new Map(rows.map(({ rowKey }) => [rowKey, { values: { upStatus: ttShelf.is.up } }])),
    takeDown: async ({ rows }) =>
      new Map(rows.map(({ rowKey }) => [rowKey, { values: { upStatus: ttShelf.is.down } }])),
  },
});
