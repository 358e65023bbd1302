import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useSize } from '../layout/use-size.ts';

/** The number of lines over which a row's children wrap. */
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
 * The number of parts of a row that fit on a number of lines together with its end, at least one: starts with all of
 * them, and removes the last ones before painting as long as there are more lines. `look` contains everything besides
 * the row's width that affects the parts' widths: words, kinds.
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
