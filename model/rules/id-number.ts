/** The facts about its holder that an identity number tells. */
export interface IdNumber {
  /** `YYYY-MM-DD`. */
  readonly birthDate: string;
  /** By the parity of the seventeenth digit: 1 male, 2 female. */
  readonly gender: 1 | 2;
}

/** Weights of the first seventeen digits, and the check characters by their sum modulo 11 (GB 11643). */
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const;
const checks = '10X98765432';

/** The check character of the first seventeen digits of an identity number. */
export function checkCharacter(digits: string): string {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return checks.charAt(sum % 11);
}

/**
 * Reads an identity number of 18 characters, an `X` in capitals; undefined for one whose check digit is wrong or whose
 * birth date is no day, or not between 1900 and the last day of `until` (domain 4.14).
 */
export function readIdNumber(text: string, until = '2099-12-31'): IdNumber | undefined {
  const match = /^[1-9]\d{5}(\d{4})(\d{2})(\d{2})\d{2}(\d)[\dX]$/.exec(text);
  if (!match || checkCharacter(text) !== text.charAt(17)) return undefined;
  const [, year, month, day, order] = match;
  const birthDate = `${year}-${month}-${day}`;
  const calendar = new Date(`${birthDate}T00:00:00Z`);
  const isDay = !Number.isNaN(calendar.getTime()) && calendar.toISOString().startsWith(birthDate);
  if (!isDay || birthDate < '1900-01-01' || birthDate > until) return undefined;
  return { birthDate, gender: Number(order) % 2 === 1 ? 1 : 2 };
}
