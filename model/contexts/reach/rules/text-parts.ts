/** Characters of a text that is one part, and of each part of a longer one (domain M7, 4.15). */
export const partLength = { single: 70, joined: 67 } as const;

/** The parts in which a text is sent and billed; a character outside the basic plane counts as two. */
export function partsOf(text: string): number {
  return text.length <= partLength.single ? 1 : Math.ceil(text.length / partLength.joined);
}
