import { lockCalls } from '@yikao/model/contexts/people/locks.calls.ts';
import { handle } from '../../../../engine/http/handle.ts';
import type { Feature } from '../../../shared/feature.ts';
import { liftLocks, readLocks } from './locks.ts';

/** The locks that failed logins have made, to be looked at and lifted. */
export const locksFeature: Feature = (app, { engine: { db, clock } }) => {
  handle(app, lockCalls.list, ({ actor, query, page }) =>
    readLocks(db, actor, clock.now(), { ...query, ...page }),
  );
  handle(app, lockCalls.lift, async ({ actor, body }) => ({
    count: await liftLocks(db, actor, clock.now(), body.keys),
  }));
};
