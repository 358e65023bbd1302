import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import styles from './LoginForm.module.css';

interface Props extends Omit<ComponentPropsWithRef<'input'>, 'id'> {
  readonly name: string;
  readonly label: string;
  /** The problem of the value, or nothing. */
  readonly problem?: string | undefined;
  /** A hint below the field. */
  readonly hint?: string | undefined;
  /** The part inside the field, at its end. */
  readonly end?: ReactNode;
  /** Content next to the field. */
  readonly beside?: ReactNode;
}

/** A labelled field of the login form, with its problem in its place. */
export function Field({ name, label, problem, hint, end, beside, ...input }: Props) {
  // The form may be over a page with its own fields.
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.row}>
        <div className={styles.box}>
          <input
            {...input}
            id={id}
            name={name}
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-note`}
          />
          {end}
        </div>
        {beside}
      </div>
      <p id={`${id}-note`} className={styles.note} data-problem={problem !== undefined} aria-live="polite">
        {problem ?? hint}
      </p>
    </div>
  );
}
