import type { RefField } from '@yikao/model/kernel/field.ts';
import type { FieldRecord, FilterValues } from '../field-view.ts';
import type { OptionQuery } from '../services.ts';
import { isBlank, textOf } from './values.ts';

/** The parts of a reference that say which rows it offers. */
type Offer = Pick<RefField, 'within' | 'orAny' | 'where' | 'among'>;

/** The conditions on a reference's target that a row's other values set, and the first of them still missing. */
export function conditionsOf(
  field: Offer,
  record: FieldRecord,
): { where: OptionQuery['where']; missing: string | undefined } {
  const where: Record<string, string | number | readonly string[]> = { ...field.where };
  for (const name of field.within ?? []) if (!isBlank(record[name])) where[name] = textOf(record[name]);
  // What is for all of them fits each of them.
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

/** The same of a list's filters, where none of them need be set. */
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
