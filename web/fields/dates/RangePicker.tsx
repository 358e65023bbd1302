import type { Field } from '@yikao/model/kernel/field.ts';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import type { FilterProps } from '../field-view.ts';
import styles from '../parts/fields.module.css';
import { rangeKeys } from '../parts/filter-keys.ts';
import { setSingle, single } from '../parts/values.ts';

interface RangePickerProps extends FilterProps<Field> {
  readonly autoFocus: boolean;
}

/** The calendars in which the two days are chosen. */
export default function RangePicker({ as, id, values, onChange, disabled, autoFocus }: RangePickerProps) {
  const { t } = useTranslation('engine');
  const [startKey, endKey] = rangeKeys(as);
  const [start, end] = [single(values, startKey), single(values, endKey)];
  return (
    <DatePicker.RangePicker
      id={{ start: id, end: `${id}-end` }}
      className={styles.full}
      allowEmpty={[true, true]}
      autoFocus={autoFocus}
      disabled={disabled}
      placeholder={[t('filter.from'), t('filter.to')]}
      value={[start ? dayjs(start) : null, end ? dayjs(end) : null]}
      presets={[
        { label: t('filter.today'), value: [dayjs(), dayjs()] },
        { label: t('filter.lastWeek'), value: [dayjs().subtract(6, 'day'), dayjs()] },
        { label: t('filter.lastMonth'), value: [dayjs().subtract(29, 'day'), dayjs()] },
      ]}
      onChange={days => {
        const [from, to] = [days?.[0]?.format('YYYY-MM-DD'), days?.[1]?.format('YYYY-MM-DD')];
        onChange({ ...setSingle(startKey, from), ...setSingle(endKey, to) });
      }}
    />
  );
}
