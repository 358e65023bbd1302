import { foldText, pinyinPattern } from '@yikao/model/rules/compare-text.ts';
import type { MenuPage } from '../../engine/menu/menu.ts';

/** A page with its search texts, prepared once. */
export interface SearchablePage {
  readonly page: MenuPage;
  readonly title: string;
  readonly otherTitle: string;
  readonly path: string;
  readonly groups: string;
}

/** Prepares pages for {@link findPages}. */
export function searchable(pages: readonly MenuPage[]): SearchablePage[] {
  return pages.map(page => ({
    page,
    title: foldText(page.title),
    otherTitle: foldText(page.otherTitle ?? ''),
    path: foldText(page.path),
    groups: foldText(page.groups.join(' ')),
  }));
}

/** Rank of a page, lower is better; undefined if it does not match. `sound` is the text as pinyin. */
function rank(found: SearchablePage, text: string, sound: RegExp | undefined): number | undefined {
  const heard = sound ? found.page.pinyin.search(sound) : -1;
  if (found.title.startsWith(text)) return 0;
  if (heard === 0) return 1;
  if (found.title.includes(text)) return 2;
  if (heard > 0) return 3;
  if (found.otherTitle.includes(text)) return found.otherTitle.startsWith(text) ? 4 : 5;
  if (found.path.includes(text)) return 6;
  if (found.groups.includes(text)) return 7;
  return undefined;
}

/** The pages matching `text` by title in either language, pinyin, address or group, best first. A blank text matches all. */
export function findPages(pages: readonly SearchablePage[], text: string): MenuPage[] {
  const wanted = foldText(text);
  if (!wanted) return pages.map(found => found.page);
  const pattern = pinyinPattern(wanted);
  const sound = pattern === undefined ? undefined : new RegExp(pattern);
  return pages
    .flatMap(found => {
      const place = rank(found, wanted, sound);
      return place === undefined ? [] : [{ page: found.page, place }];
    })
    .sort((one, other) => one.place - other.place)
    .map(({ page }) => page);
}
