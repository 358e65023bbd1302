import type { MenuPage } from '../../engine/menu/menu.ts';
import { pinyinInitials } from './pinyin.ts';

/** A page with what it is found by, worked out once. */
export interface SearchablePage {
  readonly page: MenuPage;
  readonly title: string;
  readonly initials: string;
  readonly path: string;
  readonly groups: string;
}

/** Prepares pages for {@link findPages}. */
export function searchable(pages: readonly MenuPage[]): SearchablePage[] {
  return pages.map(page => ({
    page,
    title: page.title.toLowerCase(),
    initials: pinyinInitials(page.title),
    path: page.path.toLowerCase(),
    groups: page.groups.join(' ').toLowerCase(),
  }));
}

/** How well a page fits, the lower the better; undefined when it does not. */
function rank(found: SearchablePage, text: string): number | undefined {
  if (found.title.startsWith(text)) return 0;
  if (found.initials.startsWith(text)) return 1;
  if (found.title.includes(text)) return 2;
  if (found.initials.includes(text)) return 3;
  if (found.path.includes(text)) return 4;
  if (found.groups.includes(text)) return 5;
  return undefined;
}

/** The pages that `text` means by title, pinyin initials, address or group, the best first. All of them for a blank text. */
export function findPages(pages: readonly SearchablePage[], text: string): MenuPage[] {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return pages.map(found => found.page);
  return pages
    .flatMap(found => {
      const place = rank(found, wanted);
      return place === undefined ? [] : [{ page: found.page, place }];
    })
    .sort((one, other) => one.place - other.place)
    .map(({ page }) => page);
}
