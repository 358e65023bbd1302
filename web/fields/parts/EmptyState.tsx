import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  /** Names what is missing. */
  readonly title: string;
  /** Gives the reason, or the way to get some. */
  readonly hint?: string | undefined;
  /** `search`: there may be some, but a search or filter found none. */
  readonly picture?: 'none' | 'search';
  /** `small`: inside a card, a drawer or a dialog. */
  readonly size?: 'usual' | 'small';
  /** The next step, one button or link; absent if the person may not take it. */
  readonly children?: ReactNode;
}

/** Replaces content that does not exist: a picture, a sentence, the reason, and the next step. */
export function EmptyState({ title, hint, picture = 'none', size = 'usual', children }: EmptyStateProps) {
  return (
    <div className={styles.state} data-size={size} data-empty-state>
      <Picture of={picture} plus={Boolean(children)} />
      <p className={styles.title}>{title}</p>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {children && <div className={styles.step}>{children}</div>}
    </div>
  );
}

interface PictureProps {
  readonly of: 'none' | 'search';
  /** The free line invites to fill it. */
  readonly plus: boolean;
}

/** A list with a free line, or one under a magnifier; in the colours of the theme. */
function Picture({ of, plus }: PictureProps) {
  return (
    <svg className={styles.picture} viewBox="0 0 96 72" aria-hidden>
      <rect className={styles.sheet} x="14" y="6" width="68" height="60" rx="6" />
      <rect className={styles.line} x="22" y="15" width="30" height="6" rx="3" />
      {of === 'none' ? (
        <>
          <rect className={styles.free} x="22" y="28" width="52" height="14" rx="4" />
          {plus && <path className={styles.mark} d="M48 31.5v7M44.5 35h7" />}
        </>
      ) : (
        <rect className={styles.line} x="22" y="32" width="52" height="6" rx="3" />
      )}
      <rect className={styles.line} x="22" y="49" width="42" height="6" rx="3" />
      {of === 'search' && (
        <>
          <circle className={styles.lens} cx="64" cy="40" r="13" />
          <path className={styles.mark} d="M73.5 49.5l9 9" />
        </>
      )}
    </svg>
  );
}
