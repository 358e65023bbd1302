import { systemFields } from '@yikao/model/kernel/dataset.ts';
import { type Field, isPersonal } from '@yikao/model/kernel/field.ts';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FilterProps } from '../field-view.ts';
import { setSingle, single } from './values.ts';

/** The sentence of a condition on the whole value; undefined if parts match. */
function wholeKey(field: Field) {
  if (field === systemFields.importBatch) return 'filter.whole';
  if (!isPersonal(field)) {
    const find = field.kind === 'text' ? field.find : undefined;
    return find && (find === 'equal' ? 'filter.wholeText' : 'filter.begins');
  }
  if (field.kind === 'mobile') return 'filter.wholeMobile';
  if (field.kind !== 'text') return 'filter.wholeNumber';
  if (field.format === undefined) return 'filter.wholeText';
  return field.format === 'email' ? 'filter.wholeEmail' : 'filter.wholeNumber';
}

/** Condition on a number: accepts only digits, since the server refuses anything else (spec section 5). */
export function DigitsFilter({ field, as, id, values, onChange, disabled }: FilterProps<Field>) {
  const { t } = useTranslation('engine');
  return (
    <Input
      id={id}
      inputMode="numeric"
      allowClear
      disabled={disabled}
      placeholder={t(wholeKey(field) ?? 'filter.exact')}
      value={single(values, as)}
      onChange={event => onChange(setSingle(as, event.target.value.normalize('NFKC').replace(/\D/g, '')))}
    />
  );
}

/** Condition on a text: rows that contain it; a batch and a personal number must match completely. */
export function TextFilter({ field, as, id, values, onChange, disabled }: FilterProps<Field>) {
  const { t } = useTranslation('engine');
  return (
    <Input
      id={id}
      allowClear
      disabled={disabled}
      placeholder={t(wholeKey(field) ?? 'filter.contains')}
      value={single(values, as)}
      onChange={event => onChange(setSingle(as, event.target.value))}
    />
  );
}

/** The text of a condition with one typed value. */
export function TypedFilterText({ as, values }: Pick<FilterProps<Field>, 'as' | 'values'>) {
  return <>{single(values, as)}</>;
}
