import { code128 } from '@yikao/model/contexts/mock/rules/code-128.ts';
import { useMemo } from 'react';
import styles from './Barcode.module.css';

/** A text as a Code 128 barcode, as vectors with the text below it (domain section 5). */
export function Barcode({ of: text }: { readonly of: string }) {
  const { width, path } = useMemo(() => {
    const { bars, width: modules } = code128(text);
    return { width: modules, path: bars.map(([at, wide]) => `M${at} 0h${wide}v40h-${wide}z`).join('') };
  }, [text]);
  return (
    <figure className={styles.barcode}>
      <svg
        viewBox={`0 0 ${width} 40`}
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
        role="img"
        aria-label={text}
      >
        <path d={path} fill="#000" />
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  );
}
