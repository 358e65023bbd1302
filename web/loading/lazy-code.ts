import {
  type ComponentProps,
  type ComponentType,
  createElement,
  type FunctionComponent,
  use,
  useSyncExternalStore,
} from 'react';

/**
 * Milliseconds before each further attempt. Short: a person waiting for a page prefers a message, and the component
 * that shows it tries again once the server is back.
 */
const pausesMs = [300, 1_200];

/** Code of ours that could not be loaded: the network or the server is away, or a new version has replaced the file. */
export class MissingCode extends Error {
  constructor(cause: unknown) {
    super('Code could not be fetched', { cause });
    this.name = 'MissingCode';
  }
}

/** Milliseconds before a stylesheet that failed is requested again; doubled with every further failure. */
const stylePauseMs = 1_200;

/** Most requests for one stylesheet: the last comes five minutes after the first. */
const mostStyleTries = 9;

/**
 * Requests stylesheets that fail to load again, in their place: imports request each of them once only and then treat
 * it as loaded. Those requested early are removed together, see {@link earlyStyles}.
 */
export function retryFailedStyles(): void {
  const again = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet' || isEarly(target)) return;
    const tries = Number(target.dataset.tries ?? 1);
    if (tries >= mostStyleTries) return;
    const next = document.createElement('link');
    for (const { name, value } of target.attributes) next.setAttribute(name, value);
    next.dataset.tries = String(tries + 1);
    setTimeout(() => target.replaceWith(next), stylePauseMs * 2 ** (tries - 1));
  };
  document.addEventListener('error', again, true);
}

const isEarly = ({ dataset }: HTMLLinkElement) => dataset.early !== undefined;

let early: Promise<void> | undefined;

/**
 * Settles when the stylesheets requested by `first-paint.js` are loaded: imports treat them as loaded. If one failed,
 * all of them are removed, so that the imports request each again, in the required order.
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
 * Runs `load`, an `import()`, again after a pause if it fails.
 *
 * @throws MissingCode if every attempt failed.
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

/** Callbacks that reset each failed load. */
const failed = new Set<() => void>();

/** Makes components with missing code request it again on their next render. */
export function forgetMissingCode(): void {
  for (const forget of failed) forget();
  failed.clear();
}

let arrivals = 0;
const watchers = new Set<() => void>();

/** A number that changes, and re-renders the component, when code that some component waits for arrives. */
export function useCodeArrivals(): number {
  return useSyncExternalStore(
    watcher => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => arrivals,
  );
}

/**
 * A component whose code is loaded on its first render; `preload` requests it earlier, settles when it is loaded or has
 * failed, and never throws.
 */
export type LazyCode<P extends object> = FunctionComponent<P> & { readonly preload: () => Promise<void> };

/** The props of a component that a module exports. */
export type PropsOf<C> =
  // Any component is allowed; its props are inferred.
  // biome-ignore lint/suspicious/noExplicitAny: the constraint of React's own `lazy`
  C extends ComponentType<any> ? ComponentProps<C> : never;

/**
 * As React's `lazy`, for an unreliable network: it makes several attempts, and a final failure can be retried, see
 * {@link forgetMissingCode}. The component is the module's export of that name, unless it is the default export. Use it
 * inside a CodeSuspense and a boundary, which receives {@link MissingCode}.
 */
export function lazyCode<M extends object, N extends keyof M = 'default' & keyof M>(
  load: () => Promise<M>,
  // Without a name the type of N is that of the default export.
  name: N = 'default' as N,
): LazyCode<PropsOf<M[N]>> {
  type Props = PropsOf<M[N]>;
  let loading: Promise<FunctionComponent<Props>> | undefined;
  const ask = () => {
    if (loading) return loading;
    const asked = loadCode(() => earlyStyles().then(load)).then(
      module => {
        // PropsOf lets no other exports than components be used.
        const component = module[name] as FunctionComponent<Props>;
        // As React marks a promise that it has read, so that loaded code does not suspend.
        Object.assign(asked, { status: 'fulfilled', value: component });
        arrivals += 1;
        for (const watcher of watchers) watcher();
        return component;
      },
      (error: unknown) => {
        // The failed promise is kept until the failure was rendered: a new one would make React retry for ever.
        failed.add(() => {
          loading = undefined;
        });
        throw error;
      },
    );
    loading = asked;
    return asked;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: created once per module, as by React's own `lazy`
  const Lazy = (props: Props) => createElement(use(ask()), props);
  const preload = () =>
    ask().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(Lazy, { preload });
}
