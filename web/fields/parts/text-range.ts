/** Separators of the two ends of a range that is pasted as one text. */
const between = /\s*(?:[~～〜,，;；、]|至|到|\s|[-–—]+)\s*/;

/**
 * The two ends of a range that was typed or pasted as one text, such as `ZN2500000001 - ZN2500000100` or two cells of a
 * sheet; undefined for a single text. A range that is given backwards is turned around.
 */
export function rangeOfText(text: string): readonly [start: string, end: string] | undefined {
  const [one, other, ...more] = text.trim().split(between);
  if (!one || !other || more.length > 0) return undefined;
  return one <= other ? [one, other] : [other, one];
}
