import {
  type AnyCall,
  type CallLimit,
  type DataIn,
  partsOf,
  type Shape,
  type Taken,
} from '@yikao/model/calls/call.ts';
import { failure } from '@yikao/model/errors.ts';
import { fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Label } from '@yikao/model/kernel/label.ts';
import { issue, issueOf } from '@yikao/model/kernel/validate/issues.ts';
import type { MessageKey } from '@yikao/model/messages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { readPage } from '../read/paging.ts';
import { authoriseCall } from '../scope/access.ts';
import type { Actor } from '../scope/actor.ts';
import type { Db } from '../table/sql.ts';
import { answer } from './answer.ts';
import { answerOnce } from './call-once.ts';
import type { Documented } from './doc.ts';
import type { Only } from './only.ts';
import { takeAttempt } from './rate-limit.ts';
import { unknownNames } from './unknown-names.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Dependencies of {@link handle} besides the call; see {@link serveCalls}. */
    callParts: { readonly db: Db; readonly clock: Clock };
  }
  interface FastifyContextConfig {
    /** The call that the route handles. Every route of the product has one. */
    call?: AnyCall;
    /** More precise input and output schemas than the call's own; see {@link Documented}. */
    documented?: () => Documented;
  }
}

/** An authorised call with its parsed input. */
export interface Calling<C extends Shape> extends Taken<C> {
  /** The caller; undefined for a public call without a session. */
  readonly actor: C['may'] extends 'public' ? Actor | undefined : Actor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Idempotency key of the call; undefined if none was sent. */
  readonly callKey: string | undefined;
  /** Replaces the call's success message. */
  readonly say: (message: MessageKey) => void;
}

/** The result of a handler: the call's data, the address to redirect to, or what Fastify sends. */
type Handled<C extends Shape> = C['answers'] extends 'json'
  ? C['data'] extends z.ZodType
    ? DataIn<C>
    : undefined
  : C['answers'] extends 'redirect'
    ? string
    : unknown;

/** Further options for handling a call. */
interface HandleOptions {
  /** Makes the call public, as an installation setting. */
  readonly open?: boolean;
  readonly documented?: () => Documented;
}

/** Prepares {@link handle}: rate limits are counted in this database. */
export function serveCalls(app: FastifyInstance, parts: { readonly db: Db; readonly clock: Clock }): void {
  app.decorate('callParts', parts);
}

/**
 * Mounts a call under all its addresses: checks the session, the permission and the rate limit, parses path, query,
 * page and body, answers with the result of `fn`, and registers the call for the document and the audit log. A call
 * already mounted at the address stays. Passes on what `fn` throws, and throws `unauthenticated`, `forbidden`,
 * `tooManyRequests` and `invalidFields`.
 */
export function handle<C extends AnyCall, const R extends Handled<C>>(
  app: FastifyInstance,
  call: C,
  fn: (calling: Calling<C>) => Promise<R & Only<Handled<C>, R>>,
  { open = false, documented }: HandleOptions = {},
): void {
  const { limit, before = [] } = call;
  for (const address of [call.address, ...(call.also ?? [])]) {
    const { method, path } = partsOf(address);
    if (app.hasRoute({ method, url: path })) continue;
    app.route({
      method,
      url: path,
      // Files are already compressed, and compressed ranges of one would not fit together.
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
        // The handler's types follow from the call's schemas, which have just parsed the input.
        const work = () => fn(calling as unknown as Calling<C>);
        if (call.once === true && calling.callKey !== undefined) {
          const { callKey: key, params, query, body } = calling;
          // Strangers share the number 0: their keys are random, and an answer to one is no secret.
          const about = { userId: request.actor?.userId ?? 0, key, address: call.address };
          const given = { params, query, body: body ?? request.body };
          const kept = await answerOnce(app.callParts.db, { ...about, given }, async () => {
            const data = await work();
            return { data: data ?? null, message };
          });
          return answer(request, kept.data, kept.message);
        }
        const done = await work();
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

/** The label of a value in a call: the call's own, or that of the field of this name in the dataset it is about. */
function nameIn({ names, of }: AnyCall, name: string): Label | undefined {
  return names?.[name] ?? (typeof of === 'string' ? undefined : fieldOf(of, name)?.label);
}

function readCall(call: AnyCall, request: FastifyRequest) {
  const read = (schema: z.ZodType | undefined, raw: unknown, strict = false) =>
    schema && readBy(schema, raw, name => nameIn(call, name), strict);
  return {
    params: call.params ? read(call.params, request.params) : request.params,
    page: call.pageSize === undefined ? undefined : readPage(request.query, { usual: call.pageSize }),
    query: read(call.query, request.query),
    // A form is streamed to the code that stores its file.
    body: call.upload ? undefined : read(call.body, request.body ?? {}, !call.reads && !call.tolerant),
  };
}

/**
 * Reads by a schema; a `strict` reading also refuses names that the schema would drop. Throws `invalidFields` with every
 * problem, each sentence led by the field's name where it has one.
 */
function readBy(
  schema: z.ZodType,
  raw: unknown,
  labels: (name: string) => Label | undefined,
  strict = false,
): unknown {
  const read = schema.safeParse(raw);
  const unknown = strict ? unknownNames(schema, raw) : [];
  if (read.success && unknown.length === 0) return read.data;
  throw failure('invalidFields', {
    issues: [
      ...(read.error?.issues ?? []).map(found => issueOf(found)),
      ...unknown.map(name => issue(name.slice(0, 64), 'unknownField')),
    ],
    labels,
    cause: read.error,
  });
}

/** The idempotency key of a call. Throws `badRequest` for an invalid one. */
function callKeyOf(call: AnyCall, { headers }: FastifyRequest): string | undefined {
  const key = call.once ? headers['idempotency-key'] : undefined;
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\w-]{8,64}$/.test(key)) throw failure('badRequest');
  return key;
}
