import { type RefObject, useEffect } from 'react';

/**
 * Names as the list of tabs within `frame` the part that has tabs alone: the library names the part around it, which
 * also has the button of the tabs that do not fit, and a list of tabs may hold nothing else.
 */
export function useTabList(frame: RefObject<HTMLElement | null>): void {
  // After every render: the tabs come and go with the list, and the library offers no access to their parts.
  useEffect(() => {
    const outer = frame.current?.querySelector<HTMLElement>('.ant-tabs-nav[role=tablist]');
    const inner = outer?.querySelector<HTMLElement>('.ant-tabs-nav-list');
    if (!outer || !inner) return;
    for (const name of ['role', 'aria-label', 'aria-labelledby', 'aria-orientation']) {
      const value = outer.getAttribute(name);
      if (value !== null) inner.setAttribute(name, value);
      outer.removeAttribute(name);
    }
  });
}
