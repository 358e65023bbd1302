import type { ReactNode } from 'react';
import styles from './Figures.module.css';

/** A label, its value, and the meaning of the value's colour. */
export type Figure = readonly [label: string, value: ReactNode, tone?: string | undefined];

interface FiguresProps {
  /** Those that are not there are left out. */
  readonly of: readonly (Figure | false | null | undefined)[];
  /** In boxes of one width, or each label beside its value on one line; by default labels are above their values. */
  readonly look?: 'boxes' | 'line';
  readonly label?: string;
  /** They belong to conditions that have changed since. */
  readonly stale?: boolean;
}

/** Some figures side by side. */
export function Figures({ of, look, label, stale = false }: FiguresProps) {
  return (
    <dl className={styles.figures} data-look={look} data-stale={stale} aria-label={label}>
      {of.map(
        figure =>
          figure && (
            <div key={figure[0]} data-tone={figure[2]}>
              <dt>{figure[0]}</dt>
              <dd>{figure[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
