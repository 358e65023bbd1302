import { type LazyCode, lazyCode, type PropsOf } from './lazy-code.ts';

/** The requests for code that is for later, not made yet; nothing once they are made. */
let waiting: (() => Promise<void>)[] | undefined = [];

/**
 * As {@link lazyCode}, for code that the first page does not need but a later click does: loaded while the person reads
 * the first page, or on the first render.
 */
export function laterCode<M extends object, N extends keyof M = 'default' & keyof M>(
  load: () => Promise<M>,
  name?: N,
): LazyCode<PropsOf<M[N]>> {
  const code = lazyCode(load, name);
  if (waiting) waiting.push(code.preload);
  else void code.preload();
  return code;
}

let begin: () => void;

/** Settles when the deferred code is requested: components with a stand-in wait for it. */
export const laterBegins: Promise<void> = new Promise(resolve => {
  begin = resolve;
});

/** Asks for all code that is for later; never throws. */
export function fetchLaterCode(): void {
  for (const ask of waiting ?? []) void ask();
  waiting = undefined;
  begin();
}
