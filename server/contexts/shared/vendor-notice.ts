import { failure } from '@yikao/model/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type RateLimit, takeAttempt } from '../../engine/http/rate-limit.ts';
import type { FeatureContext } from './feature.ts';
import { connectionOf } from './network.ts';

/**
 * Limit on notices without a valid signature from one address. Further ones are answered with `tooManyRequests` and no
 * longer logged. A notice with a valid signature is neither counted nor refused, since forged ones may come from the same
 * address, for example behind a shared proxy.
 */
const disbelieved: RateLimit = { max: 60, windowMs: 600_000 };

/** Keeps bodies as they were sent, up to `bodyLimit` bytes, for calls that vendors make in their own form. */
export function keepBodies(scope: FastifyInstance, bodyLimit: number): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, async (_: unknown, body: Buffer) => body);
}

/** The bytes of a body that was kept as sent; none for a request without one. */
export function bodyBytes({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** The JSON of a body that was kept as sent; undefined if it is none. */
export function bodyJson(request: FastifyRequest): unknown {
  try {
    return Buffer.isBuffer(request.body) ? JSON.parse(request.body.toString('utf8')) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Counts a notice that was found not to be the vendor's against its sender, and logs it. Call it after the signature was
 * checked, never before. `of` names the kind of notice, such as `call-notify`. Throws `tooManyRequests` beyond the limit.
 */
export async function disbelieve(
  { engine: { db, clock }, logger }: Pick<FeatureContext, 'engine' | 'logger'>,
  request: FastifyRequest,
  { of, reason }: { readonly of: string; readonly reason: string },
): Promise<void> {
  const key = `${of}:${connectionOf(request.ip)}`;
  if (!(await takeAttempt(db, key, disbelieved, clock.now())).allowed) throw failure('tooManyRequests');
  logger.warn({ reason, key }, 'A notice was not believed to be from the vendor');
}

/** Answers in a vendor's own form. */
export function answerVendor(reply: FastifyReply, status: number, json: string) {
  return reply.status(status).header('content-type', 'application/json; charset=utf-8').send(json);
}
