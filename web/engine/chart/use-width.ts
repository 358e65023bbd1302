import { type RefObject, useLayoutEffect, useState } from 'react';

/** The width of a place in pixels, followed as it changes; `usual` until it is known. */
export function useWidth(place: RefObject<HTMLElement | null>, usual: number): number {
  const [width, setWidth] = useState(usual);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => {
      // Of a page that is kept in the background nothing can be measured.
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return width;
}
