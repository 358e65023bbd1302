import { queryClient } from '../../engine/api/query-client.ts';
import { currentLanguage, preloadLanguage } from '../../i18n/i18n.ts';
import { fetchLaterCode } from '../../loading/later-code.ts';

/** Calls `task` once nothing is read from the server any more and the browser has nothing else to do. */
function whenQuiet(task: () => void): void {
  const cache = queryClient.getQueryCache();
  // Not every browser tells when it is idle.
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
 * Brings in, while the person reads the first page, what no first page needs and a later click does: the code of
 * dialogs, forms and toasts, and the other language. Nobody waits for it then, and it is there when the network is
 * not. Call it when the first page stands; it never throws.
 */
export function fetchLater(): void {
  if (begun) return;
  begun = true;
  whenQuiet(() => {
    fetchLaterCode();
    preloadLanguage(currentLanguage() === 'zh' ? 'en' : 'zh');
  });
}
