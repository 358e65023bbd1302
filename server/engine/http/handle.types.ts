/**
 * Handlers that must not compile, one per line: the compiler reports every `@ts-expect-error` that has no error below
 * it. This code never runs.
 */

import type { DataIn } from '@yikao/model/calls/call.ts';
import { lockCalls } from '@yikao/model/contexts/people/locks.calls.ts';
import { loginCalls } from '@yikao/model/contexts/people/login.calls.ts';
import type { FastifyInstance } from 'fastify';
import { handle } from './handle.ts';

declare const lock: DataIn<typeof lockCalls.list>['records'][number];

/** Handlers are typed by the call's input, caller and answer. */
function handlers(app: FastifyInstance) {
  handle(app, lockCalls.lift, async ({ actor, body }) => ({ count: body.keys.length + actor.userId }));
  handle(app, lockCalls.list, async ({ page: { current, size } }) => ({
    records: [],
    total: 0,
    current,
    size,
  }));
  // @ts-expect-error it answers how many it were
  handle(app, lockCalls.lift, async () => undefined);
  // @ts-expect-error how many are a number
  handle(app, lockCalls.lift, async () => ({ count: 'all' }));
  // @ts-expect-error no such member of the body
  handle(app, lockCalls.lift, async ({ body }) => ({ count: body.ids.length }));
  // @ts-expect-error it answers all at once
  handle(app, lockCalls.sms, async ({ page }) => ({ hour: page.size, day: page.size }));
  // @ts-expect-error a public call has no actor
  handle(app, loginCalls.captcha, async ({ actor }) => actor.userId);
  handle(app, lockCalls.list, async ({ page }) => ({
    records: [0].map(at => ({ ...lock, key: String(at) })),
    total: 1,
    ...page,
  }));
  // @ts-expect-error a surplus name
  handle(app, lockCalls.lift, async () => ({ count: 1, counts: 1 }));
  const counted = { count: 1, keys: ['a'] };
  // @ts-expect-error a surplus name of a value
  handle(app, lockCalls.lift, async () => counted);
  // @ts-expect-error a surplus name beside those of a page
  handle(app, lockCalls.list, async ({ page }) => ({ records: [], total: 0, ...page, pages: 1 }));
  const records = [lock].map(one => ({ ...one, token: '' }));
  // @ts-expect-error a surplus name in the rows that a map gives
  handle(app, lockCalls.list, async ({ page }) => ({ records, total: 1, ...page }));
  // @ts-expect-error a surplus name where the answer is one of two
  handle(app, lockCalls.lift, async () => (Math.random() > 1 ? { count: 1 } : { count: 0, no: 1 }));
  // @ts-expect-error no such part of the path
  handle(app, loginCalls.captcha, async ({ params }) => params.id);
}

void handlers;
