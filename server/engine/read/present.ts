import { type AnyDataset, fieldOf, systemFields } from '@yikao/model/kernel/dataset.ts';
import { type Field, refNameKey } from '@yikao/model/kernel/field.ts';
import type { Label, Language } from '@yikao/model/kernel/label.ts';
import { serverKindOf } from '../fields/index.ts';
import type { ServerFieldKind } from '../fields/kind.ts';
import { perDataset } from '../table/per-dataset.ts';
import type { FoundRow } from './select.ts';
import { shownStaff } from './staff-names.ts';

/** The facts of a field by which its values are sent. */
interface SentField {
  readonly kind: ServerFieldKind<Field>;
  readonly nameKey: string;
  /** True for a reference whose name is sent under `nameKey`. */
  readonly named: boolean;
  /** The name of a reference's 0. */
  readonly zero: Label | undefined;
  /** True for the person who last changed the row. */
  readonly staff: boolean;
}

/** The facts of a dataset's fields, as far as they have been worked out. */
const sentFields = perDataset(() => new Map<string, SentField | undefined>());

/** Works out the facts of a field; undefined for one that is never sent. */
function sentField(dataset: AnyDataset, name: string): SentField | undefined {
  const field = fieldOf(dataset, name);
  if (!field || field.private) return undefined;
  const nameKey = refNameKey(name);
  return {
    kind: serverKindOf(field),
    nameKey,
    named: (field.kind === 'ref' || field.kind === 'refs') && !Object.hasOwn(dataset.fields, nameKey),
    zero: field.kind === 'ref' && field.zero ? field.zero : undefined,
    staff: field === systemFields.updateBy,
  };
}

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
  const known = sentFields(dataset);
  const out: Record<string, unknown> = {};
  for (const name of fields) {
    if (!known.has(name)) known.set(name, sentField(dataset, name));
    const sent = known.get(name);
    if (!sent) continue;
    const { kind, nameKey, named, zero } = sent;
    const value = row[name];
    if (sent.staff) {
      const { id, name: person } = shownStaff(value, row[nameKey], language);
      out[name] = id;
      out[nameKey] = person;
      continue;
    }
    out[name] = value === null || value === undefined ? null : kind.toWire(kind.fromColumn(value));
    if (named) out[nameKey] = (zero && Number(value) === 0 ? zero[language] : row[nameKey]) ?? null;
  }
  if (row.version !== undefined) out.version = row.version;
  return out;
}
