import { type RefObject, useEffect } from 'react';

/**
 * Keeps the rows under their headings within `frame`. The header of a table lies in a box of its own, which the browser
 * scrolls when the keyboard comes to a heading out of sight; the table itself only follows its rows.
 */
export function useHeaderScroll(frame: RefObject<HTMLElement | null>): void {
  // After every drawing: the table comes and goes with what it shows.
  useEffect(() => {
    const header = frame.current?.querySelector<HTMLElement>('.ant-table-header');
    const body = frame.current?.querySelector<HTMLElement>('.ant-table-body');
    if (!header || !body) return;
    // What stays at either side covers what the browser has brought into sight.
    const fixed = (side: 'start' | 'end') =>
      [...header.querySelectorAll<HTMLElement>(`th.ant-table-cell-fix-${side}`)].reduce(
        (sum, cell) => sum + cell.offsetWidth,
        0,
      );
    header.style.scrollPaddingInline = `${fixed('start')}px ${fixed('end')}px`;
    const follow = () => {
      if (body.scrollLeft !== header.scrollLeft) body.scrollLeft = header.scrollLeft;
    };
    header.addEventListener('scroll', follow);
    return () => header.removeEventListener('scroll', follow);
  });
}
