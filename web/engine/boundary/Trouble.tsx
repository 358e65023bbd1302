import { ExclamationCircleFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import styles from './Boundary.module.css';

/**
 * Says that something could not be had, and offers a way on. Ant Design's own result brings pictures of every HTTP error
 * along, for which everybody would wait who opens a list.
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
