import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { isEmpty } from '@yikao/model/kernel/validate/validate.ts';
import { shanghaiInstant } from '@yikao/model/rules/data-year.ts';
import type { FieldRecord } from '../../fields/field-view.ts';
import { listRows, readRow } from '../calls/dataset-calls.ts';
import { changedFields } from './form-values.ts';

/** Tolerance in milliseconds for server times: its header and its rows are rounded to seconds. */
const clockMs = 5_000;

/** Newest rows among which a new one is looked for. */
const newestRows = 20;

/** The outcome of a save whose answer was lost: done, not done, or superseded by somebody else's. */
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
 * Determines the outcome of a save whose answer was lost. Writes nothing: a changed row is read again, and its version
 * shows whether it was saved; a new one is searched among the newest.
 *
 * @throws ApiError if the rows cannot be read.
 */
export async function savedAfterAll(
  dataset: AnyDataset,
  { at, mode, names, from, next }: LostSave,
): Promise<SaveOutcome> {
  if (mode === 'update') {
    const row = await readRow(dataset, Number(from[dataset.key]));
    if (row.version === from.version) return 'unsaved';
    // A secret's current value cannot be read: a save of nothing else must be checked by the person.
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
  // A list omits long texts and secrets; its values distinguish rows. A default set by the server is no difference.
  const same = (row: FieldRecord) => {
    // An earlier row would have been reported as a duplicate.
    const made = typeof row.createTime === 'string' ? shanghaiInstant(row.createTime).getTime() : at;
    if (made < at - clockMs) return false;
    const told = names.filter(
      name => dataset.fields[name]?.kind !== 'secret' && Object.hasOwn(row, name) && !isEmpty(next[name]),
    );
    return told.length > 0 && changedFields(dataset, told, row, next).length === 0;
  };
  return page.records.some(same) ? 'saved' : 'unsaved';
}
