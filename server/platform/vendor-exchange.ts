import { isSecretName, maskForLog } from '@yikao/model/rules/mask.ts';
import { VendorFailure } from './vendor-failure.ts';

/** A request to a vendor and its answer, as staff read them: secrets and personal numbers are masked. */
export interface ExchangeEntry {
  /** Short name of the vendor; at most 16 characters. */
  readonly vendor: string;
  /** The vendor's call, such as `SendSms`. */
  readonly action: string;
  /** The row that it was about, such as `smsRecord:12`. */
  readonly subject: string | null;
  readonly result: 'done' | 'refused' | 'noAnswer';
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
  readonly vendor: string;
  readonly action: string;
  readonly subject?: string | undefined;
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body as sent. */
  readonly body: string | URLSearchParams;
  /** Reads the outcome from the parsed answer: whether the vendor did it, its code, its message and its log number. */
  readonly outcome: (json: unknown) => VendorOutcome;
}

/** The outcome that a vendor names in its answer. */
export interface VendorOutcome {
  readonly done: boolean;
  readonly code: string;
  readonly message: string;
  readonly logNo: string;
}

/** Milliseconds that a vendor has to answer, and most bytes of an answer. */
const patience = { answerMs: 10_000, mostBytes: 512 * 1024 } as const;

/** Characters of a request or an answer that are kept. */
const kept = 4_000;

/** Errors of the network that come before anything was sent. */
const beforeSending = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'],
]);

/**
 * A request that a vendor did not answer usably. `sent` is false if it certainly did not reach the vendor, so that it
 * may be repeated; otherwise nobody knows whether the vendor acted on it.
 */
export class VendorSilent extends VendorFailure {
  readonly sent: boolean;

  constructor(message: string, sent: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = 'VendorSilent';
    this.sent = sent;
  }
}

/**
 * Sends a request to a vendor, logs it with its answer, and returns the parsed answer with its outcome.
 * @throws {VendorSilent} without a usable answer: none in time, one that is no JSON or too long, or a status of 429 or
 * from 500 on.
 */
export async function exchange(
  log: ExchangeLog,
  request: VendorRequest,
): Promise<VendorOutcome & { readonly json: unknown }> {
  const started = performance.now();
  const tell = (parts: Pick<ExchangeEntry, 'result' | 'code' | 'logNo' | 'status' | 'response'>) =>
    log({
      vendor: request.vendor,
      action: request.action,
      subject: request.subject ?? null,
      costMs: Math.round(performance.now() - started),
      request: maskedBody(request.body),
      ...parts,
    });
  let status: number | null = null;
  let text = '';
  try {
    const response = await fetch(request.url, {
      method: 'POST',
      headers: request.headers ?? {},
      body: request.body,
      redirect: 'error',
      signal: AbortSignal.timeout(patience.answerMs),
    });
    status = response.status;
    text = await readText(response);
    if (status === 429) throw new VendorSilent('The vendor answered 429', false);
    if (status >= 500) throw new VendorSilent(`The vendor answered ${status}`, true);
    const json = parsed(text);
    const outcome = request.outcome(json);
    await tell({
      result: outcome.done ? 'done' : 'refused',
      code: outcome.code,
      logNo: outcome.logNo,
      status,
      response: maskedJson(json),
    });
    return { ...outcome, json };
  } catch (cause) {
    const failed =
      cause instanceof VendorSilent
        ? cause
        : new VendorSilent('The vendor could not be reached', !beforeSending.has(codeOf(cause)), { cause });
    const response = text === '' ? '' : masked(text);
    await tell({
      result: 'noAnswer',
      code: codeOf(cause) || failed.message.slice(0, 64),
      logNo: null,
      status,
      response,
    });
    throw failed;
  }
}

/** The code of a network error, also where `fetch` wraps it. */
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
  } catch (cause) {
    throw new VendorSilent('The answer of the vendor is no JSON', true, { cause });
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > patience.mostBytes) throw new VendorSilent('The answer of the vendor is too long', true);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Names of values that only the vendor and we may know, beside those of every log. */
const secretParts = /^(sign|signature|accesskeyid|nonce|signaturenonce|authorization)$/i;

/** Names of the values of templates: a code, a name. */
const personalParts = /^(templateparam|templateparamset|customdata)$/i;

/** JSON with the values of secret names and personal numbers masked. */
function maskedJson(json: unknown): string {
  const text = JSON.stringify(json, (name, value: unknown) =>
    name !== '' && value !== '' && (isSecretName(name) || secretParts.test(name) || personalParts.test(name))
      ? '****'
      : value,
  );
  return masked(text ?? '');
}

/** A mobile number behind the code of the country, which masks of plain numbers do not see. */
const behindCountry = /(?<!\d)((?:00|\+)?86)(1[3-9]\d{9})(?!\d)/g;

function masked(text: string): string {
  return maskForLog(text.replace(behindCountry, '$1 $2')).slice(0, kept);
}

function maskedBody(body: string | URLSearchParams): string {
  if (typeof body !== 'string') return maskedJson(Object.fromEntries(body));
  try {
    return maskedJson(JSON.parse(body));
  } catch {
    return '****';
  }
}

/** A text member of an object that a vendor sent; '' where it has none. Numbers are written out. */
export function textAt(json: unknown, ...path: readonly (string | number)[]): string {
  let at: unknown = json;
  for (const part of path) at = at !== null && typeof at === 'object' ? Reflect.get(at, part) : undefined;
  return typeof at === 'string' ? at : typeof at === 'number' ? String(at) : '';
}
