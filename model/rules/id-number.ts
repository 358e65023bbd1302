import { shanghaiTime } from './data-year.ts';
import { readShanghai } from './times.ts';

/** The facts about a person in an identity number. */
export interface IdNumber {
  /** `YYYY-MM-DD`. */
  readonly birthDate: string;
  /** By the parity of the seventeenth digit: 1 male, 2 female. */
  readonly gender: 1 | 2;
}

/**
 * Provinces by the first two digits (GB/T 2260), with Hong Kong, Macao and Taiwan, whose residents on the mainland have
 * numbers starting with 81, 82 and 83.
 */
const province = '1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3]';
/** A place within a province; a foreigner who may stay for good has a 9, the province and the number of the country. */
const region = new RegExp(`^(?:(?:${province})(?!0000)\\d{4}|9(?:${province})\\d{3})`);

/** Weights of the first seventeen digits, and the check characters by their sum modulo 11 (GB 11643). */
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const;
const checks = '10X98765432';

/** The check character of the first seventeen digits of an identity number. */
export function checkCharacter(digits: string): string {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return checks.charAt(sum % 11);
}

/**
 * Parses an identity number of 18 characters, with a capital `X`; undefined for a wrong check digit, an unknown region,
 * or a birth date that is invalid or not between 1900 and `until`, by default today (domain 4.14).
 */
export function readIdNumber(
  text: string,
  until = shanghaiTime(new Date()).slice(0, 10),
): IdNumber | undefined {
  const match = /^\d{6}(\d{4})(\d{2})(\d{2})\d{2}(\d)[\dX]$/.exec(text);
  if (!match || !region.test(text) || checkCharacter(text) !== text.charAt(17)) return undefined;
  const [, year, month, day, order] = match;
  const birthDate = `${year}-${month}-${day}`;
  if (!readShanghai(birthDate) || birthDate < '1900-01-01' || birthDate > until) return undefined;
  return { birthDate, gender: Number(order) % 2 === 1 ? 1 : 2 };
}
