import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { useEffect, useState } from 'react';
import type { FieldRecord } from '../../fields/field-view.ts';
import { ApiError } from '../api/api-error.ts';
import { readConnection, subscribeConnection } from '../api/connection.ts';
import { tellFailure } from '../api/send.ts';
import { readRow } from '../calls/dataset-calls.ts';
import { changedValues, freshValues } from './form-values.ts';

interface FormStart {
  readonly dataset: AnyDataset;
  readonly mode: 'create' | 'update';
  /** The row that is edited or copied; undefined for a new one. */
  readonly key: number | undefined;
  /** Values that the person's scope or the place of the list sets. */
  readonly locked: Readonly<Record<string, string | number>>;
  /** Values that are still to be saved. */
  readonly given: FieldRecord | undefined;
  /** The row must not be read yet, such as while it is being saved. */
  readonly held: boolean;
}

/** The row that a form begins with, and its values; before the row is there only those typed so far. */
interface Started {
  readonly base: FieldRecord | undefined;
  readonly values: FieldRecord;
}

const nothingYet: Started = { base: undefined, values: {} };

/**
 * The row that a form begins with, once it is there, and its values as they are typed; read again after a failure. Values
 * that are typed before the row is there are kept with it in one state, and become changes of the row when it arrives:
 * a key that comes in the same moment is neither lost nor overwritten.
 */
export function useFormStart({ dataset, mode, key, locked, given, held }: FormStart) {
  const [{ base, values }, setStarted] = useState(nothingYet);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` retries a failure; `base` shows a success
  useEffect(() => {
    // A form that returns with its tab runs its effects again, which must not reset typed values.
    if (base || held) return;
    if (key === undefined) {
      const fresh = freshValues(dataset, locked, undefined);
      begin(fresh, { ...fresh, ...given });
      return;
    }
    const gone = new AbortController();
    setFailed(false);
    readRow(dataset, key, gone.signal).then(
      row => {
        const start = mode === 'update' ? row : freshValues(dataset, locked, row);
        setStarted(({ values }) => ({
          base: start,
          values: Object.entries({ ...given, ...values }).reduce(withChange, start),
        }));
      },
      (error: unknown) => {
        if (gone.signal.aborted) return;
        if (error instanceof ApiError) tellFailure(error);
        setFailed(true);
      },
    );
    return () => gone.abort();
  }, [dataset, key, mode, locked, given, held, attempt]);

  const withChange = (row: FieldRecord, [name, value]: [string, unknown]) =>
    changedValues(dataset, row, name, value);

  useEffect(() => {
    if (!failed) return;
    return subscribeConnection(() => {
      if (readConnection() === 'fine') setAttempt(tries => tries + 1);
    });
  }, [failed]);

  /** Changes values one after another, unless `still` denies it for the values of then. */
  const change = (changes: FieldRecord, still: (values: FieldRecord) => boolean = () => true) =>
    setStarted(old => {
      if (!still(old.values)) return old;
      const next = old.base
        ? Object.entries(changes).reduce(withChange, old.values)
        : { ...old.values, ...changes };
      return { ...old, values: next };
    });

  return { base, values, change, failed, retry: () => setAttempt(attempt + 1), begin };

  /** Starts from another row and other values. */
  function begin(from: FieldRecord, next: FieldRecord) {
    setStarted({ base: from, values: next });
  }
}
