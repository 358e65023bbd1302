import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef } from 'react';
import type { FieldRecord } from '../../fields/field-view.ts';
import { useFieldOverrides } from '../field-overrides.ts';
import type { FormStartAt } from '../form/use-form-controller.ts';
import type { ListController } from '../list/use-list-controller.ts';
import type { RowActionsOf } from '../row/RowActions.tsx';
import { keyOf } from '../row/row-key.ts';
import { cellEdit } from './cell-edit.ts';
import { cellKey } from './cell-keys.ts';
import { cellAt, cellBeside, cellsIn, fieldAt, focusCell, rowKeyAt, rowWithKey } from './cells.ts';
import { type EarlyKeys, useEarlyKeys } from './early-keys.ts';
import { type EditedCell, useCellEdits } from './use-cell-edits.ts';
import { useCellUndo } from './use-cell-undo.ts';

/** The way on after a cell was edited: the next one, the one before, or what the pointer has pressed. */
export type AfterCell = 1 | -1 | 'elsewhere';

/** The cells of a list's table: which one is edited, and the keys that go from one to another. */
export interface Cells {
  /** The edits, the earliest first. At most one is open. */
  readonly edits: readonly EditedCell[];
  /** The keys that came since a cell was opened and before its input was there. */
  readonly early: RefObject<EarlyKeys>;
  /** A cell was being edited when the pointer was pressed; the press saves it and has no other effect. */
  readonly pressed: RefObject<boolean>;
  /** Reports whether an earlier edit of the same row is being saved or taken back: the next one needs the row of then. */
  isHeld(edit: EditedCell): boolean;
  /** Selects the cell that `target` lies in, if a press on it is meant for its value; false if it is for the row. */
  select(target: EventTarget): boolean;
  /** Marks the cell that `target` lies in if its value can be changed there. */
  mark(target: EventTarget): void;
  /** Edits the cell that `target` lies in, or the row in its form. */
  edit(row: FieldRecord, target: EventTarget): void;
  /** Lets an edit save its value, focuses its cell, or goes where `then` says. */
  leave(edit: EditedCell, then?: AfterCell): void;
  /** Notes that the value of an edit could not be saved. */
  keep(edit: EditedCell): void;
  /** Notes that an edit was saved: what it replaced, the version of the row before, and the answer to the save. */
  saved(edit: EditedCell, former: FieldRecord, version: unknown, answer: unknown): void;
  /** Ends an edit and focuses its cell, or goes where `then` says. */
  close(edit: EditedCell, then?: AfterCell): void;
  /** Ends an edit and goes on in the row's form. */
  toForm(edit: EditedCell, start: FormStartAt): void;
  onKeyDown(event: KeyboardEvent): void;
}

/**
 * Controls the cells of a list's table, whose rows are edited by `actions` and shown in full by `onOpen`: by a press on
 * one of the columns `titles`, which name the row, and on what cannot be changed in its place.
 */
export function useCells(
  list: ListController,
  actions: RowActionsOf,
  onOpen: (row: FieldRecord) => void,
  titles: readonly string[],
): Cells {
  const { dataset, locked } = list;
  const { inputs } = useFieldOverrides();
  const { edits, begin, mark, drop } = useCellEdits();
  const undo = useCellUndo(dataset);
  const pressed = useRef(false);
  const now = useRef({ list, actions, onOpen });
  useEffect(() => {
    now.current = { list, actions, onOpen };
  });
  const opened = edits.find(({ stage }) => stage === 'open');
  const early = useEarlyKeys(opened?.at, () => {
    if (opened) drop(opened);
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
        begin({ row, name: fieldAt(cell), at: cell });
        // A slow double press has opened the details, which may cover the cell.
        const { list } = now.current;
        if (list.opened !== undefined && !list.preferences.split) list.close();
      } else if (actions.editable(row)) actions.edit?.(row, cell && kind ? { at: fieldAt(cell) } : undefined);
    };
    return { rowAt, isInPlace, edit };
  }, [dataset, locked, inputs, begin]);

  /** Focuses the cell of an edit, or opens the one that `then` names. */
  const goOn = (edit: EditedCell, then: AfterCell | undefined) => {
    // Scrolling to the cell would move what the pointer presses.
    if (then === 'elsewhere') return;
    const next = then && cellBeside(edit.at, then, stable.isInPlace);
    const row = next && stable.rowAt(next);
    focusCell(next ?? edit.at);
    if (next && row) begin({ row, name: fieldAt(next), at: next });
  };

  return {
    ...{ edits, early, pressed },
    isHeld: edit =>
      undo.rows.includes(keyOf(dataset, edit.row)) ||
      edits
        .slice(0, edits.indexOf(edit))
        .some(({ row, stage }) => stage === 'saving' && keyOf(dataset, row) === keyOf(dataset, edit.row)),
    select(target) {
      const cell = cellAt(target);
      // Beside the list, or open already, details cover nothing that they did not.
      if (!cell || list.opened !== undefined || list.preferences.split) return false;
      if (titles.includes(fieldAt(cell)) || !stable.isInPlace(cell)) return false;
      focusCell(cell);
      return true;
    },
    mark(target) {
      const cell = cellAt(target);
      if (cell && !titles.includes(fieldAt(cell)))
        cell.toggleAttribute('data-editable', stable.isInPlace(cell));
    },
    edit: stable.edit,
    leave(edit, then) {
      mark(edit, 'saving');
      goOn(edit, then);
    },
    keep(edit) {
      mark(edit, 'troubled');
      undo.ended(false);
    },
    saved: undo.saved,
    close(edit, then) {
      undo.ended(true);
      drop(edit);
      goOn(edit, then);
    },
    toForm(edit, start) {
      undo.ended(false);
      drop(edit);
      actions.edit?.(edit.row, start);
    },
    onKeyDown(event) {
      const { target, key } = event;
      if (undo.onKeyDown(event, edits)) return;
      if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement)) return;
      const cell = cellAt(target);
      const isCell = cell !== null && cell === target;
      const isRow = target.matches('tr[data-row-key]');
      if (!isCell && !(isRow && key === 'ArrowRight')) return;
      const act = isCell
        ? cellKey(key, cell, { ...stable, actions, onOpen })
        : () => focusCell(cellsIn(target)[0]);
      if (!act) return;
      event.preventDefault();
      act();
    },
  };
}
