import type { FieldRecord } from '../../fields/field-view.ts';
import type { RowActionsOf } from '../row/RowActions.tsx';
import { cellsIn, focusCell, rowsAround } from './cells.ts';

interface CellActs {
  readonly rowAt: (cell: HTMLElement) => FieldRecord | undefined;
  readonly edit: (row: FieldRecord, target: EventTarget) => void;
  readonly actions: RowActionsOf;
  readonly onOpen: (row: FieldRecord) => void;
}

/** The effect of a key on a focused cell; undefined if it has none. */
export function cellKey(
  key: string,
  cell: HTMLTableCellElement,
  { rowAt, edit, actions, onOpen }: CellActs,
): (() => void) | undefined {
  const row = rowAt(cell);
  const line = cell.closest<HTMLElement>('tr');
  const cells = cellsIn(line);
  const at = cells.indexOf(cell);
  const vertical = (step: 1 | -1) => {
    const rows = rowsAround(cell);
    const other = line ? rows[rows.indexOf(line) + step] : undefined;
    return () => focusCell(cellsIn(other ?? null)[at]);
  };
  switch (key) {
    case 'ArrowDown':
      return vertical(1);
    case 'ArrowUp':
      return vertical(-1);
    case 'ArrowRight':
      return () => focusCell(cells[at + 1]);
    case 'ArrowLeft':
      return () => focusCell(cells[at - 1] ?? line ?? undefined);
    case 'Home':
      return () => focusCell(cells[0]);
    case 'End':
      return () => focusCell(cells.at(-1));
    case 'Escape':
      return () => focusCell(line ?? undefined);
    case 'Enter':
    case 'F2': {
      if (!row) return undefined;
      const editable = actions.edit !== undefined && actions.editable(row);
      if (editable) return () => edit(row, cell);
      return key === 'Enter' ? () => onOpen(row) : undefined;
    }
    case 'e':
      return row && actions.editable(row) ? () => actions.edit?.(row) : undefined;
    default:
      return undefined;
  }
}
