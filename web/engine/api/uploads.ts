import { useSyncExternalStore } from 'react';

/** A workbook on its way to the server. */
export interface RunningUpload {
  readonly id: number;
  readonly name: string;
  /** Share of bytes sent, 0 to 1. */
  readonly share: number;
  abort(): void;
}

let running: readonly RunningUpload[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(next: readonly RunningUpload[]): void {
  if ((next.length === 0) !== (running.length === 0)) {
    if (next.length > 0) window.addEventListener('beforeunload', askBeforeLeaving);
    else window.removeEventListener('beforeunload', askBeforeLeaving);
  }
  running = next;
  for (const listener of listeners) listener();
}

/** Leaving the product would abort the uploads, unlike changing pages. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/**
 * Runs an upload independently of pages, so that it continues while its tab is in the background or closed, and the job
 * centre shows it. `send` receives the abort signal and reports the progress.
 */
export async function runUpload<T>(
  name: string,
  send: (onProgress: (share: number) => void, signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  last += 1;
  const id = last;
  const gone = new AbortController();
  const update = (share: number) => set(running.map(one => (one.id === id ? { ...one, share } : one)));
  set([...running, { id, name, share: 0, abort: () => gone.abort() }]);
  try {
    return await send(update, AbortSignal.any([signal, gone.signal]));
  } finally {
    set(running.filter(one => one.id !== id));
  }
}

/** The running uploads, started on any page. */
export function useUploads(): readonly RunningUpload[] {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => running,
  );
}
