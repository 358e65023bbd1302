import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { isEmpty } from '@yikao/model/kernel/validate.ts';
import { shanghaiInstant } from '@yikao/model/rules/data-year.ts';
import type { FieldRecord } from '../../fields/field-view.ts';
import { listRows, readRow } from '../calls/dataset-calls.ts';
import { changedFields } from './form-values.ts';

/** Milliseconds by which times of the server may differ: its header and its rows know whole seconds only. */
const clockMs = 5_000;

/** Newest rows among which a new one is looked for. */
const newestRows = 20;

/** The outcome of a save whose answer was lost: done, not done, or overtaken by somebody else's. */
export type SaveOutcome = 'saved' | 'unsaved' | { readonly theirs: FieldRecord };

/** The values that were to be saved. */
export interface LostSave {
  /** When it was sent, in milliseconds since 1970 on the server's clock. */
  readonly at: number;
  readonly mode: 'create' | 'update';
  /** Fields that were sent. */
  readonly names: readonly string[];
  /** The row it was made from. */
  readonly from: FieldRecord;
  readonly next: FieldRecord;
}

/**
 * Finds out what became of a save whose answer was lost. Nothing is written: a changed row is read again, of which its
 * version says whether anybody has saved it; a new one is looked for among the newest.
 *
 * @throws ApiError when the rows cannot be read.
 */
export async function savedAfterAll(
  dataset: AnyDataset,
  { at, mode, names, from, next }: LostSave,
): Promise<SaveOutcome> {
  if (mode === 'update') {
    const row = await readRow(dataset, Number(from[dataset.key]));
    if (row.version === from.version) return 'unsaved';
    // Of a secret nobody reads what it is by now: a save of that alone has to be looked at by whoever made it.
    const told = names.filter(name => dataset.fields[name]?.kind !== 'secret');
    return told.length > 0 && changedFields(dataset, told, row, next).length === 0
      ? 'saved'
      : { theirs: row };
  }
  const page = await listRows(
    dataset,
    { sort: `-${dataset.key}`, current: 1, size: newestRows },
    AbortSignal.timeout(30_000),
  );
  // A list leaves long texts and secrets out; what it shows tells rows apart. A default of the server is no difference.
  const same = (row: FieldRecord) => {
    // One that stood there before would have been told of as a duplicate.
    const made = typeof row.createTime === 'string' ? shanghaiInstant(row.createTime).getTime() : at;
    if (made < at - clockMs) return false;
    const told = names.filter(
      name => dataset.fields[name]?.kind !== 'secret' && Object.hasOwn(row, name) && !isEmpty(next[name]),
    );
    return told.length > 0 && changedFields(dataset, told, row, next).length === 0;
  };
  return page.records.some(same) ? 'saved' : 'unsaved';
}
