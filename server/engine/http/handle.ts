import {
  type AnyCall,
  type CallLimit,
  type DataIn,
  partsOf,
  type Shape,
  type Taken,
} from '@yikao/model/calls/call.ts';
import { failure } from '@yikao/model/errors.ts';
import { issueOf } from '@yikao/model/kernel/issues.ts';
import type { MessageKey } from '@yikao/model/messages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { authoriseCall } from '../access.ts';
import type { Actor } from '../actor.ts';
import { readPage } from '../paging.ts';
import type { Db } from '../sql.ts';
import { answer } from './answer.ts';
import type { Documented } from './doc.ts';
import { takeAttempt } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The parts that {@link handle} needs beside the call; see {@link serveCalls}. */
    callParts: { readonly db: Db; readonly clock: Clock };
  }
  interface FastifyContextConfig {
    /** The call that the route handles. Every route of the product has one. */
    call?: AnyCall;
    /** Says more exactly than the call's own schemas what it takes and answers; see {@link Documented}. */
    documented?: () => Documented;
  }
}

/** A call that has come in: allowed, and read by its schemas. */
export interface Calling<C extends Shape> extends Taken<C> {
  /** Who calls; undefined for whoever makes a public call without a session. */
  readonly actor: C['may'] extends 'public' ? Actor | undefined : Actor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Key by which a call that comes twice is told; undefined where none came. */
  readonly callKey: string | undefined;
  /** Answers another message than the call's own. */
  readonly say: (message: MessageKey) => void;
}

/** The answer of a handler: the data, where the call has some; the address to go on at; or what Fastify sends. */
type Handled<C extends Shape> = C['answers'] extends 'json'
  ? C['data'] extends z.ZodType
    ? DataIn<C>
    : undefined
  : C['answers'] extends 'redirect'
    ? string
    : unknown;

/** How a call is handled beside what its value says. */
interface HandleOptions {
  /** Open to anybody, whatever the call says: a setting of the installation. */
  readonly open?: boolean;
  readonly documented?: () => Documented;
}

/** Makes {@link handle} ready: calls are counted in this database. */
export function serveCalls(app: FastifyInstance, parts: { readonly db: Db; readonly clock: Clock }): void {
  app.decorate('callParts', parts);
}

/**
 * Mounts a call under all its addresses: asks for the session and the permission, counts it, reads path, query, page
 * and body by their schemas, answers what `fn` gives, and tells document and audit log what the call is. A call of
 * the same address that was mounted before stays. Throws to the caller what `fn` throws, and `unauthenticated`,
 * `forbidden`, `tooManyRequests` and `invalidFields`.
 */
export function handle<C extends AnyCall>(
  app: FastifyInstance,
  call: C,
  fn: (calling: Calling<C>) => Promise<Handled<C>>,
  { open = false, documented }: HandleOptions = {},
): void {
  const { limit, before = [] } = call;
  for (const address of [call.address, ...(call.also ?? [])]) {
    const { method, path } = partsOf(address);
    if (app.hasRoute({ method, url: path })) continue;
    app.route({
      method,
      url: path,
      // A file is compressed already, and the parts of one would not fit together.
      ...(call.answers === 'file' && { compress: false }),
      config: {
        call,
        ...(documented && { documented }),
        public: open || call.may === 'public',
        sessionOnly: call.sessionOnly === true,
        reads: call.reads === true,
        beforePasswordChange: before.includes('passwordChange'),
        beforeEnrolment: before.includes('enrolment'),
      },
      // Counted before the body is read.
      ...(limit && { onRequest: (request: FastifyRequest) => admit(app, limit, request) }),
      handler: async (request, reply) => {
        if (!open) authoriseCall(call, request.actor);
        let message = call.message;
        const calling = {
          ...readCall(call, request),
          actor: request.actor,
          request,
          reply,
          callKey: callKeyOf(call, request),
          say: (said: MessageKey) => {
            message = said;
          },
        };
        // The types of the handler follow from the call's schemas, by which it has just been read.
        const done = await fn(calling as unknown as Calling<C>);
        if (call.answers === 'json') return answer(request, done ?? null, message);
        // After a form that was sent, the page that follows is read.
        const found = call.method === 'GET' ? 302 : 303;
        return call.answers === 'redirect' ? reply.redirect(String(done), found) : done;
      },
    });
  }
}

async function admit(app: FastifyInstance, limit: CallLimit, request: FastifyRequest): Promise<void> {
  const { db, clock } = app.callParts;
  const whose = limit.per === 'address' ? request.ip : String(request.actor?.userId);
  const attempt = await takeAttempt(db, `${limit.name}:${whose}`, limit, clock.now());
  if (!attempt.allowed) throw failure('tooManyRequests');
}

function readCall(call: AnyCall, request: FastifyRequest) {
  const read = (schema: z.ZodType | undefined, raw: unknown) => schema && readBy(schema, raw, call.names);
  return {
    params: call.params ? read(call.params, request.params) : request.params,
    page: call.pageSize === undefined ? undefined : readPage(request.query, { usual: call.pageSize }),
    query: read(call.query, request.query),
    // A form is read as it comes, by whoever keeps its file.
    body: call.upload ? undefined : read(call.body, request.body ?? {}),
  };
}

/**
 * Reads by a schema. Throws `invalidFields` with every problem, each sentence led by the field's name where it has
 * one.
 */
function readBy(schema: z.ZodType, raw: unknown, names: AnyCall['names'] = {}): unknown {
  const read = schema.safeParse(raw);
  if (read.success) return read.data;
  throw failure('invalidFields', {
    issues: read.error.issues.map(found => issueOf(found)),
    labels: name => names[name],
    cause: read.error,
  });
}

/** The key of a call that counts once. Throws `badRequest` for one that is none. */
function callKeyOf(call: AnyCall, { headers }: FastifyRequest): string | undefined {
  const key = call.once ? headers['idempotency-key'] : undefined;
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\w-]{8,64}$/.test(key)) throw failure('badRequest');
  return key;
}
