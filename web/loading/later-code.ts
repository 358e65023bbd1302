import type { ComponentProps, ComponentType } from 'react';
import { type LazyCode, lazyCode } from './lazy-code.ts';

/** The requests for code that is for later, not made yet; nothing once they are made. */
let waiting: (() => Promise<void>)[] | undefined = [];

/**
 * As {@link lazyCode}, for what the first page is drawn without and a later click needs: its code comes while the first page
 * is read, or when it is first drawn.
 */
export function laterCode<
  // Any component fits; what it takes is inferred.
  // biome-ignore lint/suspicious/noExplicitAny: the constraint of React's own `lazy`
  C extends ComponentType<any>,
>(load: () => Promise<{ readonly default: C }>): LazyCode<ComponentProps<C>> {
  const code = lazyCode(load);
  if (waiting) waiting.push(code.preload);
  else void code.preload();
  return code;
}

let begin: () => void;

/** Settles when the code that is for later is asked for: what draws a stand-in until then waits for it. */
export const laterBegins: Promise<void> = new Promise(resolve => {
  begin = resolve;
});

/** Asks for all code that is for later; never throws. */
export function fetchLaterCode(): void {
  for (const ask of waiting ?? []) void ask();
  waiting = undefined;
  begin();
}
