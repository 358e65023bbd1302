import { serverCalls } from '@yikao/model/calls/server.ts';
import { useSyncExternalStore } from 'react';
import { readAnswer } from './answer.ts';
import { isAway, type Sign } from './signs.ts';

/**
 * How the server is reached: as usual; not at all, for want of a network; not, though the network stands; or it is
 * reached and cannot do its work just now.
 */
export type Connection = 'fine' | 'offline' | 'away' | 'busy';

/** Milliseconds between two looks at a server that is away: the first, and the longest. */
const lookMs = { first: 2_000, longest: 10_000 };
/** Milliseconds after which a look counts as unanswered. */
const lookTimeoutMs = 5_000;
/** Longest time in milliseconds that a server's own `Retry-After` is believed. */
const longestWaitMs = 60_000;

let connection: Connection = 'fine';
let timer: ReturnType<typeof setTimeout> | undefined;
let pauseMs = lookMs.first;
const listeners = new Set<() => void>();

function settle(next: Connection, waitMs?: number): void {
  clearTimeout(timer);
  if (next === 'fine') pauseMs = lookMs.first;
  else {
    // Browsers that lost the server at one moment must not all come back at one.
    const spread = 0.8 + Math.random() * 0.4;
    timer = setTimeout(() => void checkConnection(), waitMs ?? pauseMs * spread);
    pauseMs = Math.min(pauseMs * 1.5, lookMs.longest);
  }
  if (next === connection) return;
  connection = next;
  for (const listener of listeners) listener();
}

/** Notes that a call got no answer at all. */
export function noteUnanswered(): void {
  settle(navigator.onLine ? 'away' : 'offline');
}

/** Notes an answer. One that came is a sign of life, unless it says that nobody was there to give it. */
export function noteAnswer(sign: Sign): void {
  if (!isAway(sign)) {
    settle('fine');
    return;
  }
  const waitMs = sign.retryAfter === null ? undefined : Math.min(sign.retryAfter * 1_000, longestWaitMs);
  settle(sign.ours ? 'busy' : 'away', waitMs);
}

// What a server that is not ready says of itself: with its database there, it answers calls all the same.
const readiness = serverCalls.ready.data.pick({ database: true });

/** Asks the server whether it can do its work, notes the outcome, and gives it. Never throws. */
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

/** Calls `listener` after each change; gives the function that ends it. */
export function subscribeConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The connection now; the component is drawn again when it changes. Truer than `navigator.onLine`, which knows only of network cards. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribeConnection, readConnection);
}
