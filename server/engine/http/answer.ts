import type { Envelope } from '@yikao/model/calls/envelope.ts';
import { AppError, type ErrorCode, failure } from '@yikao/model/errors.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import { issueOf } from '@yikao/model/kernel/validate/issues.ts';
import { type MessageKey, messages } from '@yikao/model/messages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { faultOf } from '../../platform/faults.ts';

/** The caller's language; Chinese unless English is preferred. */
export function languageFor(request: FastifyRequest): Language {
  return languageOf(request.headers['accept-language']);
}

/** The envelope of a success. */
export function answer<T>(request: FastifyRequest, data: T, message: MessageKey = 'ok'): Envelope<T> {
  return { success: true, code: 200, message: messages[message][languageFor(request)], data };
}

/** Fastify's own error codes, with the matching error of our list. */
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
 * PostgreSQL's codes for values that passed every schema but do not fit a column: a text with a NUL, also within JSON,
 * or a number or time out of range.
 */
const unstorable = new Set(['22021', '22P05', '22003', '22008']);

/**
 * Converts any error to one of our list: validation errors of Zod and Fastify, temporary failures of the database, disk
 * or file store, and `internal` for everything unforeseen.
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
 * The error of our list that answers a request: a known one as it is; an unknown one is logged in full and its details
 * are hidden.
 */
export function failureOf(error: unknown, request: FastifyRequest, reply: FastifyReply): AppError {
  const known = asAppError(error);
  if (known.status >= 500) request.log.error({ err: known.cause ?? known }, 'request failed');
  else request.log.debug({ reason: known.code }, 'request refused');
  if (known.retryAfter !== undefined) reply.header('retry-after', known.retryAfter);
  return known;
}

/** The error handler of calls: answers with the envelope of {@link failureOf}. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = failureOf(error, request, reply);
  const language = languageFor(request);
  const errors = known.fieldErrors(language);
  const first = errors[0]?.message;
  void reply.status(known.status).send({
    success: false,
    code: known.status,
    message: known.code === 'invalidFields' && first ? first : known.text(language),
    data: { reason: known.code, ...(errors.length > 0 && { errors }), ...known.options.data },
  } satisfies Envelope);
}

/**
 * The language of an `Accept-Language` header: English only if it is preferred to Chinese. A missing or malformed
 * header gives Chinese.
 */
function languageOf(acceptLanguage: string | undefined): Language {
  for (const part of (acceptLanguage ?? '').toLowerCase().split(',')) {
    const tag = part.trim().split(';')[0] ?? '';
    if (tag.startsWith('zh')) return 'zh';
    if (tag.startsWith('en')) return 'en';
  }
  return 'zh';
}
