import { plainForm } from './compare-text.ts';
import { readableLetters } from './readable-code.ts';

/** Letters of an activation code, its check letter included (domain 4.12). */
export const codeLength = 12;

/** Letters of a code that lists show; the others are masked (domain 0.7, 8). */
export const codeHeadLength = 4;

/**
 * The check letter of the first eleven letters: the sum of each letter's place times its index, modulo 31. It notices
 * every single wrong letter and every swap (domain 4.12).
 */
export function checkLetter(body: string): string {
  let sum = 0;
  for (let at = 0; at < body.length; at++) sum += (at + 1) * readableLetters.indexOf(body.charAt(at));
  return readableLetters.charAt(sum % readableLetters.length);
}

/**
 * A typed code in its stored form: half-width capitals without blanks and hyphens (domain 4.12). Letters that no code
 * has stay as they are, since O for 0 cannot be distinguished from a wrong letter.
 */
export function plainCode(typed: string): string {
  return plainForm(typed)
    .toUpperCase()
    .replace(/[\s\p{Pd}_.]/gu, '');
}

/** Reports whether a text in stored form can be a code: twelve of its letters, the last of which checks the others. */
export function isActivationCode(text: string): boolean {
  if (text.length !== codeLength) return false;
  for (const letter of text) if (!readableLetters.includes(letter)) return false;
  return checkLetter(text.slice(0, -1)) === text.slice(-1);
}

/** A code as people read it, in groups of four: `7K2M-9QXT-4WZ9` (domain 4.12). */
export function groupedCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

/** A code of which the first letters are known, as lists and logs show it. */
export function maskedCode(head: string): string {
  return head.padEnd(codeLength, '*');
}
