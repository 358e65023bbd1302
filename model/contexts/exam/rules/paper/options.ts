import { flatten } from './flat-text.ts';

/** Ways of writing the letter of an option. */
type OptionStyle = 'sign' | 'bracket' | 'half' | 'space' | 'none';

/** An option on a line. */
export interface LineOption {
  readonly letter: string;
  /** Where its mark begins, and its text. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** Options that a line holds, in order. */
export interface LineOptions {
  /** Where the first begins: behind the stem, if it is on the same line. */
  readonly at: number;
  readonly options: readonly LineOption[];
  /** Their mark is a letter alone, as in `A 四`. */
  readonly weak: boolean;
}

const order = 'ABCDEFGH';

function markOf(letter: string, style: OptionStyle): string {
  const either = `[${letter}${letter.toLowerCase()}]`;
  return {
    // Behind 、 a letter with 、 belongs to a text such as `C、E、G`.
    sign: `(?<!、(?=.\\s*、))${either}\\s*[.、:，,](?!\\d*[a-z]{2})`,
    bracket: `[(\\[【]\\s*${either}\\s*[)\\]】]\\s*[.、:]?`,
    half: `${either}\\s*\\)`,
    space: `${letter}[ \\t]+(?=\\S)`,
    none: `${letter}(?=[\\u4e00-\\u9fff\\d《〖$])`,
  }[style];
}

/** Text that may come before the first option on the line of a stem, and before a later one. */
const lookBehind: Readonly<Record<OptionStyle, { readonly first: string; readonly later: string }>> = {
  sign: { first: '(?<=^|[\\s?。)_])', later: '(?<![A-Za-z])' },
  bracket: { first: '(?<=^|[\\s?。)_])', later: '' },
  half: { first: '(?<=^|[\\s?。)_])', later: '(?<![A-Za-z(])' },
  space: { first: '(?<=^\\s*)', later: '(?<=[\\s])' },
  none: { first: '(?<=^\\s*)', later: '(?<=[\\s])' },
};

function isInBrackets(flat: string, at: number): boolean {
  let open = 0;
  for (const sign of flat.slice(0, at)) {
    if (sign === '(') open += 1;
    else if (sign === ')') open = Math.max(0, open - 1);
  }
  return open > 0;
}

function find(flat: string, letter: string, style: OptionStyle, from: number, first: boolean) {
  const behind = lookBehind[style][first ? 'first' : 'later'];
  const mark = new RegExp(`${behind}${markOf(letter, style)}\\s*`, 'g');
  mark.lastIndex = from;
  let found = mark.exec(flat);
  // A letter directly behind a mark is the text of that option, as in `B. C、E、G`, and one in brackets that of its text.
  while (found && ((!first && found.index === from) || isInBrackets(flat, found.index)))
    found = mark.exec(flat);
  return found ? { at: found.index, from: found.index + found[0].length } : undefined;
}

function inStyle(flat: string, letter: string, style: OptionStyle): LineOption[] {
  const options: LineOption[] = [];
  let from = 0;
  for (let index = order.indexOf(letter); index >= 0 && index < order.length; index += 1) {
    const next = order[index] ?? '';
    const found = find(flat, next, style, from, options.length === 0);
    if (!found) break;
    const last = options.at(-1);
    if (last) options.splice(-1, 1, { ...last, to: found.at });
    options.push({ letter: next, at: found.at, from: found.from, to: flat.length });
    from = found.from;
  }
  return options;
}

/**
 * The options of a line, beginning with the letter that is expected. Options behind other text, such as the stem, count
 * only if at least two follow each other. Undefined for a line without any.
 */
export function optionsOf(flat: string, expected: string, atStartOnly: boolean): LineOptions | undefined {
  for (const style of ['sign', 'bracket', 'half', 'space', 'none'] as const) {
    const options = inStyle(flat, expected, style);
    const [first] = options;
    if (!first) continue;
    const alone = flat.slice(0, first.at).trim() === '';
    if (!alone && (atStartOnly || options.length < 2 || style === 'space' || style === 'none')) continue;
    return { at: first.at, options, weak: style === 'space' || style === 'none' };
  }
  return undefined;
}

/** Reports whether a line begins with any letter of an option and a sign. */
export function beginsLikeOption(flat: string): boolean {
  return /^\s*(?:[A-Ha-h]\s*[.、:)]|[([【]\s*[A-Ha-h]\s*[)\]】])\s*(?![a-z]{2})/.test(flat);
}

/** Reports whether a text holds the mark of an option, whose letter was repeated or does not follow. */
export function holdsOptionMark(text: string): boolean {
  const flat = flatten(text);
  return /(?<=[\s\u4e00-\u9fff。》])[A-H]\s*\.(?![A-Za-z])\s*\S|\s[A-H]\s*[、)]\s*\S|\s[(【]\s*[A-H]\s*[)】]\s*\S/.test(
    flat,
  );
}
