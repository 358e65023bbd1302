import { type RefObject, useEffect } from 'react';

/**
 * Lets the keyboard reach the scrolling part of the table within `frame` while its rows hold nothing to stop at: what
 * cannot be reached cannot be scrolled. `label` says which table it is.
 */
export function useScrollFocus(frame: RefObject<HTMLElement | null>, label: string): void {
  // After every drawing: the rows come and go, and the table offers no other way to its scrolling part.
  useEffect(() => {
    const body = frame.current?.querySelector<HTMLElement>('.ant-table-body');
    if (!body) return;
    if (body.querySelector('a[href], button:enabled, input:enabled') === null) {
      body.tabIndex = 0;
      body.setAttribute('role', 'group');
      body.setAttribute('aria-label', label);
    } else {
      for (const name of ['tabindex', 'role', 'aria-label']) body.removeAttribute(name);
    }
  });
}
