import { useEffect } from 'react';

/** Dialogs and drawers, which lie over the page. */
const overlay = '.ant-modal-wrap, .ant-drawer';

/** The part of the document that an element belongs to: the application, or something that is laid over it. */
function partOf(element: Element): Element {
  let part = element;
  while (part.parentElement && part.parentElement !== document.body) part = part.parentElement;
  return part;
}

/** The part that is on top by now. */
function partOnTop(): Element | undefined {
  return [...document.body.children].findLast(
    part => part.id === 'root' || [...part.querySelectorAll(overlay)].some(one => one.checkVisibility()),
  );
}

/**
 * Returns the focus to its previous element when a dialog or drawer closes: if the opener is removed with it, the focus
 * would be lost, and keyboard users would start at the top again.
 */
export function useFocusReturn(): void {
  useEffect(() => {
    /** The last focused element of each part; none if somebody has clicked next to it. */
    const last = new WeakMap<Element, HTMLElement>();
    /** Overlays of the page; they are empty when their removal is reported. */
    const overlays = new WeakSet<Node>();
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      last.set(partOf(target), target);
      if (target.closest(overlay)) overlays.add(partOf(target));
    };
    const forget = ({ target, relatedTarget }: FocusEvent) => {
      if (target instanceof HTMLElement && relatedTarget === null) last.delete(partOf(target));
    };
    const giveBack = (changes: MutationRecord[]) => {
      if (document.activeElement !== document.body) return;
      if (!changes.some(({ removedNodes }) => [...removedNodes].some(node => overlays.has(node)))) return;
      const part = partOnTop();
      const had = part && last.get(part);
      if (had?.isConnected) had.focus({ preventScroll: true });
    };
    const watcher = new MutationObserver(giveBack);
    document.addEventListener('focusin', note);
    document.addEventListener('focusout', forget);
    watcher.observe(document.body, { childList: true });
    return () => {
      watcher.disconnect();
      document.removeEventListener('focusin', note);
      document.removeEventListener('focusout', forget);
    };
  }, []);
}
