import { lockCalls } from '@yikao/model/calls/locks.ts';
import { handle } from '../../engine/http/handle.ts';
import type { Feature } from '../feature.ts';
import { readSmsBudgets } from '../sms-budget.ts';
import { liftLocks, readLocks } from './locks.ts';

/** The locks that failed logins have made, to be looked at and lifted, and how much of the text messages is used. */
export const locksFeature: Feature = (app, { engine: { db, clock } }) => {
  handle(app, lockCalls.list, ({ actor, query, page }) =>
    readLocks(db, actor, clock.now(), { ...query, ...page }),
  );
  handle(app, lockCalls.lift, async ({ actor, body }) => ({
    count: await liftLocks(db, actor, clock.now(), body.keys),
  }));
  handle(app, lockCalls.sms, () => readSmsBudgets(db, clock.now()));
};
