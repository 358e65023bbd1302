import { pageOf } from '@yikao/model/calls/envelope.ts';
import { liftBody, liftCode, lockQuery, lockRow, locksCode, smsBudgets } from '@yikao/model/calls/locks.ts';
import { failure } from '@yikao/model/errors.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { z } from 'zod';
import { holds } from '../../engine/access.ts';
import { actorOf } from '../../engine/http/actor.ts';
import { answer } from '../../engine/http/answer.ts';
import type { CallDoc } from '../../engine/http/doc.ts';
import { pageParameters } from '../../engine/paging.ts';
import type { Feature } from '../feature.ts';
import { readSmsBudgets } from '../sms-budget.ts';
import { liftLocks, readLocks } from './locks.ts';

const docs = {
  list: {
    summary: label('登录限制', 'Locks on logins'),
    tag: 'auth',
    permission: locksCode,
    query: lockQuery.extend(pageParameters().shape),
    data: pageOf(lockRow),
  },
  lift: {
    summary: label('解除登录限制', 'Lift locks on logins'),
    tag: 'auth',
    permission: liftCode,
    body: liftBody,
    data: z.object({ count: z.int() }),
  },
  sms: {
    summary: label('短信验证码用量', 'How many text codes have been sent'),
    tag: 'auth',
    permission: locksCode,
    data: smsBudgets,
  },
} as const satisfies Record<string, CallDoc>;

/** The locks that failed logins have made, to be looked at and lifted, and how much of the text messages is used. */
export const locksFeature: Feature = (app, { engine: { db, clock } }) => {
  app.get('/api/admin/lock', { config: { doc: docs.list } }, async request =>
    answer(request, await readLocks(db, actorOf(request), clock.now(), request.query)),
  );

  app.delete('/api/admin/lock', { config: { sessionOnly: true, doc: docs.lift } }, async request => {
    const { keys } = liftBody.parse(request.body ?? {});
    return answer(request, { count: await liftLocks(db, actorOf(request), clock.now(), keys) });
  });

  app.get('/api/admin/lock/sms', { config: { doc: docs.sms } }, async request => {
    if (!holds(actorOf(request), locksCode)) throw failure('forbidden');
    return answer(request, await readSmsBudgets(db, clock.now()));
  });
};
