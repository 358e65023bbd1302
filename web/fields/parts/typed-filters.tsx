import { systemFields } from '@yikao/model/kernel/dataset.ts';
import type { Field } from '@yikao/model/kernel/field.ts';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FilterProps } from '../field-view.ts';
import { setSingle, single } from './values.ts';

/** Condition on a number: takes digits only, since anything else is refused by the server (spec section 5). */
export function DigitsFilter({ as, id, values, onChange, disabled }: FilterProps<Field>) {
  const { t } = useTranslation('engine');
  return (
    <Input
      id={id}
      inputMode="numeric"
      maxLength={16}
      allowClear
      disabled={disabled}
      placeholder={t('filter.exact')}
      value={single(values, as)}
      onChange={event => onChange(setSingle(as, event.target.value.normalize('NFKC').replace(/\D/g, '')))}
    />
  );
}

/** Condition on a text: rows that contain it; a batch is asked for by its whole name. */
export function TextFilter({ field, as, id, values, onChange, disabled }: FilterProps<Field>) {
  const { t } = useTranslation('engine');
  return (
    <Input
      id={id}
      maxLength={64}
      allowClear
      disabled={disabled}
      placeholder={t(field === systemFields.importBatch ? 'filter.whole' : 'filter.contains')}
      value={single(values, as)}
      onChange={event => onChange(setSingle(as, event.target.value))}
    />
  );
}

/** What a condition of one typed value reads like. */
export function TypedFilterText({ as, values }: Pick<FilterProps<Field>, 'as' | 'values'>) {
  return <>{single(values, as)}</>;
}
