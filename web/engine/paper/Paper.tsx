import { Button, Result, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import styles from './Paper.module.css';

interface PaperProps {
  /** Words of the button that prints. */
  readonly print: string;
  /** Shown in place of a document that failed to load. */
  readonly failed?: { readonly title: string; readonly text: string } | undefined;
  /** Shown next to the button on screen, and not printed. */
  readonly tools?: ReactNode;
  /** The document, or nothing while it is on its way. */
  readonly children: ReactNode;
}

/** A document on A4, white in any theme, with the button that prints it. */
export function Paper({ print, failed, tools, children }: PaperProps) {
  if (failed) {
    return (
      <main className={styles.desk}>
        <Result status="warning" title={failed.title} subTitle={failed.text} />
      </main>
    );
  }
  return (
    <main className={styles.desk}>
      <div className={styles.bar}>
        {tools}
        <Button type="primary" disabled={!children} onClick={() => window.print()}>
          {print}
        </Button>
      </div>
      <article className={styles.paper}>{children || <Skeleton active paragraph={{ rows: 16 }} />}</article>
    </main>
  );
}
