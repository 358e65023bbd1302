import { failure } from '@yikao/model/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '../actor.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; undefined only on routes that say `public`. Read it with {@link actorOf}. */
    actor: Actor | undefined;
  }
  interface FastifyContextConfig {
    /** Anyone may call, without a session. The word is written out on each such route (house rule 2). */
    public?: boolean;
    /** Only for somebody who has logged in: no API token may call, whatever its codes. */
    sessionOnly?: boolean;
    /** Changes nothing although its method says so: an API token that may only read may call it. */
    reads?: boolean;
  }
}

/** Finds the actor of a token, or undefined when the token is none, expired or revoked. */
export type Authenticate = (token: string, request: FastifyRequest) => Promise<Actor | undefined>;

/**
 * Makes every route need a session unless it says `config: { public: true }`. The token travels in the
 * `access-token` header (spec section 7).
 */
export function requireSession(app: FastifyInstance, authenticate: Authenticate): void {
  app.decorateRequest('actor', undefined);
  app.addHook('onRequest', async request => {
    const token = request.headers['access-token'];
    if (typeof token === 'string' && token !== '') request.actor = await authenticate(token, request);
    assertTokenMay(request);
    if (request.actor === undefined && request.routeOptions.config.public !== true) {
      // An address that is no call answers as such, whoever asks.
      if (request.is404) return;
      throw failure('unauthenticated');
    }
  });
}

/** Throws `tokenNotAllowed` and `readOnlyToken` where an API token has no business. */
function assertTokenMay({ actor, method, routeOptions: { config } }: FastifyRequest): void {
  if (!actor?.token || config.public === true) return;
  if (config.sessionOnly === true) throw failure('tokenNotAllowed');
  const reads = method === 'GET' || method === 'HEAD' || config.reads === true;
  if (actor.token.readOnly && !reads) throw failure('readOnlyToken');
}

/** The actor of a request; throws `unauthenticated` without one. */
export function actorOf(request: FastifyRequest): Actor {
  if (!request.actor) throw failure('unauthenticated');
  return request.actor;
}
