import { useCallback, useState } from 'react';
import type { FieldRecord } from '../../fields/field-view.ts';

/** A cell to edit. */
interface OpenCell {
  readonly row: FieldRecord;
  readonly name: string;
  readonly at: HTMLTableCellElement;
}

/** The edit of a cell: the person is at it, its value is being saved, or it could not be saved. */
export interface EditedCell extends OpenCell {
  readonly id: number;
  readonly stage: 'open' | 'saving' | 'troubled';
}

/** The edits of a table's cells, the earliest first, and the functions that change them, which are stable. */
export function useCellEdits() {
  const [{ edits }, setState] = useState<{ readonly edits: readonly EditedCell[]; readonly last: number }>({
    edits: [],
    last: 0,
  });
  /** Opens a cell, unless it is open already or holds a value that could not be saved. */
  const begin = useCallback((cell: OpenCell) => {
    setState(({ edits, last }) =>
      edits.some(({ at, stage }) => at === cell.at && stage !== 'saving')
        ? { edits, last }
        : { edits: [...edits, { ...cell, id: last + 1, stage: 'open' }], last: last + 1 },
    );
  }, []);
  const mark = useCallback((edit: EditedCell, stage: EditedCell['stage']) => {
    setState(({ edits, last }) => ({
      edits: edits.map(one => (one.id === edit.id ? { ...one, stage } : one)),
      last,
    }));
  }, []);
  const drop = useCallback((edit: EditedCell) => {
    setState(({ edits, last }) => ({ edits: edits.filter(({ id }) => id !== edit.id), last }));
  }, []);
  return { edits, begin, mark, drop };
}
