import { useEffect, useEffectEvent, useId } from 'react';

/** An element open above a page. */
interface Overlay {
  readonly id: string;
  readonly pathname: string;
  /** Does the same as closing it, which may ask first. */
  readonly leave: () => void;
}

/** The open overlays, topmost last. */
const open: Overlay[] = [];

/** Pending history steps that are not the person's, each with the overlay whose entry it removes, if it removes one. */
const ownSteps: (string | undefined)[] = [];
let listening = false;

const idHere = (): unknown => (window.history.state as { overlay?: unknown } | null)?.overlay;

/** Adds a history entry for an overlay at the current address; keeps the router's state. */
function push(id: string): void {
  window.history.pushState({ ...(window.history.state as object | null), overlay: id }, '');
}

function stepBack(closed?: string): void {
  ownSteps.push(closed);
  window.history.back();
}

function onMove(): void {
  const wasOwn = ownSteps.length > 0;
  const closed = ownSteps.shift();
  const here = idHere();
  if (closed !== undefined && here === closed) {
    // A link in the overlay closed it and was opened before the step back took place, which has left the new page.
    ownSteps.push(undefined);
    window.history.forward();
    return;
  }
  const top = open.at(-1);
  if (top === undefined) {
    // Skip the entry of an overlay that is already closed.
    if (here !== undefined) stepBack();
    return;
  }
  // Who has left the page finds it as it was.
  if (here === top.id || window.location.pathname !== top.pathname) return;
  push(top.id);
  if (!wasOwn) top.leave();
}

/**
 * Makes the browser's Back close an open overlay, while rendered, instead of leaving the page. `onBack` does the same
 * as the close button: if that asks first, so does Back.
 */
export function BackCloses({ onBack }: { readonly onBack: () => void }) {
  const id = useId();
  const leave = useEffectEvent(onBack);
  useEffect(() => {
    const overlay: Overlay = { id, pathname: window.location.pathname, leave: () => leave() };
    if (!listening) window.addEventListener('popstate', onMove);
    listening = true;
    open.push(overlay);
    if (idHere() !== id) push(id);
    return () => {
      open.splice(open.indexOf(overlay), 1);
      // Closing may itself change the history, and must come first.
      setTimeout(() => {
        if (idHere() === id && !open.some(one => one.id === id)) stepBack(id);
      });
    };
  }, [id]);
  return null;
}
