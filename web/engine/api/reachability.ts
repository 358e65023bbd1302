import { useSyncExternalStore } from 'react';

let reachable = true;
const listeners = new Set<() => void>();

/** Notes whether the last call reached the server: any answer counts, a failing one too. */
export function markReachable(next: boolean): void {
  if (next === reachable) return;
  reachable = next;
  for (const listener of listeners) listener();
}

/**
 * Whether the server answered the last time it was called. Truer than `navigator.onLine`, which knows only
 * of network cards.
 */
export function useReachable(): boolean {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => reachable,
  );
}

/** Asks the server for a sign of life and notes the outcome. Never throws. */
export async function checkReachable(): Promise<void> {
  try {
    await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(5_000) });
    markReachable(true);
  } catch {
    markReachable(false);
  }
}
