import type { Label } from './label.ts';

/**
 * Meaning of the colour of a code's tag, the same everywhere (screens.md):
 * act blue, done green, look orange, lost red, plain grey.
 */
export type Tone = 'act' | 'done' | 'look' | 'lost' | 'plain';

/** One value of a code set: what is stored, what is read, and its colour. */
export interface CodeItem<C extends number | string = number | string, N extends string = string> {
  readonly code: C;
  /** How code speaks of it where the set holds the states of a machine; the number stays on the wire. */
  readonly name?: N;
  readonly label: Label;
  readonly tone: Tone;
}

/** A closed set of codes in the order they are shown (domain 0.5). */
export interface CodeSet<C extends number | string = number | string, N extends string = string> {
  readonly name: string;
  readonly items: readonly CodeItem<C, N>[];
}

interface CodeInput {
  readonly code: number | string;
  readonly name?: string;
  readonly zh: string;
  readonly en: string;
  readonly tone?: Tone;
}

/**
 * Declares a code set. The order of `items` is the order of options on every screen;
 * it need not follow the numbers (domain 6, Q1).
 */
export function defineCodes<const I extends readonly CodeInput[]>(
  name: string,
  items: I,
): CodeSet<I[number]['code'], NameOf<I[number]>> {
  return Object.freeze({
    name,
    items: items.map(({ code, name: called, zh, en, tone }) => ({
      code,
      // The names of the items are the union that the type says; `map` forgets which item had which.
      ...(called !== undefined && { name: called as NameOf<I[number]> }),
      label: { zh, en },
      tone: tone ?? 'plain',
    })),
  });
}

/** The name that an item of a set has; `never` where it has none. */
type NameOf<I> = I extends { readonly name: infer N extends string } ? N : never;

/** The item of `code` in `set`, or undefined when the dictionary does not know it. */
export function codeItem(set: CodeSet, code: unknown): CodeItem | undefined {
  return set.items.find(item => item.code === code);
}
