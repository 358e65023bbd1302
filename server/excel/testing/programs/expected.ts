import type { Cell } from '../../index.ts';
import type { PlannedCell, PlannedWorkbook } from './plan.ts';

/** The part of a cell that a format preserves: numbers, or only the displayed text. */
export type Kept = 'values' | 'texts';

function shownNumber(value: number, format: string): string {
  switch (format) {
    case '00000':
      return String(value).padStart(5, '0');
    case '"A"000':
      return `A${String(value).padStart(3, '0')}`;
    case '0%':
      return `${Math.round(value * 100)}%`;
    case '0.00':
      return value.toFixed(2);
    case '#,##0':
      return value.toLocaleString('en-US');
    default:
      return String(value);
  }
}

/** The meaning of a cell: its text, and its number if the format preserves one. `?` is a formula without a result. */
export type Meant = null | string | number | readonly [value: number, text: string] | '?';

/** The expected result of reading a planned cell. `calculates` is true if the program computes formulas itself. */
function meantBy(cell: PlannedCell, kept: Kept, calculates: boolean): Meant {
  if (cell === null) return null;
  switch (cell.kind) {
    case 'text':
      return cell.text;
    case 'date':
      return cell.text;
    case 'boolean':
      return cell.value ? 'TRUE' : 'FALSE';
    case 'formula':
      if (!cell.known && !calculates) return '?';
      return kept === 'texts' ? String(cell.value) : cell.value;
    case 'number': {
      const text = shownNumber(cell.value, cell.format);
      // Without a format, a number is displayed with this many digits.
      if (kept === 'texts')
        return cell.format === 'General' ? String(Number(cell.value.toPrecision(10))) : text;
      return text === String(cell.value) ? cell.value : [cell.value, text];
    }
  }
}

/** A program's way of writing a plan. */
export interface Writing {
  readonly kept: Kept;
  readonly calculates: boolean;
  /** The file has merged cells; otherwise all but the first are blank. */
  readonly merges: boolean;
}

/** The rows that a workbook is meant to have, merged cells filled down. */
export function meantRows(plan: PlannedWorkbook, { kept, calculates, merges }: Writing): Meant[][] {
  const rows = plan.rows.map(row => row.map(cell => meantBy(cell, kept, calculates)));
  if (!merges) return rows;
  for (const [first, last] of plan.merged) {
    for (let row = first; row < last; row++) (rows[row] as Meant[])[0] = rows[first - 1]?.[0] ?? null;
  }
  return rows;
}

/** A cell as read, in a form for comparison. */
export function readAs(cell: Cell): Meant {
  if (cell === undefined || cell === '') return null;
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  if (typeof cell !== 'object') return cell;
  if (cell.kind === 'formatted') return [cell.value, cell.text];
  if (cell.kind === 'date') return cell.shown ?? cell.text;
  return cell.kind === 'error' && cell.why === 'noResult' ? '?' : cell.text;
}
