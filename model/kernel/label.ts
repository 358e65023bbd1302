/** The product's languages; Chinese is the default (spec section 1). */
export const languages = ['zh', 'en'] as const;

/** One of the product's languages. */
export type Language = (typeof languages)[number];

/** A text a person reads, in both languages. */
export interface Label {
  readonly zh: string;
  readonly en: string;
}

/** Shorthand for a {@link Label}: Chinese first, then English. */
export function label(zh: string, en: string): Label {
  return { zh, en };
}
