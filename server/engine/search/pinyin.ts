import { createRequire } from 'node:module';
import type * as PinyinPro from 'pinyin-pro';

/**
 * Loading the pinyin dictionary takes a quarter of a second and 20 MB: it is loaded with the first Chinese text, and
 * not in processes without any.
 */
let dictionary: typeof PinyinPro | undefined;

function sounds(text: string, options: { readonly surname?: 'head' } = {}): string {
  dictionary ??= createRequire(import.meta.url)('pinyin-pro') as typeof PinyinPro;
  const units = dictionary.pinyin(text, {
    toneType: 'none',
    type: 'array',
    v: true,
    nonZh: 'spaced',
    ...options,
  });
  return units
    .filter(unit => /^[a-z0-9]+$/i.test(unit))
    .map(unit => ` ${unit.toUpperCase()}`)
    .join('');
}

/** Longest text treated as a person's name, whose first character may be a surname. */
const longestName = 4;

/** Most Chinese texts whose pinyin is cached: repeated texts in a table recur within fewer. */
const mostKept = 32_768;
const kept = new Map<string, string>();

const chinese = /\p{Script=Han}/u;

/**
 * The pinyin of a folded text, each syllable, Latin letter and digit in capitals after a space: ` YIN YUE XUE YUAN`.
 * Characters with several readings are read in the context of their word; a text short enough for a person's name also
 * gets its reading as a surname, on a separate line, if that differs. '' for a text without Chinese characters.
 */
export function pinyinOf(folded: string): string {
  if (!chinese.test(folded)) return '';
  const known = kept.get(folded);
  if (known !== undefined) return known;
  const read = sounds(folded);
  const named = [...folded].length <= longestName ? sounds(folded, { surname: 'head' }) : read;
  const found = named === read ? read : `${read}\n${named}`;
  if (kept.size >= mostKept) kept.clear();
  kept.set(folded, found);
  return found;
}
