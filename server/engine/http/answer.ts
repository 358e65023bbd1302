import type { Envelope } from '@yikao/model/calls/envelope.ts';
import { AppError, type ErrorCode, failure } from '@yikao/model/errors.ts';
import { issueOf } from '@yikao/model/kernel/issues.ts';
import { type Language, languageOf } from '@yikao/model/kernel/label.ts';
import { type MessageKey, messages } from '@yikao/model/messages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { faultOf } from '../../platform/faults.ts';

/** The language the caller asked for; Chinese unless English is preferred. */
export function languageFor(request: FastifyRequest): Language {
  return languageOf(request.headers['accept-language']);
}

/** The envelope of a success (architecture section 5). */
export function answer<T>(request: FastifyRequest, data: T, message: MessageKey = 'ok'): Envelope<T> {
  return { success: true, code: 200, message: messages[message][languageFor(request)], data };
}

/** Codes of Fastify's own refusals, and the error of our list that says the same. */
const fastifyErrors: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'bodyTooLarge',
  FST_REQ_FILE_TOO_LARGE: 'bodyTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'badRequest',
  FST_ERR_CTP_INVALID_JSON_BODY: 'badRequest',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'badRequest',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'badRequest',
  FST_ERR_BAD_URL: 'badRequest',
};

/**
 * PostgreSQL's codes for values that came through every schema and fit no column all the same: a text with a NUL in
 * it, by itself or within JSON, a number or a time past the bounds of its type.
 */
const unstorable = new Set(['22021', '22P05', '22003', '22008']);

/**
 * Any error as one of our list: what Zod refused, what Fastify refused, what the database, the disk or the file store
 * could not do just now, and `internal` for all that is unforeseen.
 */
function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ZodError) {
    return failure('invalidFields', { issues: error.issues.map(found => issueOf(found)), cause: error });
  }
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  if (typeof code === 'string' && unstorable.has(code)) return failure('badRequest', { cause: error });
  const known = typeof code === 'string' ? fastifyErrors[code] : undefined;
  if (known) return failure(known, { cause: error });
  const fault = faultOf(error);
  if (fault) return failure(fault, { cause: error });
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return failure(statusCode === 429 ? 'tooManyRequests' : 'badRequest', { cause: error });
  }
  return failure('internal', { cause: error });
}

/**
 * The one error handler: a known error says what it is, an unknown one is logged whole and says nothing
 * (house rule 11).
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = asAppError(error);
  const language = languageFor(request);
  if (known.status >= 500) request.log.error({ err: known.cause ?? known }, 'request failed');
  else request.log.debug({ reason: known.code }, 'request refused');
  const errors = known.fieldErrors(language);
  const first = errors[0]?.message;
  if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter);
  void reply.status(known.status).send({
    success: false,
    code: known.status,
    message: known.code === 'invalidFields' && first ? first : known.text(language),
    data: { reason: known.code, ...(errors.length > 0 && { errors }), ...known.options.data },
  } satisfies Envelope);
}
