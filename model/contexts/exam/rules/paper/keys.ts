import { flatten } from './flat-text.ts';
import { numberedParts } from './numbers.ts';

const endMarks = /[\s。.;,，；、!]+$/;
const rights = ['√', '对', '正确', 'T', 'TRUE', 'Y', 'YES', '是'];
const wrongs = ['×', '错', '错误', 'F', 'FALSE', 'N', 'NO', '否', 'X', '不正确', '不对'];

/** `T` or `F` for a text that says that a statement is right or wrong and nothing else. */
export function truthOf(text: string): 'T' | 'F' | undefined {
  const said = flatten(text).replace(endMarks, '').trim().toUpperCase();
  if (rights.includes(said)) return 'T';
  return wrongs.includes(said) ? 'F' : undefined;
}

/** A truth with a correction behind it: `错，应为五条线`. */
export function truthWithReason(
  text: string,
): { readonly truth: 'T' | 'F'; readonly why: string } | undefined {
  const found =
    /^\s*[([]?\s*(√|×|对|错误|错|正确|T(?:rue)?|F(?:alse)?)\s*[)\]]?\s*[,。;:，.(\s]\s*(\S.*)$/is.exec(
      flatten(text),
    );
  const truth = found?.[1] ? truthOf(found[1]) : undefined;
  const why = found?.[2] ?? '';
  return truth && !/^[\s√×对错TF]*$/.test(why)
    ? { truth, why: text.slice(text.length - why.length).trim() }
    : undefined;
}

/** The letters that a key consists of, in order and each once: `A、B、D`, `AB D`, `abd`. */
export function lettersOf(text: string): string | undefined {
  const said = flatten(text)
    .replace(/^\s*(?:选项?|为|是|应选)\s*:?/, '')
    .replace(endMarks, '')
    .trim();
  if (!/^\(?\s*[A-H](?:[\s,，、;；.和与及&/]*[A-H])*\s*\)?$/i.test(said)) return undefined;
  const letters = said.toUpperCase().replaceAll(/[^A-H]/g, '');
  return [...new Set(letters)].sort().join('');
}

/** A letter followed by the text of its option, as in `B. 五`. */
export function letterWithText(text: string): { readonly letter: string; readonly text: string } | undefined {
  const found = /^\s*\(?\s*([A-H])\s*\)?\s*[.、:,\s]\s*(\S.*)$/is.exec(flatten(text));
  if (!found?.[1] || found[2] === undefined) return undefined;
  return { letter: found[1].toUpperCase(), text: text.slice(text.length - found[2].length).trim() };
}

/** A place to be filled: a run of underscores, or an empty bracket. */
const blank = /_{2,}|\(\s*\)|\[\s*\]/g;

/** Blanks that a stem leaves. */
export function blanksIn(title: string): number {
  return flatten(title).match(blank)?.length ?? 0;
}

/** The answers of blanks that a key gives, and whether the way it was cut is certain. */
export interface BlankKey {
  readonly blanks: readonly string[];
  /** The text may be meant otherwise. */
  readonly unsure: boolean;
}

function cut(text: string, by: RegExp): string[] {
  return text
    .split(by)
    .map(one => one.trim())
    .filter(one => one !== '');
}

/** The blanks of a key: numbered, or with semicolons, lines or, if that gives the number asked for, other signs between. */
export function blanksOfKey(text: string, asked: number): BlankKey {
  const flat = flatten(text);
  const clean = (one: string) =>
    one
      .trim()
      .replace(/[；;。，,、]+$/, '')
      .trim();
  const numbered = numberedParts(flat, text);
  if (numbered) return { blanks: numbered.map(clean), unsure: numbered.length !== asked };
  for (const by of [/[；;\n]/, /\s{2,}|\t/]) {
    const parts = cut(text, by);
    if (parts.length > 1 && (by.source !== '\\s{2,}|\\t' || parts.length === asked))
      return { blanks: parts.map(clean), unsure: parts.length !== asked };
  }
  if (asked > 1) {
    for (const by of [/[、]/, /[，,]/, /\s+/]) {
      const parts = cut(text, by);
      if (parts.length === asked) return { blanks: parts.map(clean), unsure: by.source === '[，,]' };
    }
  }
  return { blanks: [clean(text)], unsure: asked > 1 };
}

/** A key within a stem, and the stem with the place left empty. */
export interface StemKey {
  readonly key: string;
  readonly title: string;
  /** The bracket may be part of the sentence. */
  readonly unsure: boolean;
}

/** The key in the one bracket of letters of a choice: `（ B ）`. */
export function choiceInStem(title: string, letters: readonly string[]): StemKey | undefined {
  const flat = flatten(title);
  const found = [...flat.matchAll(/\(\s*([A-H](?:[\s,，、]*[A-H])*)\s*\)/g)].filter(({ 1: said = '' }) =>
    [...said.replaceAll(/[^A-H]/g, '')].every(letter => letters.includes(letter)),
  );
  const [one, more] = found;
  if (!one?.[1]) return undefined;
  const open = [...flat.matchAll(/\(\s*\)|_{2,}/g)].length > 0;
  const behind = flat.slice(one.index + one[0].length).trim();
  const title2 = `${title.slice(0, one.index)}（　　）${title.slice(one.index + one[0].length)}`;
  const spaced = /^\(\s+|\s+\)$/.test(one[0]);
  const atEnd = /^[。.?？!:：]?$/.test(behind);
  return { key: one[1], title: title2, unsure: open || more !== undefined || !(spaced || atEnd) };
}

/** The truth in a bracket at the end or the start of a statement: `（√）`. */
export function truthInStem(title: string): (StemKey & { readonly atEnd: boolean }) | undefined {
  const flat = flatten(title);
  const behind = /\(\s*(√|×|对|错|正确|错误|T|F)\s*\)\s*[。.]?\s*$/i.exec(flat);
  const found = behind ?? /^\s*\(\s*(√|×|对|错|正确|错误|T|F)\s*\)/i.exec(flat);
  if (!found?.[1]) return undefined;
  const rest = `${title.slice(0, found.index)}${title.slice(found.index + found[0].length)}`.trim();
  return { key: found[1], title: rest, unsure: false, atEnd: behind !== null };
}

/** Blanks that a stem has filled in: `___冼星海___`, or brackets of a fill-in question. */
export function filledBlanks(title: string, brackets: boolean): StemKey | undefined {
  const flat = flatten(title);
  const runs = [...flat.matchAll(/_{2,}/g)];
  if (runs.length >= 2 && runs.length % 2 === 0) {
    const answers: string[] = [];
    let stem = '';
    let at = 0;
    for (let pair = 0; pair < runs.length; pair += 2) {
      const [open, close] = [runs[pair], runs[pair + 1]];
      if (!open || !close) return undefined;
      answers.push(title.slice(open.index + open[0].length, close.index).trim());
      stem += `${title.slice(at, open.index)}____`;
      at = close.index + close[0].length;
    }
    const sentence = /[,，。;；、:：?？]|^(?:是|和|与|的|为|在|有|由|及|或)|(?:是|和|与|的|为|在|由|及)$/;
    if (answers.every(one => one !== '' && one.length <= 30 && !sentence.test(one)))
      return { key: answers.join('；'), title: stem + title.slice(at), unsure: answers.length > 1 };
    return undefined;
  }
  if (!brackets || runs.length > 0 || /\(\s*\)/.test(flat)) return undefined;
  const found = [...flat.matchAll(/\(\s*([^()]{1,30}?)\s*\)/g)].filter(
    ({ 1: said }) => !/分$/.test(said ?? ''),
  );
  if (found.length === 0) return undefined;
  const key = found.map(({ 1: said }) => said).join('；');
  let stem = title;
  for (const one of found.toReversed())
    stem = `${stem.slice(0, one.index)}（　　）${stem.slice(one.index + one[0].length)}`;
  return { key, title: stem, unsure: true };
}
