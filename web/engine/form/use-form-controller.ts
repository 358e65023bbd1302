import { machineOf } from '@yikao/model/contexts/machines.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Label } from '@yikao/model/kernel/label.ts';
import { editIn, mayEdit, stateLabel } from '@yikao/model/kernel/states.ts';
import { issueText } from '@yikao/model/kernel/validate/issues.ts';
import { validateRow } from '@yikao/model/kernel/validate/row.ts';
import { writableFields } from '@yikao/model/kernel/validate/validate.ts';
import { withoutForeign } from '@yikao/model/kernel/validate/when.ts';
import { useMemo, useState } from 'react';
import type { FieldRecord } from '../../fields/field-view.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { rowName } from '../list/columns.tsx';
import { fixedForForm, fixedOf, useListPlace } from '../list/list-place.ts';
import { lockedFields } from '../list/list-query.ts';
import { useSession } from '../session/use-session.ts';
import { changedFields, merged } from './form-values.ts';
import { type Conflict, type Doubt, useFormSave } from './use-form-save.ts';
import { useFormStart } from './use-form-start.ts';
import { type UploadCount, useUploadCount } from './use-upload-count.ts';
import { valuesBrought } from './values-brought.ts';

/** Which row a form is about. */
export type FormTarget =
  /** `given` are values that it begins with and that are still to be saved, such as those of a page that was read. */
  | { readonly mode: 'add'; readonly given?: FieldRecord }
  | { readonly mode: 'copy'; readonly key: number }
  | ({ readonly mode: 'edit'; readonly key: number } & FormStartAt);

/** The field with which the form of a row begins, and values that are still to be saved. */
export interface FormStartAt {
  readonly at?: string;
  readonly given?: FieldRecord;
}

/** A form without its looks. */
export interface FormController extends UploadCount {
  readonly status: 'loading' | 'ready' | 'failed';
  /** The values of the form; before it is ready only those that were typed so far. */
  readonly values: FieldRecord;
  /** The problem of a field, in the current language; undefined without one, or before the first check. */
  errorOf(name: string): string | undefined;
  /** Why a field cannot be edited. */
  lockOf(name: string): 'scope' | 'fixed' | 'server' | 'state' | undefined;
  /** The state of the edited row, and the step that saving triggers; undefined if rows have no states. */
  readonly state: { readonly label: Label; readonly brings: Label | undefined } | undefined;
  readonly dirty: boolean;
  /** The row's name, and the number of changed fields. */
  readonly name: string;
  readonly changes: number;
  /** Values that a chosen row fills in, or files, are on their way; a save would miss them. */
  readonly filling: boolean;
  readonly saving: boolean;
  readonly conflict: Conflict | undefined;
  /** The state of a save whose answer was lost; undefined if there is no doubt. */
  readonly doubt: Doubt | undefined;
  change(name: string, value: unknown): void;
  /** Validates the form; from then on every problem is shown. Returns the invalid fields, in order. */
  check(): string[];
  /**
   * Saves; true when that is done. A failure is shown at its fields or as a toast, a stale row as {@link conflict}.
   * When the answer is lost it waits for the connection and looks whether it was done; see {@link doubt}.
   */
  save(): Promise<boolean>;
  /**
   * Continues from the other side's row with the person's value in `mine`, and theirs in all other differing fields.
   */
  settle(mine: readonly string[]): void;
  /** As {@link settle}, and saves at once; true when that is done. */
  settleAndSave(mine: readonly string[]): Promise<boolean>;
  /** The values that a save of the present changes replaces, by field name, and the version of their row. */
  former(): { readonly values: FieldRecord; readonly version: unknown };
  /** The answer to the last save, with the new version of the row; undefined if it did not come. */
  savedRow(): unknown;
  dismissConflict(): void;
  retry(): void;
  /** Looks at once, and not only when the connection is back, whether a save was done. */
  lookNow(): void;
}

const nothing: FieldRecord = {};

/** Controls a form of `dataset` for one row, which is not read while it is `held`. */
export function useFormController(dataset: AnyDataset, target: FormTarget, held = false): FormController {
  const language = useLanguage();
  const session = useSession();
  const place = useListPlace();
  const locked = useMemo(
    () => ({ ...lockedFields(dataset, session), ...fixedForForm(fixedOf(dataset, place)) }),
    [dataset, session, place],
  );
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [checked, setChecked] = useState(false);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});

  const mode = target.mode === 'edit' ? 'update' : 'create';
  const key = target.mode === 'add' ? undefined : target.key;
  const writable = useMemo(() => writableFields(dataset, mode), [dataset, mode]);

  const given = target.mode === 'copy' ? undefined : target.given;
  const start = { dataset, mode, key, locked, given, held } as const;
  const { base, values, change, failed, retry, begin } = useFormStart(start);
  const [fills, setFills] = useState(0);
  const { uploads, noteUploads } = useUploadCount();
  const { saving, conflict, doubt, ...save } = useFormSave({
    ...{ dataset, mode, writable },
    onRefused: setRefused,
  });

  /** The row to send: values of fields that are no longer part of it stay only in the form. */
  const sent = useMemo(() => withoutForeign(dataset, values), [dataset, values]);

  // The state of the loaded row determines the editable fields; the server checks again.
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

  /** Copies the values that a chosen row fills in, if it is still the chosen one. */
  const fillFrom = async (name: string, value: unknown) => {
    const coming = valuesBrought(dataset, name, value);
    if (!coming) return;
    setFills(count => count + 1);
    const brought = await coming;
    if (brought) change(brought, now => Number(now[name]) === Number(value));
    setFills(count => count - 1);
  };

  const goOn = (from: FieldRecord, next: FieldRecord) => {
    begin(from, next);
    setChecked(true);
    save.settled();
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
      if (field?.readOnly) return 'server';
      if (locked[name] !== undefined) return 'scope';
      if (mode === 'update' && field?.lockedOnEdit) return 'fixed';
      return lockedByState(name) ? 'state' : undefined;
    },
    state: machine && { label: stateLabel(machine, base ?? nothing), brings: brought?.label },
    dirty: base ? changed.length > 0 : Object.keys(values).length > 0,
    name: rowName(dataset, base ?? nothing),
    changes: changed.length,
    filling: fills > 0 || uploads > 0,
    uploads,
    saving,
    conflict,
    doubt,
    lookNow: save.lookNow,
    change(name, value) {
      save.noDoubt();
      change({ [name]: value });
      void fillFrom(name, value);
      setTouched(old => new Set(old).add(name));
      setRefused(({ [name]: _, ...rest }) => rest);
    },
    noteUploads,
    check() {
      setChecked(true);
      return [...new Set(issues.map(issue => issue.field))];
    },
    save: () => save.submit(base ?? nothing, sent),
    settle(mine) {
      if (conflict) goOn(conflict.theirs, merged(conflict.theirs, values, mine));
    },
    async settleAndSave(mine) {
      if (!conflict) return false;
      const next = merged(conflict.theirs, values, mine);
      goOn(conflict.theirs, next);
      return save.submit(conflict.theirs, withoutForeign(dataset, next));
    },
    former: () => ({
      values: Object.fromEntries(changed.map(name => [name, base?.[name] ?? null])),
      version: base?.version,
    }),
    savedRow: save.savedRow,
    dismissConflict: save.settled,
    retry,
  };
}
