import { type AnyCall, type DataOut, type Given, pathOf } from '@yikao/model/calls/call.ts';
import { limits } from '@yikao/model/limits.ts';
import type { ZodType } from 'zod';
import { currentLanguage, languageTags } from '../../i18n/i18n.ts';
import { deviceHeader } from '../session/known-device.ts';
import { renewedSession, settledSession } from '../session/session.ts';
import { type Answer, failureOf, readAnswer, unanswered, unreadable } from './answer.ts';
import { ApiError } from './api-error.ts';
import { keyOfCall } from './call-keys.ts';
import { noteAnswer, noteUnanswered } from './connection.ts';
import { addressOf } from './hosts.ts';
import { notice } from './notice.ts';
import { queryString } from './query-string.ts';
import { noteServerTime } from './server-clock.ts';

/** Options of a call, besides its input. */
export interface SendOptions {
  readonly signal?: AbortSignal;
  /** Idempotency key, if the call supports one; defaults to that of an unanswered call. */
  readonly callKey?: string;
  /** `false`: the caller shows failures in place, without a toast. Defaults to a toast. */
  readonly toast?: boolean;
  /** `true`: the call needs no session, such as a login; it neither sends one nor waits for one. */
  readonly anonymous?: boolean;
  /** `false`: the call is pointless without a session, so it does not ask the person to log in again. */
  readonly renew?: boolean;
  /** `true`: sends the device's token, as logins do. */
  readonly device?: boolean;
}

/** The options of any call; {@link Given} types those of a particular one. */
interface Parts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The address of a call with its parameters; for resources the browser fetches itself, such as an image. */
export function callAddress<C extends AnyCall>(call: C, given: Given<C>): string {
  return addressWith(call, given as Parts);
}

function addressWith(call: AnyCall, { params, query }: Parts): string {
  return addressOf(call, pathOf(call, params)) + queryString(query);
}

/** Headers of every call: credentials and language. */
export function callHeaders(token: string | undefined): Record<string, string> {
  return {
    'Accept-Language': languageTags[currentLanguage()],
    ...(token && { 'access-token': token }),
  };
}

/**
 * Makes a call and returns its `data`, validated with the call's schema (spec section 7).
 *
 * @throws ApiError for every failure, shown as a toast unless `toast` is false. A 401, by status or by body, ends the
 * session it was made with (domain Q20): see {@link inSession}. A call aborted by `signal` throws the signal's reason
 * and shows nothing.
 */
export async function send<C extends AnyCall>(
  call: C,
  ...[given]: object extends Given<C> ? [given?: Given<C> & SendOptions] : [given: Given<C> & SendOptions]
): Promise<DataOut<C>> {
  // The call's types have checked the input; from here on it is assembled as text.
  const options = (given ?? {}) as Parts & SendOptions;
  const { signal, toast = true, renew = true, anonymous = false } = options;
  const write = call.method !== 'GET';
  const own = keyOfCall(call, options);
  const callKey = options.callKey ?? own.key;
  try {
    const make = async (token: string | undefined) => {
      const answer = await fetchAnswer(call, token, {
        ...options,
        ...(callKey !== undefined && { callKey }),
      });
      const failure = failureOf(answer, write);
      if (!failure?.doubtful) own.settle();
      if (failure) throw failure;
      // Checked by the schema that its type follows from.
      return (call.data ? checked(call.data, answer) : undefined) as DataOut<C>;
    };
    return anonymous ? await make(undefined) : await inSession(make, { inHand: write && renew, signal });
  } catch (error) {
    if (error instanceof ApiError && toast) tellFailure(error);
    throw error;
  }
}

/** Shows a failure as a toast, except for an ended session, which the login reports. */
export function tellFailure(error: ApiError): void {
  if (!error.sessionOver) notice.error(error.message);
}

/**
 * Makes a call with the session's token. If the server refuses the token, the session ends: with unsaved work, `inHand`
 * or on any page, the person logs in again in place and the call is repeated, since the server did nothing; otherwise
 * the login page is shown. `signal` stops the waiting.
 *
 * @throws ApiError from the call; marked if the end of the session stopped it.
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

async function fetchAnswer(
  call: AnyCall,
  token: string | undefined,
  options: Parts & SendOptions,
): Promise<Answer> {
  const { body, signal, device, callKey } = options;
  const timeout = AbortSignal.timeout(limits.requestTimeoutMs);
  try {
    const response = await fetch(addressWith(call, options), {
      method: call.method,
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
    throw unanswered({ timedOut: timeout.aborted, write: call.method !== 'GET', cause });
  }
}

function checked(schema: ZodType, answer: Answer): unknown {
  const result = schema.safeParse(answer.envelope?.data);
  if (!result.success) throw unreadable(answer, result.error);
  return result.data;
}
