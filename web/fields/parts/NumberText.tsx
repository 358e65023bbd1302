import { Empty } from './Empty.tsx';
import styles from './fields.module.css';

/** A number in tabular figures. */
export function NumberText({ text }: { readonly text: string }) {
  return text ? <span className={styles.number}>{text}</span> : <Empty />;
}
