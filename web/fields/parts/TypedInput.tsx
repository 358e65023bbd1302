import type { Field } from '@yikao/model/kernel/field.ts';
import { mustBeGiven } from '@yikao/model/kernel/validate/validate.ts';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import type { InputProps } from '../field-view.ts';
import { textOf } from './values.ts';

interface TypedInputProps
  extends Pick<InputProps, 'id' | 'value' | 'onChange' | 'disabled' | 'invalid' | 'describedBy'> {
  readonly field: Field;
  /** Keeps the characters allowed in the field. */
  readonly clean?: (text: string) => string;
  readonly inputMode?: 'numeric' | 'decimal' | 'tel' | 'url' | 'email';
  /** Most characters in the field; they are counted while typing. */
  readonly max?: number;
  readonly prefix?: string;
}

/**
 * A single-line input. The text stays as typed, so that a wrong number is shown with its error and never silently
 * rounded or cut.
 */
export function TypedInput(props: TypedInputProps) {
  const { field, id, value, onChange, disabled, invalid, describedBy, clean, inputMode, max } = props;
  const language = useLanguage();
  const { t } = useTranslation('engine');
  return (
    <Input
      id={id}
      value={textOf(value)}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      // Excess characters are counted in red and kept: pasted text is never cut.
      {...(max !== undefined && { count: { show: isNearEnd(textOf(value), max), max } })}
      allowClear
      autoComplete="off"
      enterKeyHint="done"
      placeholder={disabled ? '' : t('fields.enter', { label: field.label[language] })}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      aria-required={mustBeGiven(field)}
      onChange={event => {
        const text = clean ? clean(event.target.value.normalize('NFKC')) : event.target.value;
        onChange(text === '' ? null : text);
      }}
      {...(inputMode && { inputMode })}
      {...(props.prefix && { prefix: props.prefix })}
    />
  );
}

/** Share of the most characters from which on they are counted. */
const countedFrom = 0.8;

/** Reports whether a text is so long that the room left is worth telling. */
export function isNearEnd(text: string, max: number): boolean {
  return text.length >= countedFrom * max;
}

/** Digits and a leading minus sign. */
export function integerText(text: string): string {
  return text.replace(/[^\d-]/g, '').replace(/(?!^)-/g, '');
}

/** Digits, one point and a leading minus sign. */
export function decimalText(text: string): string {
  return text.replace(/[^\d.-]/g, '').replace(/(?!^)-/g, '');
}
