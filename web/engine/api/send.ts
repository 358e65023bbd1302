import { type AnyCall, type DataOut, type Given, pathOf } from '@yikao/model/calls/call.ts';
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
import { queryString } from './query-string.ts';
import { noteServerTime } from './server-clock.ts';

/** How a call is made, beside what is given with it. */
export interface SendOptions {
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

/** The options of any call; {@link Given} has those of one. */
interface Parts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The address of a call, with what varies in it; for what the browser fetches by itself, such as an image. */
export function callAddress<C extends AnyCall>(call: C, given: Given<C>): string {
  return addressWith(call, given as Parts);
}

function addressWith(call: AnyCall, { params, query }: Parts): string {
  return addressOf(call, pathOf(call, params)) + queryString(query);
}

/** Headers that every call carries: who asks, and in which language. */
export function callHeaders(token: string | undefined): Record<string, string> {
  return {
    'Accept-Language': languageTags[currentLanguage()],
    ...(token && { 'access-token': token }),
  };
}

/**
 * Makes a call and gives its `data`, checked by the call's schema (spec section 7).
 *
 * @throws ApiError for every failure, shown as a toast unless `toast` is false. A 401, by status or by body, ends the
 * session it was made with (domain Q20): see {@link inSession}. A call aborted by `signal` throws the signal's own
 * reason and shows nothing.
 */
export async function send<C extends AnyCall>(
  call: C,
  ...[given]: object extends Given<C> ? [given?: Given<C> & SendOptions] : [given: Given<C> & SendOptions]
): Promise<DataOut<C>> {
  // The call's own types say what it takes; from here on it is text that is put together.
  const options = (given ?? {}) as Parts & SendOptions;
  const { signal, toast = true, renew = true, anonymous = false } = options;
  const write = call.method !== 'GET';
  try {
    const make = async (token: string | undefined) => {
      const answer = await fetchAnswer(call, token, options);
      const failure = failureOf(answer, write);
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
