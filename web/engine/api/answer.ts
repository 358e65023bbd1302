import { z } from 'zod';
import { i18n } from '../../i18n/i18n.ts';
import { ApiError } from './api-error.ts';
import { isDoubtful, retryAfterOf, type Sign } from './signs.ts';

/** The envelope around every answer (domain 0.2). */
const envelope = z.object({
  success: z.boolean(),
  code: z.number(),
  message: z.string().nullish(),
  data: z.unknown(),
});

/** The content of a failure's `data`: problems of fields, and the stable name of the failure (model/errors.ts). */
const failureData = z.object({
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  reason: z.string().optional(),
});

/** The answer, with what it reveals about the server. */
export interface Answer extends Sign {
  /** Where the body is one. */
  readonly envelope?: z.infer<typeof envelope>;
}

/** Reads `text` as an envelope. A proxy's error page, or nothing at all, leaves the envelope out. */
export function readAnswer(status: number, text: string, retryAfter: string | null): Answer {
  const sign = { status, ours: false, retryAfter: retryAfterOf(retryAfter) };
  try {
    const result = envelope.safeParse(JSON.parse(text));
    if (!result.success) return sign;
    const { reason } = failureData.safeParse(result.data.data).data ?? {};
    return { ...sign, ours: true, reason, envelope: result.data };
  } catch {
    return sign;
  }
}

/**
 * The failure of `answer`, or undefined if it succeeded. The message comes from the server, else from spec section 8
 * for the HTTP status. For a `write`, an answer from another host, or from a server that lost its database on the way,
 * leaves the outcome unknown.
 */
export function failureOf(answer: Answer, write: boolean): ApiError | undefined {
  const { status, envelope: body } = answer;
  const doubtful = write && isDoubtful(answer);
  if (!body) {
    const fine = status >= 200 && status < 300;
    return new ApiError({
      status,
      code: fine ? 0 : status,
      message: fine ? i18n.t('messages:unreadable') : statusMessage(status),
      doubtful,
    });
  }
  const succeeded = body.success && status < 400 && body.code !== 401 && body.code !== 500;
  if (succeeded) return undefined;
  const details = failureData.safeParse(body.data).data;
  return new ApiError({
    status,
    code: body.code,
    message: body.message || statusMessage(body.code),
    reason: details?.reason,
    fieldErrors: details?.errors ?? [],
    data: body.data,
    doubtful,
  });
}

/** The failure of an unanswered call: after 60 s, or without network or server. A `write` may have taken effect. */
export function unanswered({
  timedOut,
  write,
  cause,
}: {
  readonly timedOut: boolean;
  readonly write: boolean;
  readonly cause: unknown;
}): ApiError {
  const lost = navigator.onLine ? 'messages:away' : 'messages:offline';
  return new ApiError({
    status: 0,
    code: timedOut ? 408 : 0,
    message: i18n.t(write ? 'messages:unanswered' : timedOut ? 'messages:http.status408' : lost),
    doubtful: write,
    cause,
  });
}

/** The failure of an answer with unexpected data: server and browser have different versions. */
export function unreadable({ status }: Answer, cause: unknown): ApiError {
  console.error('Answer does not fit its schema', cause);
  return new ApiError({ status, code: 0, message: i18n.t('messages:unreadable'), cause });
}

/** The text of spec section 8 for an HTTP status, in the language shown. */
export function statusMessage(status: number): string {
  switch (status) {
    case 400:
    case 401:
    case 403:
    case 404:
    case 408:
    case 413:
    case 429:
    case 500:
    case 501:
    case 502:
    case 503:
    case 504:
    case 505:
    case 507:
      return i18n.t(`messages:http.status${status}`);
    default:
      return i18n.t('messages:http.other', { status });
  }
}
