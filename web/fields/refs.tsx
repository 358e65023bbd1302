import { fieldOf } from '@yikao/model/kernel/dataset.ts';
import { type RefsField, refNameKey } from '@yikao/model/kernel/field.ts';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/i18n.ts';
import type { CellProps, FieldView, InputProps } from './field-view.ts';
import { ToneTag } from './parts/CodeTag.tsx';
import { Empty } from './parts/Empty.tsx';
import styles from './parts/fields.module.css';
import { idsOf, wordsOf } from './parts/values.ts';
import { RowFilter, RowFilterText } from './pick/RowFilter.tsx';
import { RowPicker } from './pick/RowPicker.tsx';
import { targetOf } from './pick/target.ts';
import { conditionsOf } from './pick/within.ts';

/** Tags a list cell shows before it counts the rest. */
const shownMax = 2;

function namesOf({ name, value, record }: CellProps<RefsField>): string[] {
  const names = wordsOf(record[refNameKey(name)]);
  return names.length > 0 ? names : idsOf(value).map(String);
}

function RefsCell(props: CellProps<RefsField>) {
  const names = namesOf(props);
  if (names.length === 0) return <Empty />;
  const rest = names.length - shownMax;
  return (
    <Tooltip title={rest > 0 ? names.join('、') : ''}>
      <span className={styles.tags}>
        {names.slice(0, shownMax).map(word => (
          <ToneTag key={word} tone="plain" text={word} />
        ))}
        {rest > 0 && <ToneTag tone="plain" text={`+${rest}`} />}
      </span>
    </Tooltip>
  );
}

function RefsDetail(props: CellProps<RefsField>) {
  const names = namesOf(props);
  if (names.length === 0) return <Empty />;
  return (
    <span className={`${styles.tags} ${styles.wrap}`}>
      {names.map(word => (
        <ToneTag key={word} tone="plain" text={word} />
      ))}
    </span>
  );
}

function RefsInput({
  field,
  name,
  id,
  value,
  onChange,
  record,
  disabled,
  invalid,
  describedBy,
}: InputProps<RefsField>) {
  const language = useLanguage();
  const { t } = useTranslation('engine');
  const dataset = targetOf(field);
  const ids = idsOf(value);
  const known = wordsOf(record[refNameKey(name)]);
  const { where, missing } = conditionsOf(field, record);
  const label = field.label[language];
  const first = missing && fieldOf(dataset, missing)?.label[language];
  return (
    <RowPicker
      id={id}
      dataset={dataset}
      label={label}
      multiple
      values={ids}
      // The names are in the order of the ids; only complete lists can be matched up.
      names={new Map(known.length === ids.length ? ids.map((one, at) => [one, known[at] ?? '']) : [])}
      where={where}
      placeholder={first ? t('fields.chooseFirst', { label: first }) : t('fields.choose', { label })}
      disabled={disabled || missing !== undefined}
      invalid={invalid}
      describedBy={describedBy}
      required={field.required}
      onChange={next => onChange(next.length > 0 ? next : null)}
    />
  );
}

/** Several rows of another dataset, as small tags. */
export const refs: FieldView<RefsField> = {
  Cell: RefsCell,
  Detail: RefsDetail,
  Input: RefsInput,
  Filter: RowFilter,
  FilterText: RowFilterText,
  columnWidth: () => 180,
  align: 'left',
  sortable: false,
};
