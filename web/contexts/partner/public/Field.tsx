import type { ReactNode } from 'react';
import styles from './field.module.css';

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly required?: boolean;
  /** Its problem, or nothing. */
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** Takes the whole width of the form. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A labelled field of a public page, with its problem or hint below in reserved space. */
export function Field({ id, label, required = false, error, hint, wide = false, children }: FieldProps) {
  return (
    <div className={styles.field} data-wide={wide} data-field={id}>
      <label htmlFor={id} data-required={required}>
        {label}
      </label>
      {children}
      <p
        id={`${id}-note`}
        className={styles.note}
        data-error={error !== undefined}
        role={error ? 'alert' : undefined}
      >
        {error ?? hint}
      </p>
    </div>
  );
}
