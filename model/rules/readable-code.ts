/** Letters and digits that cannot be confused: no 0, 1, I, L, O (domain 4.12). */
export const readableLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/**
 * A code of `length` readable letters for public use, such as a channel's code. Secret codes come from the server's
 * random source.
 */
export function readableCode(length: number): string {
  return Array.from(
    { length },
    () => readableLetters[Math.floor(Math.random() * readableLetters.length)],
  ).join('');
}
