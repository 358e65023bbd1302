import { type RefObject, useLayoutEffect, useState } from 'react';

/** Whether an element is at least so many pixels wide, as that changes; true until it is known. */
export function useIsAsWide(ref: RefObject<HTMLElement | null>, least: number): boolean {
  const [wide, setWide] = useState(true);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const look = () => setWide(element.clientWidth >= least);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, least]);
  return wide;
}
