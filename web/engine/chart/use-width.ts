import { type RefObject, useLayoutEffect, useState } from 'react';

/** The current width of an element in pixels; `usual` until known. */
export function useWidth(place: RefObject<HTMLElement | null>, usual: number): number {
  const [width, setWidth] = useState(usual);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => {
      // A page in the background cannot be measured.
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return width;
}
