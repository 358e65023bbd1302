import { randomInt } from 'node:crypto';
import { readableLetters } from '@yikao/model/rules/readable-code.ts';

/** A code of `length` readable letters that cannot be guessed. */
export function secretCode(length: number): string {
  return Array.from({ length }, () => readableLetters[randomInt(readableLetters.length)]).join('');
}
