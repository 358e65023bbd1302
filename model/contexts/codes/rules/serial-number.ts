/** Digits of the counter in a serial number (domain 4.12). */
export const serialDigits = 8;

/** Highest counter of a prefix and year. */
export const serialMax = 10 ** serialDigits - 1;

/** A serial number such as `ZN2500000001`: the prefix, two digits of the year, and a counter of eight digits. */
export function serialNumber(prefix: string, dataYear: number, count: number): string {
  return `${prefix}${String(dataYear % 100).padStart(2, '0')}${String(count).padStart(serialDigits, '0')}`;
}

/** Reports whether a text can precede a serial number: two to four capital letters. */
export function isSerialPrefix(text: string): boolean {
  return /^[A-Z]{2,4}$/.test(text);
}

/** Reports whether two serial numbers can be the ends of a range: of one prefix and year, in order. */
export function isSerialRange(start: string, end: string): boolean {
  const form = /^[A-Z]{2,4}\d{10}$/;
  const head = (text: string) => text.slice(0, -serialDigits);
  return form.test(start) && form.test(end) && head(start) === head(end) && start <= end;
}
