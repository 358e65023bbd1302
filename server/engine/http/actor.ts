import { failure } from '@yikao/model/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '../scope/actor.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; undefined only on routes marked `public`. Read it with {@link actorOf}. */
    actor: Actor | undefined;
  }
  interface FastifyContextConfig {
    /** Allows calls without a session. Set explicitly on each such route. */
    public?: boolean;
    /** Requires a login session: API tokens may not call it, whatever their codes. */
    sessionOnly?: boolean;
    /** Changes nothing, whatever its method: read-only API tokens may call it. */
    reads?: boolean;
  }
}

/** Finds the actor of a token, or undefined if the token is unknown, expired or revoked. */
export type Authenticate = (token: string, request: FastifyRequest) => Promise<Actor | undefined>;

/**
 * Requires a session on every route without `config: { public: true }`. The token comes in the `access-token` header
 * (spec section 7).
 */
export function requireSession(app: FastifyInstance, authenticate: Authenticate): void {
  app.decorateRequest('actor', undefined);
  app.addHook('onRequest', async request => {
    const token = request.headers['access-token'];
    if (typeof token === 'string' && token !== '') request.actor = await authenticate(token, request);
    assertTokenMay(request);
    if (request.actor === undefined && request.routeOptions.config.public !== true) {
      // An unknown address gives the same answer to everyone.
      if (request.is404) return;
      throw failure('unauthenticated');
    }
  });
}

/** Throws `tokenNotAllowed` and `readOnlyToken` if an API token may not make the call. */
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
