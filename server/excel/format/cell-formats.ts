import type { Cell } from '../types.ts';
import { shownDate, shownTime } from './date-format-text.ts';
import { type NumberFormat, numberFormatOf, shownNumber } from './number-format-text.ts';
import { builtInCode, builtInDateShape, builtInTimeCode, dateShapeOf } from './number-formats.ts';
import { type DateShape, dateCell } from './serial-dates.ts';

/** The meaning of a cell format for the number in a cell: a date, or a number that is shown in another way. */
export type CellFormat =
  | {
      readonly kind: 'date';
      readonly shape: DateShape;
      /** The format code, if it displays a time, or not the whole date. */
      readonly part?: string;
    }
  | { readonly kind: 'number'; readonly format: NumberFormat }
  /** A code that we cannot show, or one that is damaged. */
  | { readonly kind: 'unknown' };

/**
 * The meaning of a format: by its code if the file has one, else by its built-in number; undefined if a number is
 * displayed by its digits.
 */
export function cellFormatOf(id: number, code: string | undefined): CellFormat | undefined {
  if (code === undefined) {
    const shape = builtInDateShape(id);
    const part = builtInTimeCode(id);
    if (shape !== undefined) return { kind: 'date', shape, ...(part !== undefined && { part }) };
  }
  const given = code ?? builtInCode(id);
  if (given === undefined) return undefined;
  const shape = dateShapeOf(given);
  if (shape !== undefined) {
    if (shape === 'time') return { kind: 'date', shape, part: given };
    const isWhole = shape !== 'date' || /y|e/i.test(given) === /d/i.test(given);
    const whole = isWhole && !/^[^ymde]*a{3}|^[^ym]*d{3,}[^ymd]*$/i.test(given);
    return whole ? { kind: 'date', shape } : { kind: 'date', shape, part: given };
  }
  const format = numberFormatOf(given);
  if (format === 'digits') return undefined;
  return format === undefined ? { kind: 'unknown' } : { kind: 'number', format };
}

/** The cell of a number with a format. */
export function formattedCell(value: number, format: CellFormat, date1904: boolean): Cell {
  if (format.kind === 'date') {
    const date = dateCell(value, format.shape, date1904);
    if (date === undefined) return value;
    const show = format.shape === 'time' ? shownTime : shownDate;
    const shown = format.part === undefined ? undefined : show(date.text, format.part);
    return shown === undefined || shown === date.text ? date : { ...date, shown };
  }
  const digits = String(value);
  if (format.kind === 'unknown') return { kind: 'formatted', value, text: digits, loss: 'unknownFormat' };
  const shown = shownNumber(value, format.format);
  if (shown === undefined) return { kind: 'formatted', value, text: digits, loss: 'unknownFormat' };
  if (shown.text === digits) return value;
  return shown.exact
    ? { kind: 'formatted', value, text: shown.text }
    : { kind: 'formatted', value, text: shown.text, loss: 'rounded' };
}
