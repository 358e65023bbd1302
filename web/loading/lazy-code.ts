import {
  type ComponentProps,
  type ComponentType,
  createElement,
  type FunctionComponent,
  use,
  useSyncExternalStore,
} from 'react';

/**
 * Milliseconds before each further try. Short: whoever waits for a page would rather be told, and what draws the
 * failure tries again once the server is back.
 */
const pausesMs = [300, 1_200];

/** Code of ours that could not be fetched: the network or the server is away, or a new version has replaced the file. */
export class MissingCode extends Error {
  constructor(cause: unknown) {
    super('Code could not be fetched', { cause });
    this.name = 'MissingCode';
  }
}

/**
 * Takes stylesheets that failed out of the page from now on: they would stay in its head, and whoever asks for them
 * again would take them for loaded. Those that were asked for early go together, see {@link earlyStyles}.
 */
export function dropFailedStyles(): void {
  const drop = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet' && !isEarly(target)) target.remove();
  };
  document.addEventListener('error', drop, true);
}

const isEarly = ({ dataset }: HTMLLinkElement) => dataset.early !== undefined;

let early: Promise<void> | undefined;

/**
 * Settles when the stylesheets that `first-paint.js` has asked for are here: an import takes them for loaded. Where one
 * failed, all of them are taken out, so that the imports ask again for each, in the order in which they have to stand.
 */
function earlyStyles(): Promise<void> {
  early ??= (async () => {
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(isEarly);
    const settled = (link: HTMLLinkElement) =>
      new Promise<void>(resolve => {
        if (link.dataset.early !== 'coming') resolve();
        for (const outcome of ['load', 'error']) link.addEventListener(outcome, () => resolve());
      });
    await Promise.all(links.map(settled));
    if (links.some(({ dataset }) => dataset.early === 'failed')) for (const link of links) link.remove();
  })();
  return early;
}

/**
 * Runs `load`, an `import()`, again after a moment where it fails.
 *
 * @throws MissingCode when it failed each time.
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of pausesMs) {
    try {
      return await load();
    } catch {
      await new Promise(resolve => setTimeout(resolve, pause));
    }
  }
  return load().catch((cause: unknown) => {
    throw new MissingCode(cause);
  });
}

/** How to forget each failed load. */
const failed = new Set<() => void>();

/** Lets the components whose code is missing ask for it anew when they are drawn next. */
export function forgetMissingCode(): void {
  for (const forget of failed) forget();
  failed.clear();
}

let arrivals = 0;
const watchers = new Set<() => void>();

/** A number that changes, and draws the component again, when code has come that a component waited for or will. */
export function useCodeArrivals(): number {
  return useSyncExternalStore(
    watcher => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => arrivals,
  );
}

/** A component whose code comes when it is first drawn; `preload` asks for it before, settles when it is here or failed, and never throws. */
export type LazyCode<P extends object> = FunctionComponent<P> & { readonly preload: () => Promise<void> };

/**
 * As React's `lazy`, for a network that may be gone for a moment: it asks several times, and what failed for good can
 * be asked for again, see {@link forgetMissingCode}. Stands inside a CodeSuspense and a boundary, which gets
 * {@link MissingCode}.
 */
export function lazyCode<
  // Any component fits; what it takes is inferred.
  // biome-ignore lint/suspicious/noExplicitAny: the constraint of React's own `lazy`
  C extends ComponentType<any>,
>(load: () => Promise<{ readonly default: C }>): LazyCode<ComponentProps<C>> {
  let loading: Promise<C> | undefined;
  let here: C | undefined;
  const ask = () => {
    loading ??= loadCode(() => earlyStyles().then(load)).then(
      module => {
        here = module.default;
        arrivals += 1;
        for (const watcher of watchers) watcher();
        return here;
      },
      (error: unknown) => {
        // The failed promise stays until the failure has been drawn: another one would make React ask for ever.
        failed.add(() => {
          loading = undefined;
        });
        throw error;
      },
    );
    return loading;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: made once for a module, as by React's own `lazy`
  const Lazy = (props: ComponentProps<C>) => createElement(here ?? use(ask()), props); // what is here suspends nothing
  const preload = () =>
    ask().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(Lazy, { preload });
}
