import type { KeyboardEvent } from 'react';

/** Whether a key is pressed alone, and so is meant for the menu and not for the browser. */
export function isAlone({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return !altKey && !ctrlKey && !metaKey && !shiftKey;
}

/** Where the focus goes by a key from the entry that stands at `at` among `count`; undefined where it stays. */
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
 * The keys of a list of links and buttons: arrows up and down, Home and End go through them, and the space bar presses
 * a link as it does a button. What was pressed in a list within this one is that one's.
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
 * The keys by which groups of a tree open and close: the arrow to the right opens one and then goes into it, that to
 * the left closes it, and from an entry within goes to its heading.
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
