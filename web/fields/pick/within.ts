import type { RefField } from '@yikao/model/kernel/field.ts';
import type { FieldRecord, FilterValues } from '../field-view.ts';
import { isBlank, textOf } from '../parts/values.ts';
import type { OptionQuery } from '../services.ts';

/** The parts of a reference that determine the offered rows. */
type Offer = Pick<RefField, 'where' | 'within'> & Partial<Pick<RefField, 'orAny' | 'among'>>;

/** The conditions on a reference's target set by the row's other values, and the first missing one. */
export function conditionsOf(
  field: Offer,
  record: FieldRecord,
): { where: OptionQuery['where']; missing: string | undefined } {
  const where: Record<string, string | number | readonly string[]> = { ...field.where };
  for (const name of field.within ?? []) if (!isBlank(record[name])) where[name] = textOf(record[name]);
  // A general row matches every value.
  for (const name of field.orAny ?? [])
    if (Number(record[name]) > 0) where[name] = [textOf(record[name]), '0'];
  const needed = [...(field.within ?? []), ...(field.among?.by ?? [])];
  const missing = needed.find(name => isBlank(record[name]));
  if (field.among && !field.among.by.some(name => isBlank(record[name]))) {
    where.among = field.among.of;
    for (const name of field.among.by) where[name] = textOf(record[name]);
  }
  return { where, missing };
}

/** The same for a list's filters, none of which is required. */
export function filterConditionsOf(field: Offer, filters: FilterValues): OptionQuery['where'] {
  const where: Record<string, string | number | readonly string[]> = { ...field.where };
  for (const name of field.within ?? []) if (filters[name]?.length) where[name] = filters[name];
  for (const name of field.orAny ?? []) if (filters[name]?.length) where[name] = [...filters[name], '0'];
  if (field.among?.by.every(name => filters[name]?.length)) {
    where.among = field.among.of;
    for (const name of field.among.by) where[name] = filters[name] ?? [];
  }
  return where;
}
