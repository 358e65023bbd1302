import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useSize } from './use-size.ts';

/** The number of lines that the children of a row that wraps stand in. */
function linesOf(row: HTMLElement): number {
  let lines = 0;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const child of row.children) {
    const box = child.getBoundingClientRect();
    if (box.top >= bottom) lines += 1;
    bottom = Math.max(bottom, box.bottom);
  }
  return lines;
}

/**
 * The number of parts of a row that stand in at most so many lines with what ends the row, one at least: begins with all
 * of them, and takes the last away, before anybody sees it, as long as there are more lines. `look` is all that their widths
 * follow from besides the width of the row: words, kinds.
 */
export function useLines<T extends HTMLElement>(
  all: number,
  lines: number,
  look: string,
): [RefObject<T | null>, number] {
  const ref = useRef<T>(null);
  const width = useSize(ref, 'clientWidth');
  const tried = `${width} ${all} ${lines} ${look}`;
  const [fit, setFit] = useState({ tried, count: all });
  const count = fit.tried === tried ? fit.count : all;
  useLayoutEffect(() => {
    if (count > 1 && ref.current && linesOf(ref.current) > lines) setFit({ tried, count: count - 1 });
  }, [tried, count, lines]);
  return [ref, count];
}
