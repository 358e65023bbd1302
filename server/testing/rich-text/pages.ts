import { beautifiedPage } from './beautified.ts';
import { officialPage } from './official.ts';
import { pictureSite } from './texts.ts';
import { wordPage } from './word.ts';
import { xiumiPage } from './xiumi.ts';

/** A page in the shape of those that editors paste. */
export interface PastedPage {
  readonly name: string;
  readonly html: string;
  /** The addresses of its pictures, each once: of elements, of backgrounds, of drawings. */
  readonly pictures: readonly string[];
}

/** The addresses of made-up pictures in some HTML, each once. */
export function picturesIn(html: string): string[] {
  const found = html.matchAll(/https:\/\/pictures\.example\/\d+x\d+\/\d+\.jpg/g);
  return [...new Set(Array.from(found, ([address]) => address))];
}

const makers = [
  { name: '公众号', count: 26, make: officialPage },
  { name: '秀米', count: 20, make: xiumiPage },
  { name: '135', count: 16, make: beautifiedPage },
  { name: 'Word', count: 12, make: wordPage },
];

/**
 * Seventy-four pages in the shapes of official accounts, 秀米, the 135 editor and Word, written by ourselves, the same in
 * each run. Their pictures are on {@link pictureSite}, for which a test answers.
 */
export const pastedPages: readonly PastedPage[] = makers.flatMap(({ name, count, make }) =>
  Array.from({ length: count }, (_, n) => {
    const html = make(n);
    return { name: `${name} ${n + 1}`, html, pictures: picturesIn(html) };
  }),
);

/** Matches every address of {@link pictureSite}. */
export const everyPicture = `${pictureSite}/**`;
