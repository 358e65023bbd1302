import { apiTokenBody, apiTokenMade, apiTokenRow, revokeBody } from '@yikao/model/calls/api-tokens.ts';
import { pageOf } from '@yikao/model/calls/envelope.ts';
import { label } from '@yikao/model/kernel/label.ts';
import { z } from 'zod';
import { actorOf } from '../../../engine/http/actor.ts';
import { answer } from '../../../engine/http/answer.ts';
import type { CallDoc } from '../../../engine/http/doc.ts';
import type { Feature } from '../../feature.ts';
import { onlineQuery } from '../session-list.ts';
import { allTokens, makeToken, ownTokens, revokeOthers, revokeOwn } from './manage.ts';

const count = z.object({ count: z.int() });

const docs = {
  own: { summary: label('本人的 API 令牌', "One's own API tokens"), tag: 'auth', data: z.array(apiTokenRow) },
  make: {
    summary: label('创建 API 令牌，只显示一次', 'Make an API token, told once'),
    tag: 'auth',
    body: apiTokenBody,
    data: apiTokenMade,
  },
  revoke: {
    summary: label('吊销本人的 API 令牌', "Revoke API tokens of one's own"),
    tag: 'auth',
    body: revokeBody,
    data: count,
  },
  all: {
    summary: label('所有人的 API 令牌', "Everybody's API tokens"),
    tag: 'auth',
    permission: 'sys:online:list',
    query: onlineQuery,
    data: pageOf(apiTokenRow),
  },
  revokeOthers: {
    summary: label('吊销他人的 API 令牌', "Revoke others' API tokens"),
    tag: 'auth',
    permission: 'sys:online:kick',
    body: revokeBody,
    data: count,
  },
} as const satisfies Record<string, CallDoc>;

/** Tokens by which scripts call in a person's name; no token makes or revokes one. */
export const apiTokensFeature: Feature = (app, { engine: { db, clock } }) => {
  const sessionOnly = true;

  app.get('/api/admin/apiToken', { config: { sessionOnly, doc: docs.own } }, async request =>
    answer(request, await ownTokens(db, actorOf(request), clock.now())),
  );

  app.post('/api/admin/apiToken', { config: { sessionOnly, doc: docs.make } }, async request =>
    answer(request, await makeToken(db, actorOf(request), request.body, clock.now()), 'added'),
  );

  app.delete('/api/admin/apiToken', { config: { sessionOnly, doc: docs.revoke } }, async request =>
    answer(request, { count: await revokeOwn(db, actorOf(request), request.body) }),
  );

  app.get('/api/admin/online/apiToken', { config: { sessionOnly, doc: docs.all } }, async request =>
    answer(request, await allTokens(db, actorOf(request), request.query, clock.now())),
  );

  app.delete(
    '/api/admin/online/apiToken',
    { config: { sessionOnly, doc: docs.revokeOthers } },
    async request => answer(request, { count: await revokeOthers(db, actorOf(request), request.body) }),
  );
};
