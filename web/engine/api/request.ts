import { limits } from '@yikao/model/limits.ts';
import type { ZodType } from 'zod';
import { currentLanguage, languageTags } from '../../i18n/i18n.ts';
import { deviceHeader } from '../session/known-device.ts';
import { endSession, readSession } from '../session/session.ts';
import { type Answer, failureOf, readAnswer, unreachable, unreadable } from './answer.ts';
import { ApiError } from './api-error.ts';
import { addressOf } from './hosts.ts';
import { notice } from './notice.ts';
import { type Query, queryString } from './query-string.ts';
import { markReachable } from './reachability.ts';

/** Methods of the calls. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What a call may carry. */
export interface RequestOptions {
  readonly query?: Query;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** `false`: a failure is shown by the caller, in its place; no toast. A toast otherwise. */
  readonly toast?: boolean;
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
 * @throws ApiError for every failure, shown as a toast unless `toast` is false. A 401, by status or by body,
 * also ends the session it was made with (domain Q20). A call aborted by `signal` throws the signal's own
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
  const token = readSession()?.token;
  try {
    const answer = await send(method, path, token, options);
    const failure = failureOf(answer);
    if (failure) throw failure;
    return options.schema ? checked(options.schema, answer) : answer.envelope?.data;
  } catch (error) {
    if (error instanceof ApiError) reportFailure(error, token, options.toast !== false);
    throw error;
  }
}

/**
 * What every failed call does beside being thrown: ends the session on a 401, and tells the person.
 * `token` is the one the call was made with: an answer to an older session must not end a newer one.
 */
export function reportFailure(error: ApiError, token: string | undefined, toast: boolean): void {
  if (error.code === 401 && token && readSession()?.token === token) endSession('expired');
  if (toast) notice.error(error.message);
}

async function send(
  method: Method,
  path: string,
  token: string | undefined,
  { query, body, signal, device }: RequestOptions,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(limits.requestTimeoutMs);
  try {
    const response = await fetch(addressOf(path) + queryString(query), {
      method,
      headers: {
        ...callHeaders(token),
        ...(device && deviceHeader()),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    markReachable(true);
    return readAnswer(response.status, await response.text());
  } catch (cause) {
    if (signal?.aborted) throw cause;
    if (!timeout.aborted) markReachable(false);
    throw unreachable(timeout.aborted, cause);
  }
}

function checked(schema: ZodType, answer: Answer): unknown {
  const result = schema.safeParse(answer.envelope?.data);
  if (!result.success) throw unreadable(answer, result.error);
  return result.data;
}
