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

/**
 * Hand-written pages. The folder is the address in kebab case: `features/mock/exam-info/Page.tsx` is the page
 * of `/mock/examInfo`, `prints/print-hn/Page.tsx` the one of `/printHn`. Each is a chunk of its own.
 */
const modules = import.meta.glob<PageModule>([
  '../../features/**/Page.tsx',
  '../../prints/**/Page.tsx',
  '!../../features/examples/**',
]);

/** Inputs to be tried while they are worked on, at `/examples` under `npm run dev` alone. */
const examples: Readonly<Record<string, Load>> = import.meta.env.DEV
  ? import.meta.glob<PageModule>('../../features/examples/Page.tsx')
  : {};

/** Screens of datasets that differ, by the name of the dataset in kebab case; a chunk each, too. */
const screens = import.meta.glob<PageModule>('../../datasets/*.screen.tsx');

/** `examInfo` as `exam-info`. */
function kebab(segment: string): string {
  return segment.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`).replace(/^-/, '');
}

/** The hand-written page of an address such as `/mock/examInfo`, or undefined. */
export function pageModule(path: string): Load | undefined {
  const folder = path.split('/').filter(Boolean).map(kebab).join('/');
  return ['features', 'prints']
    .map(root => `../../${root}/${folder}/Page.tsx`)
    .map(file => modules[file] ?? examples[file])
    .find(load => load !== undefined);
}

/** The screen that a dataset has of its own, or undefined where the one that follows from its declaration does. */
export function screenModule(name: string): Load | undefined {
  return screens[`../../datasets/${kebab(name)}.screen.tsx`];
}
