import { Alert, Skeleton } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { Amount } from '../payment/Amount.tsx';
import styles from './WithBill.module.css';

interface BillProps {
  /** Why the order has no price; undefined unless it was refused. */
  readonly problem: string | undefined;
  readonly loading?: boolean;
  /** Labels with their values; undefined until the order has a price. */
  readonly lines: readonly (readonly [label: string, value: ReactNode])[] | undefined;
  readonly dueLabel: string;
  /** Yuan; undefined while it is not known. */
  readonly due: number | string | undefined;
  /** The sentence that names the values still missing. */
  readonly waits: string;
  /** The fields of the order. */
  readonly children: ReactNode;
}

/** The fields of an order, with its price beside them. */
export function WithBill({ problem, loading, lines, dueLabel, due, waits, children }: BillProps) {
  return (
    <div className={styles.columns}>
      {children}
      <section className={styles.bill} aria-live="polite" aria-label={dueLabel}>
        {problem !== undefined ? (
          <Alert type="warning" showIcon title={problem} />
        ) : loading ? (
          <Skeleton active title={false} paragraph={{ rows: 4 }} />
        ) : lines ? (
          <>
            <dl className={styles.lines}>
              {lines.map(([label, value]) => (
                <Fragment key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </Fragment>
              ))}
            </dl>
            <div className={styles.due}>
              <span>{dueLabel}</span>
              {due === undefined ? <span>–</span> : <Amount value={due} size="large" />}
            </div>
          </>
        ) : (
          <p className={styles.waits}>{waits}</p>
        )}
      </section>
    </div>
  );
}
