import { useEffect, useRef } from 'react';
import { usePhone } from '../use-media.ts';

/** Milliseconds after which an opening dialog has taken the focus for itself. */
export const openingMs = 250;

/** Focuses the first input inside a frame, unless a person is already typing there. */
export function focusFirstInput(frame: HTMLElement | null, within: HTMLElement | null = frame): void {
  if (!frame || frame.contains(document.activeElement)) return;
  within?.querySelector<HTMLElement>('input:enabled:not([readonly]), textarea:enabled')?.focus();
}

/**
 * The frame of a form whose first input gets the focus when the form opens, and again at each further `step`. On a phone
 * the keyboard would cover half of it.
 */
export function useFirstInput(step: number) {
  const frame = useRef<HTMLFormElement>(null);
  const phone = usePhone();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step has other inputs
  useEffect(() => {
    if (phone) return;
    const timer = setTimeout(() => focusFirstInput(frame.current), openingMs);
    return () => clearTimeout(timer);
  }, [phone, step]);
  return frame;
}
