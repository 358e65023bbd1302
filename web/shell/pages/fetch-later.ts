import { queryClient } from '../../engine/api/query-client.ts';
import { currentLanguage, preloadLanguage } from '../../i18n/i18n.ts';
import { fetchLaterCode } from '../../loading/later-code.ts';

/** Calls `task` once no requests are running and the browser is idle. */
function whenQuiet(task: () => void): void {
  const cache = queryClient.getQueryCache();
  // Not every browser reports idle time.
  const idle: (then: () => void) => void = window.requestIdleCallback ?? setTimeout;
  const look = () => {
    if (queryClient.isFetching() > 0) return;
    leave();
    idle(task);
  };
  const leave = cache.subscribe(look);
  look();
}

let begun = false;

/**
 * Loads, while the person reads the first page, code that later clicks need: dialogs, forms and toasts, and the other
 * language. Then nobody waits for it, and it is available offline. Call it once the first page is rendered; it never
 * throws.
 */
export function fetchLater(): void {
  if (begun) return;
  begun = true;
  whenQuiet(() => {
    fetchLaterCode();
    preloadLanguage(currentLanguage() === 'zh' ? 'en' : 'zh');
  });
}
