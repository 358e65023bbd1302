import type { ComponentType } from 'react';

/** The properties that every page in a tab is given. */
export interface PageProps {
  /** Title of its tab, in the language shown. */
  readonly title: string;
}

/** The exports of a page module. */
export interface PageModule {
  readonly default: ComponentType<PageProps>;
}

type Load = () => Promise<PageModule>;

/** Loaders of these modules, by the part of the path that `pattern` captures. */
function loadsBy(pattern: RegExp, modules: Readonly<Record<string, Load>>): ReadonlyMap<string, Load> {
  return new Map(
    Object.entries(modules).flatMap(([file, load]) => {
      const name = pattern.exec(file)?.[1];
      return name === undefined ? [] : [[name, load] as const];
    }),
  );
}

/**
 * Hand-written pages, each a separate chunk. The folders after `pages` or `prints` are the address in kebab case:
 * `contexts/mock/pages/mock/score-stat/Page.tsx` is the page of `/mock/scoreStat`,
 * `contexts/mock/prints/print-hn/Page.tsx` the one of `/printHn`.
 */
const pages = loadsBy(
  /\/(?:pages|prints)\/(.+)\/Page\.tsx$/,
  import.meta.glob<PageModule>('../../contexts/*/{pages,prints}/**/Page.tsx'),
);

/** Inputs to try during development, at `/examples` under `npm run dev` only. */
const examples: Readonly<Record<string, Load>> = import.meta.env.DEV
  ? import.meta.glob<PageModule>('../../examples/Page.tsx')
  : {};

/** Screens of datasets that differ, by the name of the dataset in kebab case; a chunk each, too. */
const screens = loadsBy(
  /\/([^/]+)\.screen\.tsx$/,
  import.meta.glob<PageModule>('../../contexts/*/*.screen.tsx'),
);

/** `examInfo` as `exam-info`. */
function kebab(segment: string): string {
  return segment.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`).replace(/^-/, '');
}

/** The hand-written page of an address such as `/mock/examInfo`, or undefined. */
export function pageModule(path: string): Load | undefined {
  const folder = path.split('/').filter(Boolean).map(kebab).join('/');
  return pages.get(folder) ?? examples[`../../${folder}/Page.tsx`];
}

/** A dataset's custom screen, or undefined if the generated one is used. */
export function screenModule(name: string): Load | undefined {
  return screens.get(kebab(name));
}
