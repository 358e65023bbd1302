import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/**
 * How many of the parts of a row stand in one line with what ends the row, one at least: begins with all of them, and
 * takes the last away, before anybody sees it, as long as the end of the row has to go below. `look` is all that their
 * widths follow from besides the width of the row: words, kinds.
 */
export function useOneLine<T extends HTMLElement>(all: number, look: string): [RefObject<T | null>, number] {
  const ref = useRef<T>(null);
  const [width, setWidth] = useState(0);
  const tried = `${width} ${all} ${look}`;
  const [fit, setFit] = useState({ tried, count: all });
  const count = fit.tried === tried ? fit.count : all;
  useLayoutEffect(() => {
    const row = ref.current;
    if (!row) return;
    setWidth(row.clientWidth);
    const observer = new ResizeObserver(() => setWidth(row.clientWidth));
    observer.observe(row);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const first = ref.current?.firstElementChild?.getBoundingClientRect();
    const end = ref.current?.lastElementChild?.getBoundingClientRect();
    if (count > 1 && first && end && end.top >= first.bottom) setFit({ tried, count: count - 1 });
  }, [tried, count]);
  return [ref, count];
}
