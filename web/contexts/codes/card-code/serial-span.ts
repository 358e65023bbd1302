import { isSerialRange, serialDigits } from '@yikao/model/contexts/codes/rules/serial-number.ts';
import { plainForm } from '@yikao/model/rules/compare-text.ts';

/** A serial number as it is stored: half-width capitals without blanks. */
export function plainSerial(typed: string): string {
  return plainForm(typed).toUpperCase().replace(/\s/g, '');
}

/** Reports whether a text is a serial number, such as `ZN2500000001` (domain 4.12). */
export function isSerial(text: string): boolean {
  return isSerialRange(text, text);
}

/**
 * The number of serial numbers from one to another, both included; undefined if they are of different prefixes or years,
 * or the first comes after the last.
 */
export function serialSpan(start: string, end: string): number | undefined {
  const [first, last] = [plainSerial(start), plainSerial(end)];
  if (!isSerialRange(first, last)) return undefined;
  return Number(last.slice(-serialDigits)) - Number(first.slice(-serialDigits)) + 1;
}
