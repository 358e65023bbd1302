import type { KeyboardEvent } from 'react';

/** Reports whether a key is pressed alone, and so is meant for the menu and not for the browser. */
export function isAlone({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return !altKey && !ctrlKey && !metaKey && !shiftKey;
}

/** The index that a key moves the focus to, from index `at` among `count`; undefined if it stays. */
function nextOf(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/**
 * The keys of a list of links and buttons: up and down arrows, Home and End move through them, and the space bar
 * activates links like buttons. Keys in a nested list are handled there.
 */
export function walkEntries(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget, target, key } = event;
  if (event.isDefaultPrevented() || !isAlone(event) || !(target instanceof HTMLElement)) return;
  if (key === ' ' && target.matches('a')) {
    event.preventDefault();
    target.click();
    return;
  }
  const entries = [...currentTarget.querySelectorAll<HTMLElement>('a, button')];
  const at = entries.indexOf(target);
  const next = at === -1 ? undefined : nextOf(key, at, entries.length);
  if (next === undefined) return;
  event.preventDefault();
  entries[next]?.focus();
}

/**
 * The keys that open and close groups of a tree: the right arrow opens a group and then enters it, the left arrow
 * closes it, and from an inner entry moves to its heading.
 */
export function foldEntries(event: KeyboardEvent<HTMLElement>): void {
  const { target, key } = event;
  if (!isAlone(event) || !(target instanceof HTMLElement)) return;
  const expanded = target.getAttribute('aria-expanded');
  if (key === 'ArrowRight' && expanded !== null) {
    if (expanded === 'true')
      target.parentElement?.querySelector<HTMLElement>(':scope ul :is(a, button)')?.focus();
    else target.click();
  } else if (key === 'ArrowLeft') {
    if (expanded === 'true') target.click();
    else target.closest('ul')?.closest('li')?.querySelector('button')?.focus();
  } else return;
  event.preventDefault();
}
