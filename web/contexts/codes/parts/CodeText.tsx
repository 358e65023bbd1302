import styles from './CodeText.module.css';

/** An activation code, whole or masked, in groups of four letters of one width: `7K2M 9QXT 4WZ9` (domain 4.12). */
export function CodeText({ code, large = false }: { readonly code: string; readonly large?: boolean }) {
  return (
    <span className={styles.code} data-large={large}>
      {code.replace(/(.{4})(?=.)/g, '$1 ')}
    </span>
  );
}
