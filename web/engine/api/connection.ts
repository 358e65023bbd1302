import { serverCalls } from '@yikao/model/contexts/system/server.calls.ts';
import { useSyncExternalStore } from 'react';
import { readAnswer } from './answer.ts';
import { isAway, type Sign } from './signs.ts';

/**
 * State of the connection: fine; offline, without a network; away, with a network but no server; or busy, with a server
 * that currently cannot work.
 */
export type Connection = 'fine' | 'offline' | 'away' | 'busy';

/** Milliseconds between two looks at a server that is away: the first, and the longest. */
const lookMs = { first: 2_000, longest: 10_000 };
/** Milliseconds after which a look counts as unanswered. */
const lookTimeoutMs = 5_000;
/** Longest `Retry-After` of a server that is respected, in milliseconds. */
const longestWaitMs = 60_000;

let connection: Connection = 'fine';
let timer: ReturnType<typeof setTimeout> | undefined;
let pauseMs = lookMs.first;
const listeners = new Set<() => void>();

function settle(next: Connection, waitMs?: number): void {
  clearTimeout(timer);
  if (next === 'fine') pauseMs = lookMs.first;
  else {
    // Browsers that lost the server together must not all return at the same moment.
    const spread = 0.8 + Math.random() * 0.4;
    timer = setTimeout(() => void checkConnection(), waitMs ?? pauseMs * spread);
    pauseMs = Math.min(pauseMs * 1.5, lookMs.longest);
  }
  if (next === connection) return;
  connection = next;
  for (const listener of listeners) listener();
}

/** Records that a call got no answer. */
export function noteUnanswered(): void {
  settle(navigator.onLine ? 'away' : 'offline');
}

/** Records an answer. Any answer shows that the server is alive, unless it says that nothing was there to give it. */
export function noteAnswer(sign: Sign): void {
  if (!isAway(sign)) {
    settle('fine');
    return;
  }
  const waitMs = sign.retryAfter === null ? undefined : Math.min(sign.retryAfter * 1_000, longestWaitMs);
  settle(sign.ours ? 'busy' : 'away', waitMs);
}

// Status of a server that is not ready: as long as its database is reachable, it answers calls.
const readiness = serverCalls.ready.data.pick({ database: true });

/** Asks the server whether it is ready, records and returns the state. Never throws. */
export async function checkConnection(): Promise<Connection> {
  try {
    const response = await fetch(serverCalls.ready.path, {
      cache: 'no-store',
      signal: AbortSignal.timeout(lookTimeoutMs),
    });
    const { headers } = response;
    const answer = readAnswer(response.status, await response.text(), headers.get('Retry-After'));
    const works = readiness.safeParse(answer.envelope?.data).data?.database === true;
    const retryAfter = answer.retryAfter ?? lookMs.first / 1_000;
    noteAnswer({ ...answer, ...(works ? { status: 200 } : { retryAfter }) });
  } catch {
    noteUnanswered();
  }
  return connection;
}

window.addEventListener('online', () => connection !== 'fine' && void checkConnection());
window.addEventListener('offline', () => void checkConnection());

/** The connection now, for code outside React. */
export function readConnection(): Connection {
  return connection;
}

/** Calls `listener` after each change; returns the function that unsubscribes it. */
export function subscribeConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The current connection state; re-renders on changes. More reliable than `navigator.onLine`, which only sees network
 * cards.
 */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribeConnection, readConnection);
}
