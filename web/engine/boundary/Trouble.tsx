import { ExclamationCircleFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import styles from './Boundary.module.css';

/**
 * Shows that data is unavailable, with a way to continue. Ant Design's own result includes pictures of every HTTP
 * error, which would delay everyone who opens a list.
 */
export function Trouble(props: {
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** The ways on. */
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.trouble} role="alert">
      <ExclamationCircleFilled aria-hidden />
      <strong>{props.title}</strong>
      {props.text && <p>{props.text}</p>}
      {props.children}
    </div>
  );
}
