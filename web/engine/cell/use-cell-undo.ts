import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { FieldRecord } from '../../fields/field-view.ts';
import { currentLanguage, i18n } from '../../i18n/i18n.ts';
import { ApiError } from '../api/api-error.ts';
import { notice } from '../api/notice.ts';
import { tellFailure } from '../api/send.ts';
import { updateRow } from '../calls/dataset-calls.ts';
import { refreshRows } from '../calls/refresh-rows.ts';
import { keyOf } from '../row/row-key.ts';
import { type SavedCell, type SavedCells, undoBody, withoutUndone, withSaved } from './cell-undo.ts';
import { cellAt } from './cells.ts';
import type { EditedCell } from './use-cell-edits.ts';

/** The saved edits of a list's cells, which can be taken back. */
interface CellUndo {
  /** Rows whose former values are being saved. */
  readonly rows: readonly number[];
  /**
   * Says that an edit was saved, with a button that takes it back. `former` has the replaced values, `from` is the version
   * that the row had, `answer` is the answer to the save; without one, the edit cannot be taken back.
   */
  saved(edit: EditedCell, former: FieldRecord, from: unknown, answer: unknown): void;
  /** Takes the latest of `edits` back where a key asks for it, once it is saved; returns whether it was that key. */
  onKeyDown(event: KeyboardEvent, edits: readonly EditedCell[]): boolean;
  /** Notes that an edit has ended: what waited for it goes on. `done` is false where it was not saved. */
  ended(done: boolean): void;
}

/** Saves the former values of an edit; returns the version that the row got, or why it was refused. */
async function takeBack(dataset: AnyDataset, edit: SavedCell): Promise<number | 'stale' | 'failed'> {
  const label = fieldOf(dataset, edit.name)?.label[currentLanguage()];
  try {
    const row = await updateRow(dataset, undoBody(dataset, edit));
    await refreshRows(dataset);
    notice.success(i18n.t('engine:cell.undone', { label }));
    return versionIn(row) ?? 'stale';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.reason !== 'staleVersion') {
      tellFailure(error);
      return 'failed';
    }
    await refreshRows(dataset);
    notice.warning(i18n.t('engine:cell.undoStale', { label }));
    return 'stale';
  }
}

/** The version of a row; undefined if it has none. */
function versionIn(row: unknown): number | undefined {
  const version =
    typeof row === 'object' && row !== null && 'version' in row ? Number(row.version) : Number.NaN;
  return Number.isSafeInteger(version) ? version : undefined;
}

/** Reports whether a key takes the latest edit back: in a field it takes back what was typed. */
function isUndo({ target, key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey) return false;
  if (!(target instanceof Element) || target.closest('input:not([type=checkbox]), textarea')) return false;
  const cell = cellAt(target);
  return cell === target || cell?.dataset.editing === undefined;
}

/** Controls taking back edits of cells: one after the other, each by a save that is refused if the row has changed. */
export function useCellUndo(dataset: AnyDataset): CellUndo {
  const edits = useRef<SavedCells>([]);
  const turn = useRef<Promise<void>>(Promise.resolve());
  const wanted = useRef(false);
  const offer = useRef<AbortController>(undefined);
  const [rows, setRows] = useState<readonly number[]>([]);

  /** Takes back the edit that `choose` finds among the saved ones when its turn comes. */
  const undoNext = (choose: (all: SavedCells) => SavedCell | undefined) => {
    turn.current = turn.current.then(async () => {
      const edit = choose(edits.current);
      if (!edit) return;
      // The toast of the latest edit, or of one whose place it took, offers it no more.
      offer.current?.abort();
      setRows(old => [...old, edit.key]);
      const outcome = await takeBack(dataset, edit);
      setRows(old => old.filter(key => key !== edit.key));
      if (outcome === 'failed') return;
      edits.current =
        outcome === 'stale'
          ? edits.current.filter(one => one !== edit)
          : withoutUndone(edits.current, edit, outcome);
    });
  };
  const last = (all: SavedCells) => all.at(-1);

  return {
    rows,
    saved({ row, name }, former, from, answer) {
      const text = i18n.t('messages:modified');
      const version = versionIn(answer);
      const before = versionIn({ version: from });
      if (version === undefined || before === undefined) return notice.success(text);
      const key = keyOf(dataset, row);
      edits.current = withSaved(edits.current, { key, name, former, from: before, version });
      if (wanted.current) return;
      const same = (all: SavedCells) => all.find(edit => edit.key === key && edit.from === before);
      offer.current = new AbortController();
      notice.success(text, {
        label: i18n.t('engine:cell.undo'),
        act: () => undoNext(same),
        until: offer.current.signal,
      });
    },
    onKeyDown(event, all) {
      if (!isUndo(event)) return false;
      // The edit that was just left may still be about to be saved.
      wanted.current = all.some(({ stage }) => stage !== 'troubled');
      if (wanted.current || edits.current.length > 0) event.preventDefault();
      if (!wanted.current) undoNext(last);
      return true;
    },
    ended(done) {
      if (wanted.current && done) undoNext(last);
      wanted.current = false;
    },
  };
}
