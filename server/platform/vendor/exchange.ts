import type { VendorCall } from '@yikao/model/rules/vendor-calls.ts';
import { assertNoTransaction } from '../database/one-connection.ts';
import type { VendorFailure } from './failure.ts';
import { maskedForm, maskedJson, maskedText } from './mask.ts';

/** A request to a vendor and its answer, as staff read them: secrets and personal numbers are masked. */
export interface ExchangeEntry {
  /** Short name of the vendor; at most 16 characters. */
  readonly vendor: string;
  /** The vendor's call, such as `SendSms`. */
  readonly action: string;
  /** The row that it was about, such as `smsRecord:12`. */
  readonly subject: string | null;
  /** `notProcessed`: a notice of the vendor that nothing in the product reads; it is in `request`. */
  readonly result: 'done' | 'refused' | 'noAnswer' | 'notProcessed';
  /** The vendor's code of the outcome. */
  readonly code: string | null;
  /** The number by which the vendor finds the request in its own log. */
  readonly logNo: string | null;
  readonly status: number | null;
  readonly costMs: number;
  readonly request: string;
  readonly response: string;
}

/** Keeps an exchange with a vendor. It must not throw: a log that fails loses no message. */
export type ExchangeLog = (entry: ExchangeEntry) => Promise<void>;

/** A request to a vendor. */
export interface VendorRequest {
  /** The call, with the vendor's page that it was written from. */
  readonly call: VendorCall;
  readonly subject?: string | undefined;
  /** `POST` by default. */
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON; a text or a form as it is. */
  readonly body?: string | URLSearchParams | object | undefined;
  /** Milliseconds that the vendor has to answer; 10,000 by default. */
  readonly answerMs?: number;
  /** Most bytes of the answer; 512 kB by default. */
  readonly mostBytes?: number;
  /** Takes an answer that is no JSON too, such as an empty one. */
  readonly anyText?: boolean;
  /** Reads the outcome from an answer. */
  readonly outcome: (answer: VendorAnswer) => VendorOutcome;
}

/** An answer of a vendor with any status but 429 and 500 to 599. */
export interface VendorAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** As received, for signatures over these characters. */
  readonly text: string;
  /** Undefined if the text is no JSON. */
  readonly json: unknown;
}

/** The outcome that a vendor names in its answer. */
export interface VendorOutcome {
  readonly done: boolean;
  readonly code: string;
  readonly message: string;
  readonly logNo: string;
}

/**
 * Fate of a request without a usable answer. `unsent`: the vendor certainly did nothing, so that it may be repeated.
 * `unknown`: it may have been carried out.
 */
export type Lost = 'unsent' | 'unknown';

/** Makes the failure of a request without a usable answer. */
export type LostFailure = (how: Lost, message: string, options?: ErrorOptions) => VendorFailure;

const patience = { answerMs: 10_000, mostBytes: 512 * 1024 } as const;

/** Errors of the network that come before anything was sent. */
const beforeSending = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
]);

/**
 * Sends a request to a vendor, logs it with its answer, and returns the answer with its outcome; a refusal is the caller's
 * to read. Throws what `lost` makes if no usable answer came: none in time, one that is too long or no JSON, or one of a
 * server in trouble (429 and 500 to 599). Throws an Error inside a transaction, before anything is sent.
 */
export async function exchange(
  log: ExchangeLog,
  request: VendorRequest,
  lost: LostFailure,
): Promise<VendorOutcome & VendorAnswer> {
  assertNoTransaction(request.call.vendor);
  const started = performance.now();
  const keep = (parts: Pick<ExchangeEntry, 'result' | 'code' | 'logNo' | 'status' | 'response'>) =>
    log({
      vendor: request.call.vendor,
      action: request.call.action,
      subject: request.subject ?? null,
      costMs: Math.round(performance.now() - started),
      request: maskedRequest(request),
      ...parts,
    });
  let status: number | null = null;
  let text = '';
  const fail = async (how: Lost, message: string, code: string, options?: ErrorOptions) => {
    await keep({ result: 'noAnswer', code, logNo: null, status, response: maskedText(text) });
    return lost(how, message, options);
  };
  let headers: Headers;
  try {
    const response = await fetch(request.url, {
      method: request.method ?? 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(request.answerMs ?? patience.answerMs),
      ...sendable(request),
    });
    status = response.status;
    headers = response.headers;
    text = await readText(response, request.mostBytes ?? patience.mostBytes);
  } catch (cause) {
    const code = codeOf(cause);
    const how = beforeSending.has(code) ? 'unsent' : 'unknown';
    const message = cause instanceof TooLong ? cause.message : '无法连接到平台';
    throw await fail(how, message, code || message, { cause });
  }
  // A server that refuses for its load has done nothing.
  if (status === 429) throw await fail('unsent', '平台要求稍后再试', '429');
  if (status >= 500) throw await fail('unknown', `平台出错（${status}）`, String(status));
  const json = parsed(text);
  if (json === undefined && request.anyText !== true) {
    throw await fail('unknown', '平台的答复无法识别', 'no JSON');
  }
  const answer = { status, headers, text, json };
  const outcome = request.outcome(answer);
  await keep({
    result: outcome.done ? 'done' : 'refused',
    code: outcome.code,
    logNo: outcome.logNo,
    status,
    response: json === undefined ? maskedText(text) : maskedJson(json),
  });
  return { ...answer, ...outcome };
}

/** The headers and the body of a request as `fetch` takes them. */
function sendable({ headers, body }: VendorRequest): Pick<RequestInit, 'headers' | 'body'> {
  if (body === undefined) return { headers: headers ?? {} };
  if (typeof body === 'string' || body instanceof URLSearchParams) return { headers: headers ?? {}, body };
  return { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** The request as it is kept: the body, or the query of a request without one. */
function maskedRequest({ url, body }: VendorRequest): string {
  if (body === undefined) return url.search === '' ? '' : maskedForm(url.searchParams);
  if (body instanceof URLSearchParams) return maskedForm(body);
  if (typeof body === 'object') return maskedJson(body, 'request');
  const json = parsed(body);
  return json === undefined ? maskedForm(new URLSearchParams(body)) : maskedJson(json, 'request');
}

/** The code of a network error, also where `fetch` wraps it; '' without one. */
function codeOf(error: unknown): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const code: unknown = Reflect.get(at, 'code');
    if (typeof code === 'string') return code;
    if (at instanceof AggregateError && at.errors.length > 0) return codeOf(at.errors[0]);
  }
  return '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An answer with more bytes than a request allows. */
class TooLong extends Error {}

async function readText(response: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new TooLong('平台的答复过长');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A text member of an object that a vendor sent; '' where it has none. Numbers are written out. */
export function textAt(json: unknown, ...path: readonly (string | number)[]): string {
  let at: unknown = json;
  for (const part of path) at = at !== null && typeof at === 'object' ? Reflect.get(at, part) : undefined;
  return typeof at === 'string' ? at : typeof at === 'number' ? String(at) : '';
}
