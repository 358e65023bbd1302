import { useSyncExternalStore } from 'react';
import { checkConnection, readConnection, subscribeConnection } from './connection.ts';

/** The scripts by which the product begins; the name of one at least has a hash in it that is another one in each version. */
const entry = /<script[^>]*\btype="module"[^>]*\bsrc="([^"]+)"/g;

/** Milliseconds after which the look for a new version is given up. */
const timeoutMs = 10_000;

const running = [...document.querySelectorAll('script[type="module"][src]')]
  .map(script => script.getAttribute('src'))
  .join();

let replaced = false;
const listeners = new Set<() => void>();

/**
 * Looks whether the server has another version than this page runs, notes it, and gives it. What cannot be found out
 * leaves things as they were. Never throws.
 */
async function checkVersion(): Promise<boolean> {
  try {
    const page = await fetch('/', {
      cache: 'no-cache',
      headers: { Accept: 'text/html' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const found = page.ok ? [...(await page.text()).matchAll(entry)].map(([, source]) => source).join() : '';
    if (found !== '' && running !== '' && (found !== running) !== replaced) {
      replaced = !replaced;
      for (const listener of listeners) listener();
    }
  } catch {
    // Nobody answered; the connection says so itself.
  }
  return replaced;
}

/** Finds out why code of ours could not be fetched: the server is away, or a new version has replaced the file. Never throws. */
export async function findWhyMissing(): Promise<void> {
  if ((await checkConnection()) === 'fine') await checkVersion();
}

// A server that comes back may well be a newer one.
let before = readConnection();
subscribeConnection(() => {
  const now = readConnection();
  if (now === 'fine' && before !== 'fine') void checkVersion();
  before = now;
});

/** Whether the server has a newer version than this page runs, as far as is known; the component is drawn again when that changes. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => replaced,
  );
}
