import { setTimeout as sleep } from 'node:timers/promises';
import { type Credentials, sha256, signedHeaders } from './aws-signature.ts';

/** Most attempts at a request before its failure is reported. */
const attempts = 4;
/** Milliseconds before the second attempt; doubled each time. */
const firstPauseMs = 200;
/** Milliseconds within which the store begins to answer. */
const answerMs = 60_000;

/** Where a bucket is and who may use it. */
export interface Bucket extends Credentials {
  /** Address of the bucket in path style without a trailing slash, such as `https://host/bucket`. */
  readonly address: string;
}

/** One request to a bucket. */
export interface BucketRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** Thrown if the store refuses or cannot be reached; contains the request and the answer, never a secret. */
export class BucketError extends Error {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;

  constructor(request: BucketRequest, status: number, answer: string, options?: ErrorOptions) {
    super(
      `${request.method} ${request.key}: ${status === 0 ? 'no answer' : status} ${answer}`.trim(),
      options,
    );
    this.name = 'BucketError';
    this.status = status;
  }
}

/** The text of an element of the store's XML, which is flat in the parts we read; undefined if missing. */
export function xmlText(xml: string, name: string): string | undefined {
  const inside = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return inside
    ?.replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#34;', '"')
    .replaceAll('&amp;', '&');
}

async function sendOnce(bucket: Bucket, request: BucketRequest): Promise<Response> {
  const url = new URL(`${bucket.address}/${request.key}`);
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value);
  const body = request.body ?? Buffer.alloc(0);
  const headers = signedHeaders(
    {
      method: request.method,
      url,
      bodySha256: sha256(body),
      ...(request.headers && { headers: request.headers }),
    },
    bucket,
    new Date(),
  );
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(new Error(`No answer in ${answerMs} ms`)), answerMs);
  try {
    return await fetch(url, {
      method: request.method,
      headers,
      signal: abort.signal,
      // A Buffer has its own memory or is a view into a pool; fetch sends the view.
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
  } catch (error) {
    throw new BucketError(request, 0, '', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Sends a signed request, and retries after a pause if the store is overloaded or does not respond; all our requests
 * are safe to repeat. Returns a successful answer.
 * @throws {BucketError} for any other answer.
 */
export async function send(bucket: Bucket, request: BucketRequest): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await sendOnce(bucket, request);
      if (response.ok) return response;
      const answer = await response.text();
      throw new BucketError(request, response.status, xmlText(answer, 'Code') ?? answer.slice(0, 200));
    } catch (error) {
      const again =
        error instanceof BucketError && (error.status === 0 || error.status >= 500 || error.status === 429);
      if (!again || attempt === attempts) throw error;
      await sleep(firstPauseMs * 2 ** (attempt - 1));
    }
  }
}
