import type { JobOperation } from '@yikao/model/contexts/jobs.ts';
import { type AnyDataset, fieldOf } from '@yikao/model/kernel/dataset.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import { alwaysGiven, type RowValues } from '@yikao/model/kernel/validate/validate.ts';
import { filledFields, type HeaderMap } from './column-match.ts';

/**
 * Missing fields without which rows cannot be matched to the table: the key of a batch update, or the required parts of
 * an import's natural key that neither the scope nor the kind of import supplies.
 */
export function missingFields(
  dataset: AnyDataset,
  op: JobOperation,
  forced: Readonly<RowValues>,
  map: Pick<HeaderMap, 'fields' | 'children' | 'combined' | 'joined' | 'groups'>,
): string[] {
  const present = filledFields(dataset, map);
  const { by } = dataset.excel?.kind?.perChild ?? {};
  const byKey = op === 'batchUpdate' || dataset.excel?.kind?.pictures !== undefined;
  return (byKey ? [dataset.key] : dataset.naturalKey).filter(name => {
    const field = fieldOf(dataset, name);
    const isPresent = name === by ? map.children.size > 0 : present.has(name);
    const missing = !isPresent && !Object.hasOwn(forced, name);
    return field !== undefined && missing && alwaysGiven(field);
  });
}

/**
 * Fields without a column that a person may enter for the whole file: required ones, and identifying ones that would
 * otherwise get a default. `offered` are suggested columns.
 */
export function wantedFields(
  dataset: AnyDataset,
  forced: Readonly<RowValues>,
  map: Pick<HeaderMap, 'fields' | 'children' | 'combined' | 'joined' | 'groups'>,
  offered: ReadonlySet<string>,
): string[] {
  const { excel } = dataset;
  if (!excel || excel.kind?.pictures || excel.kind?.perChild) return [];
  const present = new Set([...filledFields(dataset, map), ...offered, ...Object.keys(forced)]);
  return excel.import.filter(name => {
    const field = fieldOf(dataset, name);
    if (!field || present.has(name) || !givable.has(field.kind)) return false;
    const isKey = dataset.naturalKey.includes(name);
    const { filled } = field;
    // Values filled in by a reference are not asked for if the reference is present.
    const isBrought =
      filled !== undefined && (present.has(filled.from) || dataset.naturalKey.includes(filled.from));
    const hasFallback = field.default !== undefined;
    return alwaysGiven(field) ? !isBrought && (isKey || !hasFallback) : isKey && hasFallback;
  });
}

/** Kinds of fields for which all rows of a file may share a value. */
const givable = new Set<Field['kind']>([
  'year',
  'code',
  'ref',
  'integer',
  'decimal',
  'money',
  'text',
  'date',
  'yesNo',
]);
