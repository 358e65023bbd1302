import { type RefObject, useEffect } from 'react';

/**
 * Keeps the rows of a table aligned with their headings within `frame`. The header is in a separate box, which the
 * browser scrolls when the keyboard focuses a heading out of sight; the table itself only follows its rows.
 */
export function useHeaderScroll(frame: RefObject<HTMLElement | null>): void {
  // After every render: the table mounts and unmounts with its content.
  useEffect(() => {
    const header = frame.current?.querySelector<HTMLElement>('.ant-table-header');
    const body = frame.current?.querySelector<HTMLElement>('.ant-table-body');
    if (!header || !body) return;
    // Fixed columns cover content that the browser has scrolled into view.
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
