import type { Label } from '@yikao/model/kernel/label.ts';

/** A part of a chapter: a few sentences, and what to do one after the other. */
export interface Section {
  readonly title: Label;
  readonly says?: Label;
  readonly steps?: readonly Label[];
  /** Name of its picture, which stands in `web/public/handbook/` in both languages and is taken by `e2e/handbook.spec.ts`. */
  readonly picture?: string;
}

/** A chapter of the handbook. */
export interface Chapter {
  readonly key: string;
  readonly title: Label;
  /** Addresses of the pages that it is about; without any it is about all of them. */
  readonly pages: readonly string[];
  readonly sections: readonly Section[];
}

/** Whether a chapter is about the page at an address: the page itself, or one beneath it. */
function isAbout({ pages }: Chapter, path: string): boolean {
  return pages.some(page => path === page || path.startsWith(`${page}/`));
}

/** The chapters for somebody whose menu has these addresses: what cannot be opened is not explained. */
export function chaptersFor(chapters: readonly Chapter[], paths: ReadonlySet<string>): Chapter[] {
  return chapters.filter(({ pages }) => pages.length === 0 || pages.some(page => paths.has(page)));
}

/** The chapter about a page; where none is about it alone, that about lists, which most pages are. */
export function chapterOf(chapters: readonly Chapter[], path: string): Chapter | undefined {
  const own = chapters.find(chapter => isAbout(chapter, path));
  return own ?? chapters.find(({ key }) => key === (path === '/home' ? 'start' : 'list')) ?? chapters[0];
}
