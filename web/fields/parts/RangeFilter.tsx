import type { Field } from '@yikao/model/kernel/field.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeSuspense } from '../../loading/CodeSuspense.tsx';
import { fetchLaterCode, laterBegins } from '../../loading/later-code.ts';
import { lazyCode } from '../../loading/lazy-code.ts';
import type { FilterProps } from '../field-view.ts';
import styles from './fields.module.css';
import { rangeKeys } from './filter-keys.ts';
import { single } from './values.ts';

// Calendars are a third of a list's code, and are only needed once one is opened.
const RangePicker = lazyCode(async () => {
  await laterBegins;
  return import('../dates/RangePicker.tsx');
});

/** A condition from one day to another, both included; the server takes the last day to its last second. */
export function RangeFilter(props: FilterProps<Field>) {
  const { as, id, values, disabled } = props;
  const { t } = useTranslation('engine');
  // A field focused before the calendars are loaded keeps the focus.
  const [focused, setFocused] = useState(false);
  const [start, end] = rangeKeys(as).map(key => single(values, key).slice(0, 10));
  const shared = {
    readOnly: true,
    disabled,
    'aria-busy': focused,
    onFocus: () => {
      setFocused(true);
      fetchLaterCode();
    },
    onBlur: () => setFocused(false),
  };
  return (
    <CodeSuspense
      fallback={
        <span className={styles.range} data-busy={focused}>
          <input id={id} {...shared} value={start} placeholder={t('filter.from')} />
          <input {...shared} value={end} placeholder={t('filter.to')} aria-label={t('filter.to')} />
        </span>
      }
    >
      <RangePicker {...props} autoFocus={focused} />
    </CodeSuspense>
  );
}

/** The text of a range; of times, their days. */
export function RangeFilterText({ field, as, values }: Pick<FilterProps, 'field' | 'as' | 'values'>) {
  const [start, end] = rangeKeys(as).map(key =>
    field.kind === 'text' ? single(values, key) : single(values, key).slice(0, 10),
  );
  return <>{`${start || '…'} ~ ${end || '…'}`}</>;
}
