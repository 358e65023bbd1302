import { setTimeout as wait } from 'node:timers/promises';
import {
  type ExchangeLog,
  exchange,
  textAt,
  type VendorAnswer,
  type VendorOutcome,
  type VendorRequest,
} from '../vendor/exchange.ts';
import { PaymentFailure } from './types.ts';

/** A call to a payment vendor. */
export interface PaymentCall extends Pick<VendorRequest, 'call' | 'subject' | 'method' | 'url' | 'outcome'> {
  /** Created for each attempt, since the signature covers the time. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly body?: string;
  /**
   * Most attempts. More than one only for safe repetition: reads, and calls that the vendor identifies by our number.
   */
  readonly attempts: number;
}

/** Milliseconds a vendor has for one attempt, and the first wait between two, which doubles. */
const patience = { answerMs: 8_000, pauseMs: 300 } as const;

/**
 * Asks a vendor, and keeps each attempt in `log`. Throws {@link PaymentFailure} `unreachable` when there was no answer in
 * time, one that is too long, or one with a status of 429 or from 500 on; every other answer is the caller's to read.
 */
export async function askVendor(log: ExchangeLog, call: PaymentCall): Promise<VendorAnswer & VendorOutcome> {
  const { attempts, headers, ...request } = call;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await exchange(
        log,
        { ...request, headers: headers(), answerMs: patience.answerMs, anyText: true },
        (_, message, options) => new PaymentFailure('unreachable', message, options),
      );
    } catch (error) {
      if (attempt >= attempts) throw error;
      await wait(patience.pauseMs * 2 ** (attempt - 1));
    }
  }
}

/** Names by which the vendors call our numbers, a refund's first. */
const ourNumbers = ['out_refund_no', 'out_request_no', 'out_trade_no', 'out_order_no'] as const;

/** Our number of the payment or refund that a call is about; undefined if it names none. */
export function numberIn(content: object | undefined): string | undefined {
  return ourNumbers.map(name => textAt(content, name)).find(Boolean);
}

/** Parses a text as JSON; undefined if it is invalid. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
