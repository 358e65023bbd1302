/**
 * Mistakes in handlers of calls that must not compile, one to a line: the compiler complains of every `@ts-expect-error`
 * beneath which nothing is wrong. Nothing here ever runs.
 */

import { lockCalls } from '@yikao/model/calls/locks.ts';
import { loginCalls } from '@yikao/model/calls/login.ts';
import type { FastifyInstance } from 'fastify';
import { handle } from './handle.ts';

/** Handlers know what a call takes, who makes it and what it answers. */
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
  // @ts-expect-error nobody has logged in where anyone may call
  handle(app, loginCalls.captcha, async ({ actor }) => actor.userId);
  // @ts-expect-error no such part of the path
  handle(app, loginCalls.captcha, async ({ params }) => params.id);
}

void handlers;
