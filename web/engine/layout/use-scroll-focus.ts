import { type RefObject, useEffect } from 'react';

/**
 * Makes the scrolling part of the table within `frame` focusable while its rows contain nothing focusable: otherwise
 * the keyboard could not scroll it. `label` names the table, and `role` is the part's role in it.
 */
export function useScrollFocus(
  frame: RefObject<HTMLElement | null>,
  label: string,
  role: 'group' | 'rowgroup' = 'group',
): void {
  // After every render: the rows change, and the table offers no other access to its scrolling part.
  useEffect(() => {
    const body = frame.current?.querySelector<HTMLElement>('.ant-table-body, .ant-table-content');
    if (!body) return;
    if (body.querySelector('a[href], button:enabled, input:enabled') === null) {
      body.tabIndex = 0;
      body.setAttribute('role', role);
      body.setAttribute('aria-label', label);
    } else {
      for (const name of ['tabindex', 'role', 'aria-label']) body.removeAttribute(name);
    }
  });
}
