import type { Label } from '@yikao/model/kernel/label.ts';

/** A part of a chapter: a few sentences, and steps to follow. */
export interface Section {
  readonly title: Label;
  readonly says?: Label;
  readonly steps?: readonly Label[];
  /** Name of its picture in `web/public/handbook/`, in both languages, taken by `e2e/handbook.spec.ts`. */
  readonly picture?: string;
}

/** A chapter of the handbook. */
export interface Chapter {
  readonly key: string;
  readonly title: Label;
  /** Addresses of the pages it describes; empty if it applies to all. */
  readonly pages: readonly string[];
  readonly sections: readonly Section[];
}

/** Reports whether a chapter describes the page at an address, or one above it. */
function isAbout({ pages }: Chapter, path: string): boolean {
  return pages.some(page => path === page || path.startsWith(`${page}/`));
}

/** The chapters for a person's menu: pages they cannot open are not explained. */
export function chaptersFor(chapters: readonly Chapter[], paths: ReadonlySet<string>): Chapter[] {
  return chapters.filter(({ pages }) => pages.length === 0 || pages.some(page => paths.has(page)));
}

/** The chapter about a page; if there is none, the one about lists, which most pages are. */
export function chapterOf(chapters: readonly Chapter[], path: string): Chapter | undefined {
  const own = chapters.find(chapter => isAbout(chapter, path));
  return own ?? chapters.find(({ key }) => key === (path === '/home' ? 'start' : 'list')) ?? chapters[0];
}
