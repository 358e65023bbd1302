import { randomInt } from 'node:crypto';
import { shanghaiTime } from '@yikao/model/rules/data-year.ts';

/** A number such as `P20260302090000123456`: a letter, the time in Shanghai to the second, six random digits. */
export function madeNumber(letter: string, now: Date): string {
  const second = shanghaiTime(now).replace(/\D/g, '');
  return `${letter}${second}${String(randomInt(1_000_000)).padStart(6, '0')}`;
}
