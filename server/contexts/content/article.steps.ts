import { articleSteps } from '@yikao/model/contexts/content/article.machine.ts';
import { articleUpStatus } from '@yikao/model/contexts/content/content.codes.ts';
import { reviewStatus } from '@yikao/model/contexts/partner/partner.codes.ts';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';
import { holds } from '../../engine/scope/access.ts';
import type { Actor } from '../../engine/scope/actor.ts';
import { defineStepServer } from '../../engine/steps/step-server.ts';
import { postPictures } from './pictures/bring-pictures.ts';

/** Columns that name the reviewer and the time. */
function reviewed(actor: Actor, now: Date) {
  return { auditBy: actor.userId, auditTime: shanghaiTime(now) };
}

/** The effects of the review and of the shelf (domain L1, 3.14). */
export const articleStepServer = defineStepServer(articleSteps, {
  needs: {},
  effects: {
    submit: async ({ rows, by, now }) => {
      const publishes = holds(by.actor, 'base:article:publish');
      return new Map(
        rows.map(row => [
          row.rowKey,
          publishes
            ? { to: 'approved' as const, values: { ...reviewed(by.actor, now), auditRemark: null } }
            : { to: 'submitted' as const, values: { auditRemark: null } },
        ]),
      );
    },
    approve: async ({ rows, given, by, now }) =>
      new Map(
        rows.map(row => [
          row.rowKey,
          // The words of a former refusal do not stay on an approved article.
          { values: { ...reviewed(by.actor, now), auditRemark: given.auditRemark ?? null } },
        ]),
      ),
    reject: async ({ rows, by, now }) =>
      new Map(rows.map(row => [row.rowKey, { values: reviewed(by.actor, now) }])),
    revise: async ({ rows, by }) => {
      const publishes = holds(by.actor, 'base:article:publish');
      return new Map(
        rows.map(row => [
          row.rowKey,
          {
            to:
              row.auditStatus === reviewStatus.is.approved && publishes
                ? ('approved' as const)
                : ('draft' as const),
          },
        ]),
      );
    },
    putUp: async ({ rows, given, now }) =>
      new Map(
        rows.map(row => [
          row.rowKey,
          {
            values: {
              upStatus: articleUpStatus.is.on,
              firstUpTime: row.firstUpTime ?? shanghaiTime(now),
              // Without a time the article is public from now on; an earlier one is kept, as its date.
              publishTime:
                given.publishTime ??
                (given.publishTime === undefined ? row.publishTime : null) ??
                shanghaiTime(now),
            },
          },
        ]),
      ),
    bringPictures: async ({ engine, db, rows }) => {
      await postPictures(
        engine,
        db,
        rows.map(row => ({ ...row, pictureFaults: null })),
      );
      return new Map(rows.map(row => [row.rowKey, { values: { pictureFaults: null } }]));
    },
    takeDown: async ({ rows }) =>
      new Map(rows.map(row => [row.rowKey, { values: { upStatus: articleUpStatus.is.off } }])),
  },
});
