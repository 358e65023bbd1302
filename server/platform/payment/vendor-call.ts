import { setTimeout as wait } from 'node:timers/promises';
import { PaymentFailure } from './types.ts';

/** A call to a vendor over HTTP. */
export interface VendorCall {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  /** Created for each attempt, since the signature covers the time. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * Most attempts. More than one only for safe repetition: reads, and calls that the vendor identifies by our number.
   */
  readonly attempts: number;
}

/** The answer of a vendor. */
export interface VendorAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** As received, since signatures cover these characters. */
  readonly text: string;
}

/** Milliseconds a vendor has for one attempt, and the first wait between two, which doubles. */
const patience = { answerMs: 8_000, pauseMs: 300 } as const;

/** Most bytes of an answer; real ones have a few thousand, with certificates some tens of thousands. */
const mostBytes = 512 * 1024;

/**
 * Asks a vendor. Throws {@link PaymentFailure} `unreachable` when there was no answer in time, one that is too long, or
 * one with a status of 429 or from 500 on; every other answer is the caller's to read.
 */
export async function askVendor(call: VendorCall): Promise<VendorAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask(call);
    } catch (error) {
      if (attempt >= call.attempts) throw error;
      await wait(patience.pauseMs * 2 ** (attempt - 1));
    }
  }
}

async function ask({ url, method, headers, body }: VendorCall): Promise<VendorAnswer> {
  let answer: VendorAnswer;
  try {
    const response = await fetch(url, {
      method,
      headers: headers(),
      redirect: 'error',
      signal: AbortSignal.timeout(patience.answerMs),
      ...(body !== undefined && { body }),
    });
    answer = { status: response.status, headers: response.headers, text: await readText(response) };
  } catch (cause) {
    if (cause instanceof PaymentFailure) throw cause;
    throw new PaymentFailure('unreachable', 'The vendor could not be reached', { cause });
  }
  if (answer.status === 429 || answer.status >= 500) {
    throw new PaymentFailure('unreachable', `The vendor answered ${answer.status}`);
  }
  return answer;
}

/** The body as text, given up once it is longer than any answer of a vendor. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new PaymentFailure('unreachable', 'The answer of the vendor is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Parses a text as JSON; undefined if it is invalid. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
