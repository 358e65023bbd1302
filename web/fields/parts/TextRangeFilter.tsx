import type { Field } from '@yikao/model/kernel/field.ts';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import type { FilterProps } from '../field-view.ts';
import styles from './fields.module.css';
import { rangeKeys } from './filter-keys.ts';
import { rangeOfText } from './text-range.ts';
import { setSingle, single } from './values.ts';

/** A condition from one text to another, both included. A range pasted into either end fills both. */
export function TextRangeFilter({ field, as, id, values, onChange, disabled }: FilterProps<Field>) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const [startKey, endKey] = rangeKeys(as);
  const end = (key: string, own: string, placeholder: string) => (
    <Input
      id={own}
      disabled={disabled}
      autoComplete="off"
      placeholder={placeholder}
      {...(key === endKey && { 'aria-label': `${field.label[language]} ${placeholder}` })}
      value={single(values, key)}
      onChange={({ target: { value } }) => {
        const whole = rangeOfText(value);
        onChange(
          whole
            ? { ...setSingle(startKey, whole[0]), ...setSingle(endKey, whole[1]) }
            : setSingle(key, value),
        );
      }}
    />
  );
  return (
    <span className={styles.ends}>
      {end(startKey, id, t('filter.firstText'))}
      <span aria-hidden>~</span>
      {end(endKey, `${id}-end`, t('filter.lastText'))}
    </span>
  );
}
