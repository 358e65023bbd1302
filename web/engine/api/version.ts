import { useSyncExternalStore } from 'react';
import { checkConnection, readConnection, subscribeConnection } from './connection.ts';

/** The product's entry scripts; at least one has a hash in its name that changes with each version. */
const entry = /<script[^>]*\btype="module"[^>]*\bsrc="([^"]+)"/g;

/** Milliseconds after which the look for a new version is given up. */
const timeoutMs = 10_000;

const running = [...document.querySelectorAll('script[type="module"][src]')]
  .map(script => script.getAttribute('src'))
  .join();

let replaced = false;
const listeners = new Set<() => void>();

/**
 * Checks whether the server has another version than this page, records and returns the result. Failures leave the
 * result unchanged. Never throws.
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
    // The server did not answer; the connection state shows it.
  }
  return replaced;
}

/**
 * Determines why code of ours could not be loaded: the server is away, or a new version has replaced the file. Never
 * throws.
 */
export async function findWhyMissing(): Promise<void> {
  if ((await checkConnection()) === 'fine') await checkVersion();
}

// A server that comes back may have a new version.
let before = readConnection();
subscribeConnection(() => {
  const now = readConnection();
  if (now === 'fine' && before !== 'fine') void checkVersion();
  before = now;
});

/** Reports whether the server is known to have a newer version than this page; re-renders on changes. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => replaced,
  );
}
