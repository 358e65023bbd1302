import type { ComponentType } from 'react';

/** What every page in a tab is given. */
export interface PageProps {
  /** Title of its tab, in the language shown. */
  readonly title: string;
}

/** What a page module exports. */
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
  '../../datasets/**/Page.tsx',
  '../../prints/**/Page.tsx',
]);

/** `examInfo` as `exam-info`. */
function kebab(segment: string): string {
  return segment.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`).replace(/^-/, '');
}

/** The hand-written page of an address such as `/mock/examInfo`, or undefined. */
export function pageModule(path: string): Load | undefined {
  const folder = path.split('/').filter(Boolean).map(kebab).join('/');
  return ['features', 'datasets', 'prints']
    .map(root => modules[`../../${root}/${folder}/Page.tsx`])
    .find(load => load !== undefined);
}
