import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { type ReactNode, useId } from 'react';
import styles from './FormDialog.module.css';

interface FormSectionProps {
  /** Omitted for a single section, which needs no name. */
  readonly title: string | undefined;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

/** A part of a form that folds. */
export function FormSection({ title, open, onToggle, children }: FormSectionProps) {
  const id = useId();
  if (title === undefined) return <div className={styles.grid}>{children}</div>;
  return (
    <section className={styles.section}>
      <h2>
        <button type="button" aria-expanded={open} aria-controls={id} onClick={onToggle}>
          {open ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
          {title}
        </button>
      </h2>
      <div id={id} className={styles.grid} hidden={!open}>
        {children}
      </div>
    </section>
  );
}
