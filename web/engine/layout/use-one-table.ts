import { type RefObject, useLayoutEffect } from 'react';

/**
 * Gives the headings and the rows within `frame`, which are two tables side by side, the role of one table named `label`,
 * see `web/engine/list/table-parts.tsx`.
 */
export function useOneTable(frame: RefObject<HTMLElement | null>, label: string): void {
  // After every render: the table mounts with its content, and offers no other access to the element around both.
  useLayoutEffect(() => {
    const both = frame.current?.querySelector('.ant-table-container');
    both?.setAttribute('role', 'table');
    both?.setAttribute('aria-label', label);
  });
}
