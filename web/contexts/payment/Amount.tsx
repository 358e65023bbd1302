import { grouped, textOf, withPlaces } from '../../fields/parts/values.ts';
import styles from './Amount.module.css';

interface AmountProps {
  /** Yuan, as a number of the wire or as decimal text. */
  readonly value: number | string;
  readonly size?: 'large' | 'normal';
  /** An amount that is taken off or has gone back. */
  readonly negative?: boolean;
}

/** A prominent amount on a panel: tabular figures, grouped thousands, two places. */
export function Amount({ value, size = 'normal', negative = false }: AmountProps) {
  return (
    <span className={styles.amount} data-size={size}>
      {negative && '−'}
      <small>¥</small>
      {grouped(withPlaces(textOf(value), 2))}
    </span>
  );
}
