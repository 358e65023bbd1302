import type { RefField, RefsField } from '@yikao/model/kernel/field.ts';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import type { FilterProps } from '../field-view.ts';
import { RowPicker } from './RowPicker.tsx';
import { targetOf } from './target.ts';
import { useEnterToSearch } from './use-enter-to-search.ts';
import { useNames } from './use-options.ts';
import { filterConditionsOf } from './within.ts';

const noNames: ReadonlyMap<number, string> = new Map();

function numbersOf(values: FilterProps['values'], as: string): number[] {
  return (values[as] ?? []).map(Number).filter(Number.isSafeInteger);
}

/** A condition on a reference: rows that refer to one of the chosen ones. */
export function RowFilter(props: FilterProps<RefField | RefsField>) {
  const { field, as, id, values, onChange, disabled, placeholder } = props;
  const language = useLanguage();
  const { t } = useTranslation('engine');
  const dataset = targetOf(field);
  const enter = useEnterToSearch();
  return (
    <div onKeyDownCapture={enter.onKeyDownCapture}>
      <RowPicker
        id={id}
        dataset={dataset}
        label={field.label[language]}
        multiple
        values={numbersOf(values, as)}
        names={noNames}
        where={filterConditionsOf(field, values)}
        placeholder={placeholder ?? t('filter.all')}
        disabled={disabled}
        onChange={chosen => onChange({ [as]: chosen.map(String) })}
        enter={enter}
        {...('zero' in field && field.zero && { zero: field.zero[language] })}
      />
    </div>
  );
}

/** The names of the rows in a condition. */
export function RowFilterText({
  field,
  as,
  values,
}: Pick<FilterProps<RefField | RefsField>, 'field' | 'as' | 'values'>) {
  const language = useLanguage();
  const dataset = targetOf(field);
  const ids = numbersOf(values, as);
  const zero = 'zero' in field ? field.zero?.[language] : undefined;
  const names = useNames(
    dataset,
    ids.filter(id => id > 0),
    filterConditionsOf(field, values),
  );
  return <>{ids.map(id => (id === 0 && zero) || names.get(id) || String(id)).join(', ')}</>;
}
