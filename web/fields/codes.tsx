import type { CodeSet } from '@yikao/model/kernel/codes.ts';
import type { CodesField } from '@yikao/model/kernel/field.ts';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/i18n.ts';
import { CodeFilter, CodeFilterText } from './code.tsx';
import type { CellProps, FieldView, InputProps } from './field-view.ts';
import { CodeTag } from './parts/CodeTag.tsx';
import { Empty } from './parts/Empty.tsx';
import styles from './parts/fields.module.css';
import { Prompt } from './parts/Prompt.tsx';
import { wordsOf } from './parts/values.ts';
import { searchByLabel } from './pick/search-by-label.ts';

/** The codes of a wire value, in the order of their set. */
function chosenOf(of: CodeSet, value: unknown): (number | string)[] {
  const words = Array.isArray(value) ? value.map(String) : wordsOf(value);
  return of.items.filter(item => words.includes(String(item.code))).map(item => item.code);
}

function CodesCell({ field, value }: CellProps<CodesField>) {
  const chosen = chosenOf(field.of, value);
  if (chosen.length === 0) return <Empty />;
  return (
    <span className={styles.tags}>
      {chosen.map(one => (
        <CodeTag key={one} of={field.of} value={one} />
      ))}
    </span>
  );
}

function CodesInput(props: InputProps<CodesField>) {
  const { field, id, value, onChange, disabled, invalid, describedBy } = props;
  const language = useLanguage();
  const { t } = useTranslation('engine');
  return (
    <Select<(number | string)[]>
      id={id}
      className={styles.full}
      mode="multiple"
      value={chosenOf(field.of, value)}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      allowClear
      showSearch={searchByLabel}
      placeholder={<Prompt text={t('fields.choose', { label: field.label[language] })} />}
      options={field.of.items.map(item => ({ value: item.code, label: item.label[language] }))}
      aria-describedby={describedBy}
      aria-required={field.required}
      onChange={next => onChange(next.length > 0 ? next : null)}
    />
  );
}

/** Several codes of a closed set, as tags in the colours of their meanings. */
export const codes: FieldView<CodesField> = {
  Cell: CodesCell,
  Input: CodesInput,
  Filter: CodeFilter,
  FilterText: CodeFilterText,
  columnWidth: () => 180,
  align: 'left',
  sortable: false,
};
