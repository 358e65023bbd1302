import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { useRef, useState } from 'react';
import { z } from 'zod';
import type { FieldRecord } from '../../fields/field-view.ts';
import { ApiError } from '../api/api-error.ts';
import { useCallKey } from '../api/call-keys.ts';
import { checkConnection, readConnection, subscribeConnection } from '../api/connection.ts';
import { tellFailure } from '../api/send.ts';
import { serverNow } from '../api/server-clock.ts';
import { addRow, updateRow } from '../calls/dataset-calls.ts';
import { refreshRows } from '../calls/refresh-rows.ts';
import { changedFields, type Difference, differences } from './form-values.ts';
import { type LostSave, savedAfterAll } from './saved-after-all.ts';

/** The original row, the row as somebody else saved it, and their differences from the values to save. */
export interface Conflict {
  readonly base: FieldRecord;
  readonly theirs: FieldRecord;
  readonly differences: readonly Difference[];
}

/** The state of a save whose answer was lost. */
export type Doubt = 'waiting' | 'checking' | 'unsaved' | 'unknown';

const staleData = z.object({ current: z.record(z.string(), z.unknown()) });
/** Waits until the server is reached as usual. */
function connected(): Promise<void> {
  return new Promise(resolve => {
    const look = () => {
      if (readConnection() !== 'fine') return;
      stop();
      resolve();
    };
    const stop = subscribeConnection(look);
    look();
  });
}

interface FormSave {
  readonly dataset: AnyDataset;
  readonly mode: 'create' | 'update';
  readonly writable: readonly string[];
  /** Called with the field problems reported by the server. */
  readonly onRefused: (byField: Readonly<Record<string, string>>) => void;
}

/** Saves rows of a form: reports a stale row as a conflict, and determines the outcome after a lost answer. */
export function useFormSave({ dataset, mode, writable, onRefused }: FormSave) {
  const [saving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<Conflict>();
  const [doubt, setDoubt] = useState<Doubt>();
  const lookNow = useRef<() => void>(undefined);
  const keyFor = useCallKey();
  const saved = useRef<unknown>(undefined);

  const readAnew = () => refreshRows(dataset);

  /** Waits until the server is available, then determines from the rows whether `lost` was done; returns that. */
  const settleDoubt = async (lost: LostSave): Promise<boolean> => {
    for (;;) {
      setDoubt('waiting');
      await connected();
      setDoubt('checking');
      try {
        const outcome = await savedAfterAll(dataset, lost);
        setDoubt(outcome === 'unsaved' ? 'unsaved' : undefined);
        if (outcome === 'unsaved') return false;
        await readAnew();
        if (outcome === 'saved') return true;
        const found = differences(dataset, writable, lost.from, lost.next, outcome.theirs);
        setConflict({ base: lost.from, theirs: outcome.theirs, differences: found });
        return false;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.sessionOver) return false;
        if (readConnection() !== 'fine') continue;
        setDoubt('unknown');
        await new Promise<void>(resolve => {
          lookNow.current = resolve;
        });
      }
    }
  };

  /** Saves `next`, which was made from the row `from`. */
  const submit = async (from: FieldRecord, next: FieldRecord) => {
    const names = mode === 'update' ? changedFields(dataset, writable, from, next) : writable;
    const body = Object.fromEntries(names.map(name => [name, next[name] ?? null]));
    const at = serverNow();
    setSaving(true);
    setDoubt(undefined);
    saved.current = undefined;
    try {
      saved.current =
        mode === 'create'
          ? await addRow(dataset, body, keyFor(body))
          : await updateRow(dataset, { ...body, [dataset.key]: from[dataset.key], version: from.version });
      await readAnew();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.sessionOver) return false;
      if (error.doubtful) return await settleDoubt({ at, mode, names, from, next });
      const stale = error.reason === 'staleVersion' ? staleData.safeParse(error.data) : undefined;
      if (stale?.success) {
        const theirs = stale.data.current;
        const found = differences(dataset, writable, from, next, theirs);
        setConflict({ base: from, theirs, differences: found });
        return false;
      }
      onRefused(Object.fromEntries(error.fieldErrors.map(({ field, message }) => [field, message])));
      tellFailure(error);
      return false;
    } finally {
      setSaving(false);
    }
  };

  return {
    ...{ saving, conflict, doubt, submit },
    /** The answer to the last save; undefined if it did not come. */
    savedRow: () => saved.current,
    settled: () => setConflict(undefined),
    noDoubt: () => setDoubt(undefined),
    lookNow() {
      void checkConnection();
      lookNow.current?.();
    },
  };
}
