import { type RefObject, useEffect, useEffectEvent } from 'react';

/** The actions of a list's shortcuts; undefined if the person may not use one. */
export interface ListKeys {
  /** Takes the row with this key. */
  readonly open: (key: number) => void;
  readonly edit: ((key: number) => void) | undefined;
  readonly add: (() => void) | undefined;
  readonly help: () => void;
}

/** Elements in which typing enters text and keys have their own meaning. */
const typing =
  'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="tree"]';

/** Dialogs, drawers and menus that lie over the list and have the keys to themselves. */
const overlays =
  '.ant-modal-wrap, .ant-drawer-mask, .ant-dropdown:not(.ant-dropdown-hidden), .ant-picker-dropdown';

const isShown = (element: Element) => element.checkVisibility?.() !== false;

/** The row within `screen` that has the focus. */
function focusedRow(screen: HTMLElement): HTMLElement | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && screen.contains(activeElement)
    ? activeElement.closest<HTMLElement>('[data-row-key]')
    : null;
}

/** Focuses the row `step` away from the focused one; the first one without a focus. */
export function focusRow(screen: HTMLElement, step: 1 | -1 = 1): void {
  const rows = [...screen.querySelectorAll<HTMLElement>('[data-row-key]')].filter(isShown);
  const at = rows.indexOf(focusedRow(screen) as HTMLElement);
  const next = rows[at === -1 ? 0 : at + step];
  if (!next) return;
  next.tabIndex = -1;
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}

/**
 * The shortcuts of a list on a separate page: ↑ and ↓ go through its rows, Enter opens one and E edits it, N adds one,
 * / goes to the filters and ? explains them. Inactive while the person types or something covers the list.
 */
export function useListKeys(screen: RefObject<HTMLElement | null>, active: boolean, keys: ListKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const frame = screen.current;
    const { target } = event;
    if (!frame || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof Element && target.closest(typing)) return;
    if ([...document.querySelectorAll(overlays)].some(isShown)) return;
    const row = focusedRow(frame);
    const isOnRow = row !== null && target === row;
    const act = (() => {
      switch (event.key) {
        case 'ArrowDown':
        case 'ArrowUp':
          // Elsewhere, such as in tabs and menus, arrows have their own meaning.
          return isOnRow || target === document.body
            ? () => focusRow(frame, event.key === 'ArrowDown' ? 1 : -1)
            : undefined;
        case 'Enter':
          return isOnRow ? () => keys.open(Number(row.dataset.rowKey)) : undefined;
        case 'e':
          return isOnRow && keys.edit ? () => keys.edit?.(Number(row.dataset.rowKey)) : undefined;
        case 'n':
          return keys.add;
        case '/':
          return () => frame.querySelector<HTMLElement>('form input:enabled')?.focus();
        case '?':
          return keys.help;
        default:
          return undefined;
      }
    })();
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!active) return;
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [active]);
}
