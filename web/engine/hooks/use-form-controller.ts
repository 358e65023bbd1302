import { useQueryClient } from '@tanstack/react-query';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { issueText } from '@yikao/model/kernel/issues.ts';
import type { Label } from '@yikao/model/kernel/label.ts';
import { editIn, mayEdit, stateLabel } from '@yikao/model/kernel/steps.ts';
import { validateRow, writableFields } from '@yikao/model/kernel/validate.ts';
import { withoutForeign } from '@yikao/model/kernel/when.ts';
import { machineOf } from '@yikao/model/machines/index.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import type { FieldRecord } from '../../fields/field-view.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { ApiError } from '../api/api-error.ts';
import { checkConnection, readConnection, subscribeConnection } from '../api/connection.ts';
import { tellFailure } from '../api/send.ts';
import { serverNow } from '../api/server-clock.ts';
import { addRow, readRow, updateRow } from '../calls/dataset-calls.ts';
import { useSession } from '../session/use-session.ts';
import {
  changedFields,
  changedValues,
  type Difference,
  differences,
  freshValues,
  merged,
} from './form-values.ts';
import { fixedForForm, fixedOf, useListPlace } from './list-place.ts';
import { lockedFields } from './list-query.ts';
import { type LostSave, savedAfterAll } from './saved-after-all.ts';
import { valuesBrought } from './values-brought.ts';

/** Which row a form is about. */
export type FormTarget =
  | { readonly mode: 'add' }
  | { readonly mode: 'copy'; readonly key: number }
  | { readonly mode: 'edit'; readonly key: number };

/** The row as both began with it and as somebody else left it, and where that differs from what is to be saved. */
export interface Conflict {
  readonly base: FieldRecord;
  readonly theirs: FieldRecord;
  readonly differences: readonly Difference[];
}

/** A form without its looks (house rule 16). */
export interface FormController {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly values: FieldRecord;
  /** What stands against a field, in the language shown; undefined while nothing does or nobody asked yet. */
  errorOf(name: string): string | undefined;
  /** Why a field cannot be edited. */
  lockOf(name: string): 'scope' | 'fixed' | 'server' | 'state' | undefined;
  /** The state of the row that is edited, and the step that the save brings about; undefined where rows have no states. */
  readonly state: { readonly label: Label; readonly brings: Label | undefined } | undefined;
  readonly dirty: boolean;
  readonly saving: boolean;
  readonly conflict: Conflict | undefined;
  /** What is known of a save whose answer was lost; undefined when there is no doubt. */
  readonly doubt: 'waiting' | 'checking' | 'unknown' | 'unsaved' | undefined;
  change(name: string, value: unknown): void;
  /** Whether everything is as it should be; from now on every problem shows. Gives the fields in error, in order. */
  check(): string[];
  /**
   * Saves; true when that is done. A failure is shown at its fields or as a toast, a stale row as {@link conflict}. When
   * the answer is lost it waits for the connection and looks whether it was done; see {@link doubt}.
   */
  save(): Promise<boolean>;
  /** Goes on from the other side's row with the person's value in `mine`, theirs in all other fields that differ. */
  settle(mine: readonly string[]): void;
  /** As {@link settle}, and saves at once; true when that is done. */
  settleAndSave(mine: readonly string[]): Promise<boolean>;
  dismissConflict(): void;
  retry(): void;
  /** Looks at once, and not only when the connection is back, whether a save was done. */
  lookNow(): void;
}

const staleData = z.object({ current: z.record(z.string(), z.unknown()) });
const nothing: FieldRecord = {};

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

/** Controls a form of `dataset` for one row. */
export function useFormController(dataset: AnyDataset, target: FormTarget): FormController {
  const language = useLanguage();
  const session = useSession();
  const client = useQueryClient();
  const place = useListPlace();
  const locked = useMemo(
    () => ({ ...lockedFields(dataset, session), ...fixedForForm(fixedOf(dataset, place)) }),
    [dataset, session, place],
  );
  const [base, setBase] = useState<FieldRecord>();
  const [values, setValues] = useState<FieldRecord>(nothing);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [checked, setChecked] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [saving, setSaving] = useState(false);
  const [conflict, setConflict] = useState<Conflict>();
  const [doubt, setDoubt] = useState<FormController['doubt']>();
  const lookNow = useRef<() => void>(undefined);

  const mode = target.mode === 'edit' ? 'update' : 'create';
  const key = target.mode === 'add' ? undefined : target.key;
  const writable = useMemo(() => writableFields(dataset, mode), [dataset, mode]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again after a failure; `base` says that it succeeded
  useEffect(() => {
    // A form that comes back with its tab runs its effects anew; what was typed must not be begun anew with them.
    if (base) return;
    if (key === undefined) {
      const fresh = freshValues(dataset, locked, undefined);
      setBase(fresh);
      setValues(fresh);
      return;
    }
    const gone = new AbortController();
    setFailed(false);
    readRow(dataset, key, gone.signal).then(
      row => {
        const start = mode === 'update' ? row : freshValues(dataset, locked, row);
        setBase(start);
        setValues(start);
      },
      (error: unknown) => {
        if (gone.signal.aborted) return;
        if (error instanceof ApiError) tellFailure(error);
        setFailed(true);
      },
    );
    return () => gone.abort();
  }, [dataset, key, mode, locked, attempt]);

  useEffect(() => {
    if (!failed) return;
    return subscribeConnection(() => {
      if (readConnection() === 'fine') setAttempt(tries => tries + 1);
    });
  }, [failed]);

  /** The row as it is sent: what was typed into fields that are no part of it by now stays in the form alone. */
  const sent = useMemo(() => withoutForeign(dataset, values), [dataset, values]);

  // What may be edited follows from the state that the row was read in; the server asks again.
  const machine = mode === 'update' && base ? machineOf(dataset) : undefined;
  const lockedByState = (name: string) => machine !== undefined && !mayEdit(machine, base ?? nothing, name);
  const brought = machine?.steps[editIn(machine, base ?? nothing).step ?? ''];

  const issues = useMemo(() => {
    if (!base) return [];
    const given = Object.fromEntries(writable.map(name => [name, sent[name]]));
    return validateRow(dataset, given, mode, new Date(), mode === 'update' ? base : {}).issues;
  }, [dataset, mode, writable, base, sent]);

  const changed = useMemo(
    () => (base ? changedFields(dataset, writable, withoutForeign(dataset, base), sent) : []),
    [dataset, writable, base, sent],
  );

  const readAnew = () =>
    Promise.all(
      ['rows', 'row', 'options'].map(area => client.invalidateQueries({ queryKey: [area, dataset.name] })),
    );

  /** Waits until the server can be asked, and then until the rows have told whether `lost` was done; gives that. */
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
    try {
      if (mode === 'create') await addRow(dataset, body);
      else await updateRow(dataset, { ...body, [dataset.key]: from[dataset.key], version: from.version });
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
      setRefused(Object.fromEntries(error.fieldErrors.map(({ field, message }) => [field, message])));
      tellFailure(error);
      return false;
    } finally {
      setSaving(false);
    }
  };

  /** Takes over what a row that was chosen brings along, while it still is the chosen one. */
  const fillFrom = async (name: string, value: unknown) => {
    const brought = await valuesBrought(dataset, name, value);
    if (!brought) return;
    setValues(old =>
      Number(old[name]) === Number(value)
        ? Object.entries(brought).reduce((row, [field, one]) => changedValues(dataset, row, field, one), old)
        : old,
    );
  };

  const goOn = (from: FieldRecord, next: FieldRecord) => {
    setBase(from);
    setValues(next);
    setChecked(true);
    setConflict(undefined);
  };

  return {
    status: base ? 'ready' : failed ? 'failed' : 'loading',
    values,
    errorOf(name) {
      if (refused[name]) return refused[name];
      if (!checked && !touched.has(name)) return undefined;
      const found = issues.find(issue => issue.field === name);
      return found && issueText(found, dataset.fields[name]?.label, language);
    },
    lockOf(name) {
      const field = dataset.fields[name];
      if (field?.readOnly || field?.computed) return 'server';
      if (locked[name] !== undefined) return 'scope';
      if (mode === 'update' && field?.lockedOnEdit) return 'fixed';
      return lockedByState(name) ? 'state' : undefined;
    },
    state: machine && { label: stateLabel(machine, base ?? nothing), brings: brought?.label },
    dirty: changed.length > 0,
    saving,
    conflict,
    doubt,
    lookNow() {
      void checkConnection();
      lookNow.current?.();
    },
    change(name, value) {
      setDoubt(undefined);
      setValues(old => changedValues(dataset, old, name, value));
      void fillFrom(name, value);
      setTouched(old => new Set(old).add(name));
      setRefused(({ [name]: _, ...rest }) => rest);
    },
    check() {
      setChecked(true);
      return [...new Set(issues.map(issue => issue.field))];
    },
    save: () => submit(base ?? nothing, sent),
    settle(mine) {
      if (conflict) goOn(conflict.theirs, merged(conflict.theirs, values, mine));
    },
    async settleAndSave(mine) {
      if (!conflict) return false;
      const next = merged(conflict.theirs, values, mine);
      goOn(conflict.theirs, next);
      return submit(conflict.theirs, withoutForeign(dataset, next));
    },
    dismissConflict: () => setConflict(undefined),
    retry: () => setAttempt(attempt + 1),
  };
}
