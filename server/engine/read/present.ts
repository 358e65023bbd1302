import { type AnyDataset, fieldOf, systemFields } from '@yikao/model/kernel/dataset.ts';
import { refNameKey } from '@yikao/model/kernel/field.ts';
import type { Language } from '@yikao/model/kernel/label.ts';
import { serverKindOf } from '../fields/index.ts';
import type { FoundRow } from './select.ts';
import { shownStaff } from './staff-names.ts';

/**
 * A row as sent to the client: an allow-list of declared fields that are not private, the names of references, and the
 * version.
 */
export function presentRow(
  dataset: AnyDataset,
  row: FoundRow,
  fields: readonly string[],
  language: Language,
): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const name of fields) {
    const field = fieldOf(dataset, name);
    if (!field || field.private) continue;
    if (field === systemFields.updateBy) {
      const { id, name: person } = shownStaff(row[name], row[refNameKey(name)], language);
      out[name] = id;
      out[refNameKey(name)] = person;
      continue;
    }
    const kind = serverKindOf(field);
    const value = row[name];
    out[name] = value === null || value === undefined ? null : kind.toWire(kind.fromColumn(value));
    const named = !Object.hasOwn(dataset.fields, refNameKey(name));
    if (named && (field.kind === 'ref' || field.kind === 'refs')) {
      const zero =
        field.kind === 'ref' && field.zero && Number(value) === 0 ? field.zero[language] : undefined;
      out[refNameKey(name)] = zero ?? row[refNameKey(name)] ?? null;
    }
  }
  if (row.version !== undefined) out.version = row.version;
  return out;
}
