import { type AnyCall, pathOf } from '@yikao/model/calls/call.ts';
import { useRef } from 'react';
import { randomId } from './random-id.ts';

/** Keys of calls with an unknown outcome, by their complete input. */
const unsettled = new Map<string, string>();

/** A call under its key. */
export interface CallKey {
  readonly key: string | undefined;
  /** Forgets the key: the call was answered, and the same sent again is another one. */
  settle(): void;
}

/**
 * The key of a call that counts once ({@link AnyCall.once}): the same for the same call until an answer arrives, so
 * that a second click, and a retry after a lost answer, have no further effect. Undefined for other calls.
 */
export function keyOfCall(
  call: AnyCall,
  given: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: unknown;
    readonly body?: unknown;
  },
): CallKey {
  if (!call.once) return { key: undefined, settle: () => {} };
  const text = JSON.stringify([call.method, pathOf(call, given.params), given.query, given.body]);
  const key = unsettled.get(text) ?? randomId();
  unsettled.set(text, key);
  return { key, settle: () => unsettled.delete(text) };
}

/**
 * Keys of one form's calls, from its opening: one for all attempts to send the same values, a new one after a change.
 */
export function useCallKey(): (body: unknown) => string {
  const held = useRef({ of: '', key: '' });
  return body => {
    const of = JSON.stringify(body);
    if (held.current.of !== of) held.current = { of, key: randomId() };
    return held.current.key;
  };
}
