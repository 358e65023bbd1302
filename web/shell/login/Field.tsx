import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './LoginForm.module.css';

interface Props extends Omit<ComponentPropsWithRef<'input'>, 'id'> {
  readonly name: string;
  readonly label: string;
  /** What is wrong with the value, or nothing. */
  readonly problem?: string | undefined;
  /** A hint below the field. */
  readonly hint?: string | undefined;
  /** What stands inside the field, at its end. */
  readonly end?: ReactNode;
  /** What stands beside the field. */
  readonly beside?: ReactNode;
}

/** A labelled field of the login form, with its problem in its place. */
export function Field({ name, label, problem, hint, end, beside, ...input }: Props) {
  return (
    <div className={styles.field}>
      <label htmlFor={name}>{label}</label>
      <div className={styles.row}>
        <div className={styles.box}>
          <input
            {...input}
            id={name}
            name={name}
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={problem !== undefined}
            aria-describedby={`${name}-note`}
          />
          {end}
        </div>
        {beside}
      </div>
      <p id={`${name}-note`} className={styles.note} data-problem={problem !== undefined} aria-live="polite">
        {problem ?? hint}
      </p>
    </div>
  );
}
