import { halfUp } from '@yikao/model/rules/money.ts';
import type { FilterValues } from '../field-view.ts';

/** A wire value as text; '' for nothing. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

/** Whether a wire value is none. */
export function isBlank(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** The numbers of several references: an array, or the comma string of the wire (domain 0.1). */
export function idsOf(value: unknown): number[] {
  const parts = Array.isArray(value) ? value : textOf(value).split(',');
  return parts.map(part => Number(part)).filter(id => Number.isSafeInteger(id) && id > 0);
}

/** The words of a comma string, such as the names of several references. */
export function wordsOf(value: unknown): string[] {
  return textOf(value)
    .split(',')
    .map(word => word.trim())
    .filter(Boolean);
}

/** The one value of a filter key, or '' when it has none. */
export function single(values: FilterValues, key: string): string {
  return values[key]?.[0] ?? '';
}

/** A change that sets a filter key to one value, or clears it. */
export function setSingle(key: string, value: string | null | undefined): FilterValues {
  return { [key]: value ? [value] : [] };
}

/** A decimal's text with its thousands grouped: `1234.50` gives `1,234.50`. Exact at any length. */
export function grouped(text: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(text) ?? [];
  if (!whole) return text;
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, ',') + fraction;
}

/** A decimal's text with so many places, which a JSON number has lost: `5` gives `5.00`. Anything else stays as it is. */
export function withPlaces(text: string, places: number): string {
  return /^-?\d+(\.\d+)?$/.test(text) ? halfUp(text, places) : text;
}

/** An amount of yuan as people read it: `-1234.5` gives `-¥1,234.50`; '' for none. */
export function yuanText(value: unknown): string {
  const text = grouped(withPlaces(textOf(value), 2));
  return text.startsWith('-') ? `-¥${text.slice(1)}` : text && `¥${text}`;
}

/** The text of some HTML without its tags, on one line. */
export function plainText(html: string): string {
  // A document of its own: it loads no image and runs no script.
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
  return text.replace(/\s+/g, ' ').trim();
}

/** The paths of several files; none for anything else. */
export function pathsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(path => typeof path === 'string') : [];
}

/** A line of a small table inside a row, as a form holds it. */
export type LineRecord = Readonly<Record<string, unknown>>;

/** The lines of a small table inside a row; none for anything else. */
export function linesOf(value: unknown): LineRecord[] {
  return Array.isArray(value) ? value.filter(line => typeof line === 'object' && line !== null) : [];
}
