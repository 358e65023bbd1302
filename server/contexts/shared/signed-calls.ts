import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { failure } from '@yikao/model/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type RateLimit, takeAttempt } from '../../engine/http/rate-limit.ts';
import type { Db } from '../../engine/table/sql.ts';
import type { FeatureContext } from './feature.ts';

/** Allowed clock difference between an app and us, in milliseconds. */
export const clockMs = 300_000;

/** A nonce that an app uses for one call only. */
const nonceForm = /^[\w-]{16,64}$/;

/** Time for which a signature is remembered: with a clock ahead of ours, it stays acceptable as long. */
const once: RateLimit = { max: 1, windowMs: 2 * clockMs };

/** The text before the body that an app signs: method, address, time and nonce, one to a line. */
export function signedHead(method: string, url: string, time: string, nonce: string): string {
  return `${method}\n${url}\n${time}\n${nonce}\n`;
}

/**
 * Refuses an unsigned or repeated call with `wrongSignature`. Headers: `x-app-key` names the key, `x-app-time` is the
 * time in seconds since 1970, `x-app-nonce` a nonce the app uses once, and `x-app-sign` the HMAC-SHA256 in hex, with
 * that key's secret, of the method, the address with its query, the time and the nonce, each ended by a line feed, and
 * the body as sent. Calls are remembered in the database, for all nodes.
 */
async function assertSigned(
  request: FastifyRequest,
  body: Buffer,
  appKeys: ReadonlyMap<string, string>,
  db: Db,
  now: Date,
): Promise<void> {
  const header = (name: string) => String(request.headers[name] ?? '');
  const secret = appKeys.get(header('x-app-key'));
  const time = header('x-app-time');
  const nonce = header('x-app-nonce');
  const near = /^\d{10}$/.test(time) && Math.abs(Number(time) * 1000 - now.getTime()) <= clockMs;
  // Calculated even without a key's secret, so that the duration does not reveal which keys exist.
  const expected = createHmac('sha256', secret ?? 'none')
    .update(signedHead(request.method, request.originalUrl, time, nonce))
    .update(body)
    .digest();
  const given = Buffer.from(header('x-app-sign'), 'hex');
  const same = given.length === expected.length && timingSafeEqual(given, expected);
  if (secret === undefined || !near || !same || !nonceForm.test(nonce)) throw failure('wrongSignature');
  const key = createHash('sha256')
    .update(`${header('x-app-key')}\n${nonce}`)
    .digest('base64url');
  if (!(await takeAttempt(db, `app-call:${key}`, once, now)).allowed) throw failure('wrongSignature');
}

/**
 * Handles calls of the consumer apps (0.7, 13), each signed with an app's key, in a separate scope that keeps the bytes
 * of bodies, since signatures cover them. A body has at most `mostBytes`.
 */
export function signedCalls(
  app: FastifyInstance,
  { engine: { clock, db }, config }: Pick<FeatureContext, 'engine' | 'config'>,
  mostBytes: number,
  mount: (scope: FastifyInstance) => void,
): void {
  const bodies = new WeakMap<FastifyRequest, Buffer>();
  void app.register(async scope => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: mostBytes },
      async (request: FastifyRequest, body: Buffer) => {
        bodies.set(request, body);
        try {
          return JSON.parse(body.toString('utf8'));
        } catch (error) {
          throw failure('badRequest', { cause: error });
        }
      },
    );
    scope.addHook('preValidation', async request => {
      await assertSigned(request, bodies.get(request) ?? Buffer.alloc(0), config.appKeys, db, clock.now());
    });
    mount(scope);
  });
}
