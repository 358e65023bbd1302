/** Two texts split into their common beginning and end, and the differing part of each. */
export interface ChangedPart {
  readonly before: string;
  readonly removed: string;
  readonly added: string;
  readonly after: string;
}

/** Reports whether the end of `text` is the first half of a character of two units, which must not be torn apart. */
const endsInHalf = (text: string) => /[\ud800-\udbff]$/.test(text);

/** Where two texts differ: everything outside the common beginning and the common end. */
export function changedPart(old: string, now: string): ChangedPart {
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start++;
  if (endsInHalf(old.slice(0, start))) start--;
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end++;
  // The first unit of the common end must begin a character.
  if (/^[\udc00-\udfff]/.test(old.slice(old.length - end))) end--;
  return {
    before: old.slice(0, start),
    removed: old.slice(start, old.length - end),
    added: now.slice(start, now.length - end),
    after: old.slice(old.length - end),
  };
}

/** The last `max` characters of a text, an ellipsis before them when some are left out. */
export function lastOf(text: string, max: number): string {
  const characters = [...text];
  return characters.length > max ? `…${characters.slice(-max).join('')}` : text;
}

/** The first `max` characters of a text, an ellipsis after them when some are left out. */
export function firstOf(text: string, max: number): string {
  const characters = [...text];
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text;
}
