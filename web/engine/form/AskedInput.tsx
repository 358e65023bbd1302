import type { Field } from '@yikao/model/kernel/field.ts';
import { useId } from 'react';
import type { FieldRecord } from '../../fields/field-view.ts';
import { viewOf } from '../../fields/index.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import styles from './AskedInput.module.css';

interface AskedInputProps {
  readonly field: Field;
  readonly name: string;
  readonly values: FieldRecord;
  /** The label of the field, unless given. */
  readonly label?: string | undefined;
  /** The line beneath the input. */
  readonly hint?: string | undefined;
  /** The problem of the value, in place of the hint. */
  readonly wrong?: string | undefined;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly onChange: (value: unknown) => void;
}

/** An input of a field outside of its form, with its label, a hint and its problem in the same place. */
export function AskedInput(props: AskedInputProps) {
  const { field, name, values, label, hint, wrong, required = false, disabled = false, onChange } = props;
  const language = useLanguage();
  const id = useId();
  const { Input } = viewOf(field);
  return (
    <div className={styles.field}>
      <label htmlFor={id} data-required={required}>
        {label ?? field.label[language]}
      </label>
      <Input
        field={field}
        name={name}
        id={id}
        value={values[name] ?? null}
        record={values}
        disabled={disabled}
        invalid={wrong !== undefined}
        describedBy={`${id}-hint`}
        onChange={onChange}
      />
      <p
        id={`${id}-hint`}
        className={styles.hint}
        data-wrong={wrong !== undefined}
        role={wrong ? 'alert' : undefined}
      >
        {wrong ?? hint}
      </p>
    </div>
  );
}
