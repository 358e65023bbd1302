import type { SecretField } from '@yikao/model/kernel/field.ts';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/i18n.ts';
import type { CellProps, FieldView, InputProps } from './field-view.ts';
import { CutText } from './parts/CutText.tsx';
import { Empty } from './parts/Empty.tsx';
import styles from './parts/fields.module.css';
import { isBlank, textOf } from './parts/values.ts';

function SecretMark({ field, value }: Pick<CellProps<SecretField>, 'field' | 'value'>) {
  const { t } = useTranslation('engine');
  // Masked by the server, except for its first letters.
  if (field.head !== undefined && typeof value === 'string') return <CutText text={value} />;
  // The dialog of a conflict holds it as typed; it is not shown there either.
  if (isBlank(value) || value === false) return <Empty />;
  return (
    <span className={styles.tag} data-tone="plain">
      {t('fields.secretSet')}
    </span>
  );
}

/** Takes a new secret. The stored one is never here: blank keeps it, and an optional one can be removed. */
function SecretInput(props: InputProps<SecretField>) {
  const { field, id, value, onChange, disabled, invalid, describedBy } = props;
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const [stands] = useState(value === true);
  const removed = stands && value === false;
  const placeholder = removed
    ? t('fields.secretRemoved')
    : stands
      ? t('fields.secretStays')
      : t('fields.enter', { label: field.label[language] });
  const shared = {
    id,
    value: typeof value === 'string' ? textOf(value) : '',
    disabled,
    status: invalid ? ('error' as const) : ('' as const),
    count: { max: field.max },
    // Password managers and spelling services must not process it.
    autoComplete: 'new-password',
    spellCheck: false,
    placeholder: disabled ? '' : placeholder,
    'aria-describedby': describedBy,
    'aria-invalid': invalid,
    'aria-required': field.required && !stands,
  };
  const take = (text: string) => onChange(text === '' ? stands || null : text);
  return (
    <div className={styles.secret}>
      {disabled && field.head !== undefined && typeof value === 'string' ? (
        <Input {...shared} />
      ) : field.multiline ? (
        <Input.TextArea
          {...shared}
          autoSize={{ minRows: 2, maxRows: 8 }}
          onChange={event => take(event.target.value)}
        />
      ) : (
        <Input.Password {...shared} enterKeyHint="done" onChange={event => take(event.target.value)} />
      )}
      {stands && !field.required && !disabled && (
        <Button onClick={() => onChange(removed)}>{t(removed ? 'fields.keep' : 'fields.remove')}</Button>
      )}
    </div>
  );
}

/** A secret: whether one is set, or its first letters if rows have them, and an input for a new one. */
export const secret: FieldView<SecretField> = {
  Cell: SecretMark,
  Input: SecretInput,
  columnWidth: field => (field.head === undefined ? 96 : 176),
  align: 'center',
  sortable: false,
  // One that is shown by its first letters is as short as a number.
  wide: field => field.head === undefined,
};
