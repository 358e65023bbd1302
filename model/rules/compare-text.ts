import { alikeCharacters } from './alike-characters.ts';

/**
 * Invisible characters: format characters (zero-width, direction, soft hyphen, byte order mark, tags) and everything
 * else Unicode marks as ignorable for display, including variation selectors.
 */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;
const hasUnseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Everything that is drawn as a gap, the blank of Braille included. */
const gaps = /[\s\u0085\u2800]+/gu;

/** Ideographs and radicals: a full stop between two of them is the middle dot of a name. */
const ideograph =
  '[\\u2E80-\\u2EFF\\u3007\\u31C0-\\u31EF\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uF900-\\uFAFF\\u{20000}-\\u{3FFFF}]';

/** The characters that readers take for another one, in NFKC form and without gaps. */
const alike = new RegExp(
  `[${[...alikeCharacters.keys()].join('')}]|(?<=${ideograph})\\.(?=${ideograph})`,
  'gu',
);

/**
 * Text that needs no folding: digits, small letters and punctuation of ASCII and the common Han characters, without a
 * full stop before one of these.
 */
const folded = /^[!--/-@[-~\u4E00-\u9FFF]*(?:\.(?![\u4E00-\u9FFF])[!--/-@[-~\u4E00-\u9FFF]*)*$/;

/** The same with capitals. */
const plain = /^[!--/-~\u4E00-\u9FFF]*(?:\.(?![\u4E00-\u9FFF])[!--/-~\u4E00-\u9FFF]*)*$/;

/** Text in which only width, gaps and case differ from its folded form: that of most names and sentences. */
const usual = /^[ !--/-~\u00B7\u2018-\u201D\u2026\u3000-\u301F\u4E00-\u9FFF\uFF01-\uFF0D\uFF0F-\uFF5E]*$/;

/** Text without the marks that are not seen. */
export function withoutMarks(text: string): string {
  return hasUnseen.test(text) ? text.replace(unseen, '') : text;
}

/**
 * The form in which the server, the database (`yikao_fold`) and the browser compare names, codes and words: lower case,
 * half-width, without invisible characters or spaces, with compatibility characters replaced (⾳ becomes 音, （ becomes
 * () and then {@link alikeCharacters} (⻄ becomes 西, 阿依•努尔 and 阿依．努尔 become 阿依·努尔). `李　明` becomes `李明`, `ＺＹ`
 * becomes `zy`.
 */
export function foldText(text: string): string {
  if (folded.test(text)) return text;
  if (plain.test(text)) return text.toLowerCase();
  if (usual.test(text)) return text.normalize('NFKC').replaceAll(' ', '').toLowerCase();
  return withoutMarks(text)
    .normalize('NFKC')
    .replace(gaps, '')
    .replace(alike, sign => alikeCharacters.get(sign) ?? '·')
    .toLowerCase();
}

/** Characters that join emoji or select how the preceding one is drawn, next to such a character. */
const joined =
  /(?<=\p{Extended_Pictographic}[\uFE0E\uFE0F]?|\p{Emoji_Modifier})\u200D(?=\p{Extended_Pictographic})|(?<=[\p{Emoji}\p{Script=Han}])[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]|(?<=\u{1F3F4}[\u{E0020}-\u{E007E}]*)[\u{E0020}-\u{E007F}]/u;
const freeUnseen = new RegExp(`(?!${joined.source})[\\p{Cf}\\p{Default_Ignorable_Code_Point}]`, 'gu');

/**
 * Removes invisible characters from prose, except those that draw several characters as one: a family emoji, a flag, a
 * character variant.
 */
export function withoutStrayMarks(text: string): string {
  return hasUnseen.test(text) ? text.replace(freeUnseen, '') : text;
}

/** The first private-use character in a text, which computers render differently; undefined without one. */
export function privateUse(text: string): string | undefined {
  return /\p{Co}/u.exec(text)?.[0];
}

/** Normalises a number, date or code for reading: half-width, without invisible characters, trimmed. */
export function plainForm(text: string): string {
  return withoutMarks(text).normalize('NFKC').trim();
}

/**
 * The pattern that matches typed letters against pinyin stored as ` YIN YUE`, capital syllables after spaces: each
 * letter continues a syllable or starts the next one, so that initials (`shxj`), whole syllables (`shanghai`) and a mix
 * (`shanghxj`) match. Used by the database and the browser; undefined for a text that is not pinyin.
 */
export function pinyinPattern(folded: string): string | undefined {
  if (!/^(?=.*[a-z])[a-z0-9]{1,40}$/.test(folded)) return undefined;
  const [first = '', ...rest] = folded.toUpperCase();
  return ` ${first}${rest.map(letter => `(?:[A-Z]* ${letter}|${letter})`).join('')}`;
}
