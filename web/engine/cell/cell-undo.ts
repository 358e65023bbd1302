import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { FieldRecord } from '../../fields/field-view.ts';

/** A saved edit of a cell, with what is needed to take it back. */
export interface SavedCell {
  /** Key of the row. */
  readonly key: number;
  /** The edited field. */
  readonly name: string;
  /** The values that the save replaced, by field name. */
  readonly former: FieldRecord;
  /** The version of the row before the save, and the one that only this person's changes have followed since. */
  readonly from: number;
  readonly version: number;
}

/** Saved edits of a list, the latest last. */
export type SavedCells = readonly SavedCell[];

/** Edits that can be taken back, the latest of them. */
const most = 50;

/**
 * Edits of the same row follow one another: an earlier one is still the person's latest knowledge of the row where a
 * later one began with the version that it ended with.
 */
function followed(edits: SavedCells, key: number, from: number, version: number): SavedCells {
  return edits.map(edit => (edit.key === key && edit.version === from ? { ...edit, version } : edit));
}

/** The edits with one more. */
export function withSaved(edits: SavedCells, saved: SavedCell): SavedCells {
  return [...followed(edits, saved.key, saved.from, saved.version), saved].slice(-most);
}

/** The edits without one that was taken back, which gave its row the version `version`. */
export function withoutUndone(edits: SavedCells, undone: SavedCell, version: number): SavedCells {
  return followed(
    edits.filter(edit => edit !== undone),
    undone.key,
    undone.version,
    version,
  );
}

/** The body of a save that gives a row its former values back, if nobody else has changed the row since. */
export function undoBody(dataset: AnyDataset, { key, former, version }: SavedCell): FieldRecord {
  return { ...former, [dataset.key]: key, version };
}
