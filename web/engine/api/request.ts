import { limits } from '@yikao/model/limits.ts';
import type { ZodType } from 'zod';
import { currentLanguage, languageTags } from '../../i18n/i18n.ts';
import { deviceHeader } from '../session/known-device.ts';
import { renewedSession, settledSession } from '../session/session.ts';
import { type Answer, failureOf, readAnswer, unanswered, unreadable } from './answer.ts';
import { ApiError } from './api-error.ts';
import { noteAnswer, noteUnanswered } from './connection.ts';
import { addressOf } from './hosts.ts';
import { notice } from './notice.ts';
import { type Query, queryString } from './query-string.ts';
import { noteServerTime } from './server-clock.ts';

/** Methods of the calls. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a call may carry. */
export interface RequestOptions {
  readonly query?: Query;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** Makes a call that is sent twice count once, where the call knows such keys. */
  readonly callKey?: string;
  /** `false`: a failure is shown by the caller, in its place; no toast. A toast otherwise. */
  readonly toast?: boolean;
  /** `true`: the call belongs to no session, such as a login; it neither carries one nor waits for one. */
  readonly anonymous?: boolean;
  /** `false`: with a session that is over the call has no point; nobody is asked to log in again for it. */
  readonly renew?: boolean;
  /** `true`: tells the server which device this is, as logins do. */
  readonly device?: boolean;
}

/** Headers that every call carries: who asks, and in which language. */
export function callHeaders(token: string | undefined): Record<string, string> {
  return {
    'Accept-Language': languageTags[currentLanguage()],
    ...(token && { 'access-token': token }),
  };
}

/**
 * Makes a call and gives its `data`, checked by `schema` when there is one (spec section 7).
 *
 * @throws ApiError for every failure, shown as a toast unless `toast` is false. A 401, by status or by body, ends the
 * session it was made with (domain Q20): see {@link inSession}. A call aborted by `signal` throws the signal's own
 * reason and shows nothing.
 */
export function request<T>(
  method: Method,
  path: string,
  options: RequestOptions & { readonly schema: ZodType<T> },
): Promise<T>;
export function request(method: Method, path: string, options?: RequestOptions): Promise<unknown>;
export async function request(
  method: Method,
  path: string,
  options: RequestOptions & { readonly schema?: ZodType } = {},
): Promise<unknown> {
  const { schema, signal, toast = true, renew = true, anonymous = false } = options;
  const write = method !== 'GET';
  try {
    const call = async (token: string | undefined) => {
      const answer = await send(method, path, token, options);
      const failure = failureOf(answer, write);
      if (failure) throw failure;
      return schema ? checked(schema, answer) : answer.envelope?.data;
    };
    return anonymous ? await call(undefined) : await inSession(call, { inHand: write && renew, signal });
  } catch (error) {
    if (error instanceof ApiError && toast) tellFailure(error);
    throw error;
  }
}

/** Shows a failure as a toast; of a session that is over the login says so itself. */
export function tellFailure(error: ApiError): void {
  if (!error.sessionOver) notice.error(error.message);
}

/**
 * Makes a call with the token of the session. A token that the server refuses ends the session: with something
 * `inHand`, or not saved on any page, the person logs in again in place and the call is made once more, since the
 * server did nothing of it; else the login page is shown. `signal` ends the waiting.
 *
 * @throws ApiError what the call throws; of one that the session's end has stopped, marked so.
 */
export async function inSession<T>(
  call: (token: string | undefined) => Promise<T>,
  { inHand, signal }: { readonly inHand: boolean; readonly signal: AbortSignal | undefined },
): Promise<T> {
  for (;;) {
    const session = await settledSession(signal);
    try {
      return await call(session?.token);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 401 || !session) throw error;
      if (!(await renewedSession(session, inHand, signal))) throw error.ofSessionOver();
    }
  }
}

async function send(
  method: Method,
  path: string,
  token: string | undefined,
  { query, body, signal, device, callKey }: RequestOptions,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(limits.requestTimeoutMs);
  try {
    const response = await fetch(addressOf(path) + queryString(query), {
      method,
      headers: {
        ...callHeaders(token),
        ...(device && deviceHeader()),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(callKey !== undefined && { 'Idempotency-Key': callKey }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const answer = readAnswer(response.status, await response.text(), response.headers.get('Retry-After'));
    noteServerTime(response.headers.get('Date'));
    noteAnswer(answer);
    return answer;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    if (!timeout.aborted) noteUnanswered();
    throw unanswered({ timedOut: timeout.aborted, write: method !== 'GET', cause });
  }
}

function checked(schema: ZodType, answer: Answer): unknown {
  const result = schema.safeParse(answer.envelope?.data);
  if (!result.success) throw unreadable(answer, result.error);
  return result.data;
}
