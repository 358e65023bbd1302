import { type CellInput, clears } from '../kernel/validate/cell.ts';
import { plainForm } from './compare-text.ts';

/** Ways in which clerks write the values of several fields into one cell. */
export type CombinedForm = 'timeSpan' | 'place';

const timeAlone = /^(?:\p{Script=Han}{1,2}\s*)?\d{1,2}(?:[:时点]|$)/u;
const withoutYear = /^\d{1,2}[-/.月]\d{1,2}/;

/**
 * The cells in a combined cell, in the order of its fields; undefined for an empty one. The word that clears a field
 * clears all of them. A cell that cannot be split goes whole to the first field, which refuses it.
 */
export function splitCell(form: CombinedForm, cell: CellInput): readonly [CellInput, CellInput] {
  if (typeof cell !== 'string') return [cell, undefined];
  if (clears(cell)) return [cell, cell];
  const text = plainForm(cell);
  return form === 'timeSpan' ? splitSpan(text) : splitPlace(text);
}

/** `2026-03-01 09:00~11:30`, `2026年3月1日 9:00至3月2日 11:30`, `2026-03-01 09:00-11:30`. */
function splitSpan(text: string): readonly [CellInput, CellInput] {
  const found =
    /^(.*?)\s*(?:[~—–至到]+)\s*(.*)$/.exec(text) ?? /^(.*\d[:时]\d{2}\S*?)\s*-\s*(.+)$/.exec(text);
  if (!found) return [text, undefined];
  const [, start = '', end = ''] = found;
  const date = /^\s*(\d{4}.*?\d{1,2}[-/.月]\d{1,2}日?)/.exec(start)?.[1] ?? /^\d{8}/.exec(start)?.[0] ?? '';
  const whole = timeAlone.test(end)
    ? `${date} ${end}`
    : withoutYear.test(end)
      ? `${start.slice(0, 4)}-${end.replace('月', '-').replace('日', '')}`
      : end;
  return [start === '' ? undefined : start, end === '' ? undefined : whole.trim()];
}

/** `河南省 郑州市`, `河南省/郑州市`, `河南省郑州市`, `重庆市`. */
function splitPlace(text: string): readonly [CellInput, CellInput] {
  const found = /^([^\s/·,、-]+)[\s/·,、-]+(.+)$/.exec(text) ?? /^(.+?(?:省|自治区|行政区))(.+)$/.exec(text);
  return found ? [found[1], found[2]?.trim()] : [text, undefined];
}

/** Joins values of two fields into one cell, the inverse of {@link splitCell}; null if both are empty. */
export function joinCells(form: CombinedForm, cells: readonly [string | null, string | null]): string | null {
  const [first, second] = cells.map(text => text ?? '');
  if (!first && !second) return null;
  if (form === 'place') return [first, second].filter(Boolean).join(' ');
  const [start = '', end = ''] = [first, second].map(text => text?.replace(/:00$/, ''));
  if (end === '') return start;
  const isSameDay = start.slice(0, 10) === end.slice(0, 10);
  return `${start}~${isSameDay ? end.slice(11) : end}`;
}

/** An example of such a cell. */
export function combinedExample(form: CombinedForm, year: number): string {
  return form === 'timeSpan' ? `${year}-03-01 09:00~11:30` : '湖南省 长沙市';
}
