import { apiTokenCalls } from '@yikao/model/contexts/people/api-tokens.calls.ts';
import { handle } from '../../../../engine/http/handle.ts';
import type { Feature } from '../../../shared/feature.ts';
import { allTokens, makeToken, ownTokens, revokeOthers, revokeOwn } from './manage.ts';

/** Tokens for scripts that call in a person's name; a token cannot create or revoke tokens. */
export const apiTokensFeature: Feature = (app, { engine: { db, clock } }) => {
  handle(app, apiTokenCalls.own, ({ actor }) => ownTokens(db, actor, clock.now()));
  handle(app, apiTokenCalls.make, ({ actor, body }) => makeToken(db, actor, body, clock.now()));
  handle(app, apiTokenCalls.revoke, async ({ actor, body }) => ({
    count: await revokeOwn(db, actor, body.ids),
  }));
  handle(app, apiTokenCalls.all, ({ actor, query, page }) =>
    allTokens(db, actor, { ...query, ...page }, clock.now()),
  );
  handle(app, apiTokenCalls.revokeOthers, async ({ actor, body }) => ({
    count: await revokeOthers(db, actor, body.ids),
  }));
};
