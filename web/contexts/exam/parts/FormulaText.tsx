import { useEffect, useRef, useState } from 'react';
import styles from './FormulaText.module.css';
import { formulaParts } from './formula-parts.ts';

/** Bounds of a formula: macros that expand without end, and sizes that cover the page. */
const bounds = { maxExpand: 200, maxSize: 20 } as const;

/** A formula as MathML, which needs no fonts; its text until the code for it is there, or if it cannot be read. */
function Formula({ tex }: { readonly tex: string }) {
  const place = useRef<HTMLSpanElement>(null);
  const [drawn, setDrawn] = useState<{ readonly tex: string; readonly ok: boolean }>();
  useEffect(() => {
    let stopped = false;
    const draw = async () => {
      const { default: katex } = await import('katex');
      if (stopped || !place.current) return;
      try {
        katex.render(tex, place.current, { ...bounds, output: 'mathml', strict: false, trust: false });
        setDrawn({ tex, ok: true });
      } catch {
        place.current.replaceChildren();
        setDrawn({ tex, ok: false });
      }
    };
    // Without the code the formula stays readable as text.
    void draw().catch(() => undefined);
    return () => {
      stopped = true;
    };
  }, [tex]);
  const known = drawn?.tex === tex ? drawn : undefined;
  return (
    <>
      <span ref={place} hidden={known?.ok !== true} />
      {known?.ok !== true && (
        <code className={styles.raw} data-wrong={known?.ok === false}>
          ${tex}$
        </code>
      )}
    </>
  );
}

interface FormulaTextProps {
  readonly text: string;
  /** On one line, whose end may be cut. */
  readonly line?: boolean;
}

/** A text whose formulas are drawn. */
export function FormulaText({ text, line = false }: FormulaTextProps) {
  let at = 0;
  return (
    <span className={styles.text} data-line={line}>
      {formulaParts(text).map(({ kind, text: part }) => {
        const key = at;
        at += part.length + 1;
        return kind === 'formula' ? <Formula key={key} tex={part} /> : <span key={key}>{part}</span>;
      })}
    </span>
  );
}
