import { type RefObject, useLayoutEffect, useState } from 'react';

/** The current inner width or height of an element in pixels; 0 until known. */
export function useSize(ref: RefObject<HTMLElement | null>, side: 'clientWidth' | 'clientHeight'): number {
  const [size, setSize] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    setSize(element[side]);
    const observer = new ResizeObserver(() => setSize(element[side]));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, side]);
  return size;
}
