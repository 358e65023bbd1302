import { createHmac, timingSafeEqual } from 'node:crypto';
import { failure } from '@yikao/model/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FeatureContext } from './feature.ts';

/** How far the clocks of an app and ours may be apart, in milliseconds. */
export const clockMs = 300_000;

/**
 * Refuses a call that no app has signed with `wrongSignature`. Headers: `x-app-key` names the key, `x-app-time` is the
 * moment in seconds since 1970, `x-app-sign` the HMAC-SHA256 in hex, by the secret of that key, of the time, a line feed
 * and the body as it came.
 */
function assertSigned(
  request: FastifyRequest,
  body: Buffer,
  appKeys: ReadonlyMap<string, string>,
  now: Date,
): void {
  const header = (name: string) => String(request.headers[name] ?? '');
  const secret = appKeys.get(header('x-app-key'));
  const time = header('x-app-time');
  const near = /^\d{10}$/.test(time) && Math.abs(Number(time) * 1000 - now.getTime()) <= clockMs;
  // Made with some secret at any rate, so that the time it takes does not tell which keys there are.
  const expected = createHmac('sha256', secret ?? 'none')
    .update(`${time}\n`)
    .update(body)
    .digest();
  const given = Buffer.from(header('x-app-sign'), 'hex');
  const same = given.length === expected.length && timingSafeEqual(given, expected);
  if (secret === undefined || !near || !same) throw failure('wrongSignature');
}

/**
 * Handles calls of the consumer apps (0.7, 13), each signed by an app's key, in a room of their own: here the bytes of
 * bodies are kept, since signatures are over them. A body has at most `mostBytes`.
 */
export function signedCalls(
  app: FastifyInstance,
  { engine: { clock }, config }: Pick<FeatureContext, 'engine' | 'config'>,
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
      assertSigned(request, bodies.get(request) ?? Buffer.alloc(0), config.appKeys, clock.now());
    });
    mount(scope);
  });
}
