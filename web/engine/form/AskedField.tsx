import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { useId } from 'react';
import type { FieldRecord } from '../../fields/field-view.ts';
import { viewOf } from '../../fields/index.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import styles from './AskedField.module.css';

interface AskedFieldProps {
  readonly dataset: AnyDataset;
  readonly name: string;
  /** The values chosen so far; a reference reads the fields it lies within. */
  readonly values: FieldRecord;
  readonly onChange: (values: FieldRecord) => void;
}

/** An input for a dataset's field outside its form, in a calculator or before a run: nothing is saved. */
export function AskedField({ dataset, name, values, onChange }: AskedFieldProps) {
  const language = useLanguage();
  const id = useId();
  const field = dataset.fields[name];
  if (!field) return null;
  const { Input } = viewOf(field);
  return (
    <div className={styles.field} data-field={name}>
      <label htmlFor={id}>{field.label[language]}</label>
      <Input
        field={field}
        name={name}
        id={id}
        value={values[name] ?? null}
        record={values}
        disabled={false}
        invalid={false}
        describedBy={`${id}-text`}
        onChange={value => onChange({ ...values, ...cleared(dataset, name), [name]: value })}
      />
    </div>
  );
}

/** A value limited by the changed field must be chosen again. */
function cleared(dataset: AnyDataset, changed: string): FieldRecord {
  return Object.fromEntries(
    Object.entries(dataset.fields)
      .filter(
        ([, field]) => (field.kind === 'ref' || field.kind === 'refs') && field.within?.includes(changed),
      )
      .map(([name, field]) => [name, field.kind === 'ref' && field.zero ? 0 : null]),
  );
}
