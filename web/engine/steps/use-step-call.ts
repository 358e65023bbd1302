import type { StepAnswer } from '@yikao/model/calls/step-calls.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import { askedBy } from '@yikao/model/kernel/states.ts';
import type { Step } from '@yikao/model/kernel/steps.ts';
import { issueText } from '@yikao/model/kernel/validate/issues.ts';
import { isEmpty, validateValue } from '@yikao/model/kernel/validate/validate.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { FieldRecord } from '../../fields/field-view.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { ApiError } from '../api/api-error.ts';
import { useCallKey } from '../api/call-keys.ts';
import { readRow } from '../calls/dataset-calls.ts';
import { type BatchCondition, startBatchStep } from '../calls/job-calls.ts';
import { refreshRows } from '../calls/refresh-rows.ts';
import { takeStep } from '../calls/step-calls.ts';
import { type UploadCount, useUploadCount } from '../form/use-upload-count.ts';

/** Rows that a step is about to be taken with: one, several by their numbers, or all that match, as a job. */
export interface StepTarget {
  readonly step: Step;
  readonly row?: FieldRecord;
  readonly keys?: readonly number[];
  readonly matching?: { readonly condition: BatchCondition; readonly total: number };
}

/**
 * The outcome of a step: the resulting row, the counts for several rows with the refused ones, or the job that runs it.
 */
export type StepDone =
  | { readonly row: FieldRecord }
  | { readonly answer: StepAnswer }
  | { readonly job: number };

/** A step's dialog without its looks. */
export interface StepCall extends UploadCount {
  readonly asked: ReturnType<typeof askedBy>;
  readonly values: FieldRecord;
  /** The known row: after a conflict, the current one replaces the dialog's original. */
  readonly row: FieldRecord | undefined;
  errorOf(name: string): string | undefined;
  /** Why the step was refused; the row may have changed meanwhile, see {@link stale}. */
  readonly failed: string | undefined;
  /** Somebody changed the row while the dialog was open; {@link row} is the current row. */
  readonly stale: boolean;
  readonly taking: boolean;
  change(name: string, value: unknown): void;
  /** Takes the step with the remaining rows; undefined if the input is invalid, which is shown. */
  take(keys?: readonly number[]): Promise<StepDone | undefined>;
}

const staleData = z.object({ current: z.record(z.string(), z.unknown()) });

/** Controls the dialog of a step. */
export function useStepCall(dataset: AnyDataset, { step, row: first, keys, matching }: StepTarget): StepCall {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  // One key for the same input: a call whose answer was lost gets its answer again without running again.
  const keyFor = useCallKey();
  const asked = askedBy(dataset, step);
  const uploadCount = useUploadCount();
  const [row, setRow] = useState(first);
  const [values, setValues] = useState<FieldRecord>(() =>
    Object.fromEntries(asked.map(({ name, field }) => [name, first?.[name] ?? plainDefault(field)])),
  );
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failed, setFailed] = useState<string>();
  const [stale, setStale] = useState(false);
  const [taking, setTaking] = useState(false);

  const check = () => {
    const found = asked.flatMap(({ name, field, required }) => {
      const raw = values[name];
      if (isEmpty(raw)) return required ? [[name, t('steps.required')] as const] : [];
      const read = validateValue(name, field, raw);
      return 'issue' in read ? [[name, issueText(read.issue, undefined, language)] as const] : [];
    });
    setErrors(Object.fromEntries(found));
    return found.length === 0;
  };

  const refresh = () => refreshRows(dataset);

  return {
    ...uploadCount,
    asked,
    values,
    row,
    errorOf: name => errors[name],
    failed,
    stale,
    taking,
    change(name, value) {
      setValues(old => ({ ...old, [name]: value }));
      setErrors(({ [name]: _, ...others }) => others);
    },
    async take(some = keys) {
      if (!check()) return undefined;
      setTaking(true);
      setFailed(undefined);
      setStale(false);
      try {
        if (matching) return { job: await startBatchStep(dataset, step, matching.condition, values) };
        const about = row ? { [dataset.key]: row[dataset.key], version: row.version } : { ids: some };
        const body = { ...values, ...about };
        const answer = await takeStep(dataset, step, body, keyFor(body));
        await refresh();
        if (!row) return { answer };
        return { row: step.returns.length > 0 ? await readRow(dataset, Number(row[dataset.key])) : row };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setErrors(Object.fromEntries(error.fieldErrors.map(({ field, message }) => [field, message])));
        const current = staleData.safeParse(error.data).data?.current;
        if (error.reason === 'staleVersion' && current) {
          setRow(current);
          setStale(true);
        } else if (!error.fieldErrors.some(({ field }) => asked.some(({ name }) => name === field))) {
          // A message shown at its field need not be repeated.
          setFailed(error.message);
        }
        if (error.status === 409) void refresh();
        return undefined;
      } finally {
        setTaking(false);
      }
    },
  };
}

function plainDefault(field: Field): unknown {
  return typeof field.default === 'function' ? field.default(new Date()) : (field.default ?? null);
}
