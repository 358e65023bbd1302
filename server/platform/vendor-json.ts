import type { VendorFailure } from './vendor-failure.ts';

/** A call to a vendor that takes and answers JSON. */
export interface JsonCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; parameters of a form are sent as such. */
  readonly body?: object | URLSearchParams;
  /** Milliseconds that the vendor has to answer. */
  readonly answerMs: number;
  readonly mostBytes: number;
}

/** The answer of a vendor: its status, and its body if that is JSON. */
export interface JsonAnswer {
  readonly status: number;
  readonly json: unknown;
}

/**
 * Fate of a call without an answer. `unsent`: it did not reach the vendor, so nothing was done. `unknown`: it may
 * have been carried out.
 */
export type Lost = 'unsent' | 'unknown';

/** Codes of errors with which a connection was never made. */
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/**
 * Asks a vendor and reads its answer. `lost` makes the failure of a call without an answer, or with one of a server in
 * trouble (429 and 500 to 599), of more than `mostBytes`, or that is no JSON; other statuses are the caller's to read.
 */
export async function askJson(
  { method, url, headers, body, answerMs, mostBytes }: JsonCall,
  lost: (how: Lost, message: string, options?: ErrorOptions) => VendorFailure,
): Promise<JsonAnswer> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(answerMs),
      headers: {
        ...(body !== undefined &&
          !(body instanceof URLSearchParams) && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: body instanceof URLSearchParams ? body : JSON.stringify(body) }),
    });
    text = await readText(response, mostBytes);
  } catch (cause) {
    const how = neverConnected.has(codeOf(cause)) ? 'unsent' : 'unknown';
    throw lost(how, 'The vendor could not be reached', { cause });
  }
  // A server that refuses for its load has done nothing.
  if (response.status === 429) throw lost('unsent', 'The vendor asks to wait');
  if (response.status >= 500) throw lost('unknown', `The vendor answered ${response.status}`);
  try {
    return { status: response.status, json: JSON.parse(text) };
  } catch (cause) {
    throw lost('unknown', 'The answer of the vendor is no JSON', { cause });
  }
}

/** The code of the error at the root of a failed fetch; '' without one. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && code !== '' ? code : codeOf(error.cause);
}

async function readText(response: Response, mostBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new Error('The answer of the vendor is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
