import { foldText } from '../rules/compare-text.ts';
import type { Label } from './label.ts';

/**
 * Meaning of the colour of a code's tag, the same everywhere:
 * act blue, done green, look orange, lost red, plain grey.
 */
export type Tone = 'act' | 'done' | 'look' | 'lost' | 'plain';

/** One value of a code set: the stored code, its labels and its colour. */
export interface CodeItem<C extends number | string = number | string, N extends string = string> {
  readonly code: C;
  /** The name by which code refers to the item, unique in its set, see {@link NamedCodes}; the API uses the number. */
  readonly name?: N;
  readonly label: Label;
  /** Other words for it in files, see {@link codeOfWord}. */
  readonly also?: readonly string[];
  readonly tone: Tone;
}

/** A closed set of codes in the order they are shown (domain 0.5). */
export interface CodeSet<C extends number | string = number | string, N extends string = string> {
  readonly name: string;
  readonly items: readonly CodeItem<C, N>[];
}

/**
 * A code set that gives the code of each of its names: `orderStatus.is.paid` is the number 1, to the type as well. Code
 * compares with these, so that every place that means a state is found by its name. A set without names has an empty
 * object.
 */
export interface NamedCodes<
  C extends number | string = number | string,
  N extends string = string,
  M = Readonly<Record<string, C>>,
> extends CodeSet<C, N> {
  readonly is: M;
}

interface CodeInput {
  readonly code: number | string;
  readonly name?: string;
  readonly zh: string;
  readonly en: string;
  readonly also?: readonly string[];
  readonly tone?: Tone;
}

/**
 * Declares a code set. The order of `items` is the order of options on every screen;
 * it need not follow the numbers (domain 6, Q1). Throws for a name that two items share.
 */
export function defineCodes<const I extends readonly CodeInput[]>(
  name: string,
  items: I,
): NamedCodes<I[number]['code'], NameOf<I[number]>, CodesByName<I[number]>> {
  return Object.freeze({
    name,
    // The entries lose which name has which code; the type keeps it.
    is: codesByName(name, items) as CodesByName<I[number]>,
    items: items.map(({ code, name: called, zh, en, also, tone }) => ({
      code,
      // The type lists the names as a union; `map` loses which item has which.
      ...(called !== undefined && { name: called as NameOf<I[number]> }),
      label: { zh, en },
      ...(also && { also }),
      tone: tone ?? 'plain',
    })),
  });
}

/** The name of an item of a set; `never` without one. */
type NameOf<I> = I extends { readonly name: infer N extends string } ? N : never;

/** The code of each name, as the literal that the declaration has. */
type CodesByName<I extends CodeInput> = {
  readonly [Item in I as NameOf<Item>]: Item['code'];
};

function codesByName(set: string, items: readonly CodeInput[]): Readonly<Record<string, number | string>> {
  const named = items.flatMap(({ name, code }) => (name === undefined ? [] : [[name, code] as const]));
  const twice = named.find(([name], at) => named.findIndex(([other]) => other === name) !== at);
  if (twice) throw new Error(`${set}: two codes have the name ${twice[0]}`);
  return Object.freeze(Object.fromEntries(named));
}

/** The item of `code` in `set`, or undefined if the set has no such code. */
export function codeItem(set: CodeSet, code: unknown): CodeItem | undefined {
  return set.items.find(item => item.code === code);
}

/** The item that a word in a file represents: its code, its label in either language, or a synonym. */
export function codeOfWord(set: CodeSet, word: string): CodeItem | undefined {
  const wanted = foldText(word);
  const isWord = (known: string) => foldText(known) === wanted;
  return (
    set.items.find(({ code, label }) => [String(code), label.zh, label.en].some(isWord)) ??
    set.items.find(({ also }) => also?.some(isWord))
  );
}
