import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { FieldRecord } from '../../fields/field-view.ts';
import { useFieldOverrides } from '../field-overrides.ts';
import type { FormStartAt } from '../form/use-form-controller.ts';
import type { ListController } from '../list/use-list-controller.ts';
import type { RowActionsOf } from '../row/RowActions.tsx';
import { keyOf } from '../row/row-key.ts';
import { cellEdit } from './cell-edit.ts';
import {
  cellAt,
  cellBeside,
  cellsIn,
  fieldAt,
  focusCell,
  rowKeyAt,
  rowsAround,
  rowWithKey,
} from './cells.ts';

/** A cell that is being edited. */
export interface OpenCell {
  readonly row: FieldRecord;
  readonly name: string;
  readonly at: HTMLTableCellElement;
}

/** The way on after a cell was edited: the next one, the one before, or what the pointer has pressed. */
export type AfterCell = 1 | -1 | 'elsewhere';

/** The cells of a list's table: which one is edited, and the keys that go from one to another. */
export interface Cells {
  readonly open: OpenCell | undefined;
  /** A cell was being edited when the pointer was pressed; the press saves it and has no other effect. */
  readonly pressed: RefObject<boolean>;
  /** Edits the cell that `target` lies in, or the row in its form. */
  edit(row: FieldRecord, target: EventTarget): void;
  /** Ends editing and focuses the cell, or goes where `then` says. */
  close(then?: AfterCell): void;
  /** Goes on in the row's form. */
  toForm(start: FormStartAt): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** Controls the cells of a list's table, whose rows are edited by `actions` and shown in full by `onOpen`. */
export function useCells(
  list: ListController,
  actions: RowActionsOf,
  onOpen: (row: FieldRecord) => void,
): Cells {
  const { dataset, locked } = list;
  const { inputs } = useFieldOverrides();
  const [open, setOpen] = useState<OpenCell>();
  const pressed = useRef(false);
  // The cell to edit once another one is saved, which keeps its value until then.
  const wanted = useRef<OpenCell>(undefined);
  const now = useRef({ list, actions, onOpen, open });
  useEffect(() => {
    now.current = { list, actions, onOpen, open };
  });
  const stable = useMemo(() => {
    const rowAt = (cell: HTMLElement) => rowWithKey(dataset, now.current.list.rows, rowKeyAt(cell));
    const writer = { dataset, locked, hasOwnInput: (name: string) => inputs?.[name] !== undefined };
    const editOf = (row: FieldRecord, cell: HTMLTableCellElement) =>
      now.current.actions.edit && now.current.actions.editable(row)
        ? cellEdit(writer, row, fieldAt(cell))
        : undefined;
    const isInPlace = (cell: HTMLTableCellElement) => {
      const row = rowAt(cell);
      return row !== undefined && editOf(row, cell) === 'cell';
    };
    const edit = (row: FieldRecord, target: EventTarget) => {
      const { actions } = now.current;
      const cell = cellAt(target);
      const kind = cell ? editOf(row, cell) : undefined;
      if (cell && kind === 'cell') {
        const next = { row, name: fieldAt(cell), at: cell };
        if (now.current.open) wanted.current = next;
        else setOpen(next);
        // A slow double press has opened the details, which may cover the cell.
        const { list } = now.current;
        if (list.opened !== undefined && !list.preferences.split) list.close();
      } else if (actions.editable(row)) actions.edit?.(row, cell && kind ? { at: fieldAt(cell) } : undefined);
    };
    return { rowAt, isInPlace, edit };
  }, [dataset, locked, inputs]);

  return {
    open,
    pressed,
    edit: stable.edit,
    close(then) {
      if (!open) return;
      const next =
        then === undefined || then === 'elsewhere' ? undefined : cellBeside(open.at, then, stable.isInPlace);
      const row = next && stable.rowAt(next);
      // Scrolling to the cell would move what the pointer presses.
      if (then !== 'elsewhere') focusCell(next ?? open.at);
      const pressed = then === 'elsewhere' ? wanted.current : undefined;
      wanted.current = undefined;
      setOpen(next && row ? { row, name: fieldAt(next), at: next } : pressed);
    },
    toForm(start) {
      if (!open) return;
      setOpen(undefined);
      actions.edit?.(open.row, start);
    },
    onKeyDown(event) {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
      const cell = cellAt(target);
      const isCell = cell !== null && cell === target;
      const isRow = target.matches('tr[data-row-key]');
      if (!isCell && !(isRow && key === 'ArrowRight')) return;
      const act = isCell ? actOf(key, cell) : () => focusCell(cellsIn(target)[0]);
      if (!act) return;
      event.preventDefault();
      act();
    },
  };

  /** The effect of a key on a focused cell. */
  function actOf(key: string, cell: HTMLTableCellElement): (() => void) | undefined {
    const row = stable.rowAt(cell);
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
        if (editable) return () => stable.edit(row, cell);
        return key === 'Enter' ? () => onOpen(row) : undefined;
      }
      case 'e':
        return row && actions.editable(row) ? () => actions.edit?.(row) : undefined;
      default:
        return undefined;
    }
  }
}

/** Tells one edited cell from another. */
export function keyOfCell({ dataset }: ListController, { row, name }: OpenCell): string {
  return `${keyOf(dataset, row)} ${name}`;
}
