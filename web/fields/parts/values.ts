import { halfUp } from '@yikao/model/rules/money.ts';
import type { FilterValues } from '../field-view.ts';

/** A wire value as text; '' for nothing. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return JSON.stringify(value);
  return String(value);
}

/** Reports whether a wire value is none. */
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

/** Splits a comma-separated string, such as the names of several references. */
export function wordsOf(value: unknown): string[] {
  return textOf(value)
    .split(',')
    .map(word => word.trim())
    .filter(Boolean);
}

/** The single value of a filter key, or '' without one. */
export function single(values: FilterValues, key: string): string {
  return values[key]?.[0] ?? '';
}

/** A change that sets a filter key to one value, or clears it. */
export function setSingle(key: string, value: string | null | undefined): FilterValues {
  return { [key]: value ? [value] : [] };
}

/** Groups a decimal's thousands: `1234.50` becomes `1,234.50`. Exact at any length. */
export function grouped(text: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(text) ?? [];
  if (!whole) return text;
  return sign + whole.replace(/\B(?=(\d{3})+$)/g, ',') + fraction;
}

/**
 * Restores a number of decimals that a JSON number has lost: `5` becomes `5.00`. Other values are returned unchanged.
 */
export function withPlaces(text: string, places: number): string {
  return /^-?\d+(\.\d+)?$/.test(text) ? halfUp(text, places) : text;
}

/** Formats yuan: `-1234.5` becomes `-¥1,234.50`; '' for none. */
export function yuanText(value: unknown): string {
  const text = grouped(withPlaces(textOf(value), 2));
  return text.startsWith('-') ? `-¥${text.slice(1)}` : text && `¥${text}`;
}

/** The text of some HTML without its tags, on one line. */
export function plainText(html: string): string {
  // A separate document loads no images and runs no scripts.
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
  return text.replace(/\s+/g, ' ').trim();
}

/** The paths of several files; empty for any other value. */
export function pathsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(path => typeof path === 'string') : [];
}

/** A line of a small table inside a row, as held by a form. */
export type LineRecord = Readonly<Record<string, unknown>>;

/** The lines of a small table inside a row; empty for any other value. */
export function linesOf(value: unknown): LineRecord[] {
  return Array.isArray(value) ? value.filter(line => typeof line === 'object' && line !== null) : [];
}
