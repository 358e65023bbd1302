import type { Parameter } from './translation.ts';
import type { chinese } from './zh-CN.ts';

type Texts = typeof chinese;

/** An area of the texts, such as `login`. */
export type Area = keyof Texts;

/** Keys of the texts in a dictionary, those within others joined by dots. */
type KeyIn<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${KeyIn<T[K]>}`;
}[keyof T & string];

type Keys = { [A in Area]: KeyIn<Texts[A]> };

/** Keys that a component with these areas may ask for: those of the first area, and `area:key` of them all. */
export type TextKey<Areas extends readonly Area[]> =
  | Keys[Areas[0]]
  | { [A in Areas[number]]: `${A}:${Keys[A]}` }[Areas[number]];

type TextAt<T, Key> = Key extends keyof T
  ? T[Key]
  : Key extends `${infer Head}.${infer Rest}`
    ? Head extends keyof T
      ? TextAt<T[Head], Rest>
      : never
    : never;

type TextOf<First extends Area, Key> = Key extends `${infer A extends Area}:${infer Rest}`
  ? TextAt<Texts[A], Rest>
  : TextAt<Texts[First], Key>;

/** A value in a text; an empty one leaves its place blank. */
type TextValue = string | number | null | undefined;

type ValuesOf<Name extends string> = [Name] extends [never]
  ? []
  : [values: { readonly [N in Name]: TextValue }];

/**
 * Gives the text of a key in the language shown. A text with parameters takes a value for each of them and no other;
 * of several keys at once, the parameters of all.
 */
export type Say<Areas extends readonly Area[]> = <const Key extends TextKey<Areas>>(
  key: Key,
  ...values: ValuesOf<Parameter<TextOf<Areas[0], Key>>>
) => string;

/** Gives any text by `area:key`, for code outside React. */
export type SayAny = Say<['common', ...Area[]]>;
