import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** The text typed into a cell before its input was there. */
export interface EarlyKeys {
  text: string;
  /** The key that ended it; keys after that one are not part of the value. */
  end: 'Enter' | 'Tab' | 'Shift+Tab' | undefined;
}

/**
 * Collects the keys that come between the opening of a cell and the focus of its input, for which code or the row may
 * still have to be loaded: they would be lost, or taken for shortcuts of the list. `cell` is the open cell, if any.
 */
export function useEarlyKeys(
  cell: HTMLTableCellElement | undefined,
  onEscape: () => void,
): RefObject<EarlyKeys> {
  const early = useRef<EarlyKeys>({ text: '', end: undefined });
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const { activeElement } = document;
    const waiting =
      activeElement === document.body || activeElement === cell || activeElement?.matches('tr[data-row-key]');
    if (!waiting || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = actOf(event, early.current, onEscape);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
  useEffect(() => {
    early.current = { text: '', end: undefined };
    if (!cell) return;
    document.addEventListener('keydown', hear, true);
    return () => document.removeEventListener('keydown', hear, true);
  }, [cell]);
  return early;
}

function actOf({ key, shiftKey }: KeyboardEvent, early: EarlyKeys, onEscape: () => void) {
  if (key === 'Escape') return onEscape;
  if (key !== 'Enter' && key !== 'Tab' && key !== 'Backspace' && [...key].length !== 1) return undefined;
  return () => {
    if (early.end) return;
    if (key === 'Enter') early.end = 'Enter';
    else if (key === 'Tab') early.end = shiftKey ? 'Shift+Tab' : 'Tab';
    else early.text = key === 'Backspace' ? [...early.text].slice(0, -1).join('') : early.text + key;
  };
}

/** Types `text` into an input as a person would, in place of what it shows. */
export function typeInto(input: HTMLInputElement, text: string): void {
  // React overrides the property of its own inputs to tell a program's change from a person's.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
