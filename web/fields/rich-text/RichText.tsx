import { useMemo } from 'react';
import styles from '../parts/fields.module.css';
import { cleanHtml } from './clean-html.ts';

/** Rich text as it reads. */
export function RichText({ html }: { readonly html: string }) {
  const clean = useMemo(() => cleanHtml(html), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by DOMPurify on the line above
  return <div className={styles.rich} dangerouslySetInnerHTML={{ __html: clean }} />;
}
