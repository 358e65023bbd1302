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
}

/** The row that a form begins with, once it is there, and its values as they are typed; read again after a failure. */
export function useFormStart({ dataset, mode, key, locked, given }: FormStart) {
  const [base, setBase] = useState<FieldRecord>();
  const [values, setValues] = useState<FieldRecord>({});
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` retries a failure; `base` shows a success
  useEffect(() => {
    // A form that returns with its tab runs its effects again, which must not reset typed values.
    if (base) return;
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
        begin(start, given ? Object.entries(given).reduce(withChange, start) : start);
      },
      (error: unknown) => {
        if (gone.signal.aborted) return;
        if (error instanceof ApiError) tellFailure(error);
        setFailed(true);
      },
    );
    return () => gone.abort();
  }, [dataset, key, mode, locked, given, attempt]);

  const withChange = (row: FieldRecord, [name, value]: [string, unknown]) =>
    changedValues(dataset, row, name, value);

  useEffect(() => {
    if (!failed) return;
    return subscribeConnection(() => {
      if (readConnection() === 'fine') setAttempt(tries => tries + 1);
    });
  }, [failed]);

  return { base, values, setValues, failed, retry: () => setAttempt(attempt + 1), begin };

  /** Starts from another row and other values. */
  function begin(from: FieldRecord, next: FieldRecord) {
    setBase(from);
    setValues(next);
  }
}
