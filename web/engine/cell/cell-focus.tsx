import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { type EarlyKeys, typeInto } from './early-keys.ts';

/** Width in pixels that an input needs, however narrow its column. */
const leastWidth = 240;

/** The input of an editor: the chosen one of several. */
export function inputIn(box: HTMLElement | null): HTMLElement | null | undefined {
  const chosen = box?.querySelector<HTMLElement>('input[type=radio]:checked');
  return chosen ?? box?.querySelector<HTMLElement>('input:enabled, button:enabled');
}

/** Takes over the text typed into a calendar, which would forget it without Enter. */
export function confirmPicked(box: HTMLElement | null): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLInputElement) || !box?.contains(activeElement)) return;
  if (!activeElement.closest('.ant-picker')) return;
  activeElement.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
  );
}

interface FocusedProps {
  readonly within: RefObject<HTMLElement | null>;
  readonly early: RefObject<EarlyKeys>;
  /** Acts on the key that ended the early text. */
  readonly onEnd: (end: NonNullable<EarlyKeys['end']>) => void;
}

/**
 * Focuses the input once its code is there, marks its text, opens its list or calendar, and hands over the keys that came
 * before. Renders nothing.
 */
export function Focused({ within, early, onEnd }: FocusedProps) {
  const begin = useEffectEvent(() => {
    const input = inputIn(within.current);
    if (!input) return;
    input.focus();
    const { text, end } = early.current;
    early.current = { text: '', end: undefined };
    if (input instanceof HTMLInputElement && input.type !== 'radio') {
      input.select();
      if (input.enterKeyHint !== 'done') {
        input.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
        input.click();
      }
      if (text !== '') typeInto(input, text);
    }
    if (end) onEnd(end);
  });
  useEffect(() => begin(), []);
  return null;
}

/** Marks the edited cell, whose input may be wider than it: to the left where the table ends. */
export function useMarked(
  at: HTMLTableCellElement,
  box: RefObject<HTMLElement | null>,
  /** The editor has the focus of its cell. */
  active: boolean,
): void {
  useLayoutEffect(() => {
    at.dataset.editing = 'true';
    const edge = at.closest('.ant-table-body, .ant-table-content')?.getBoundingClientRect().right;
    const { left } = at.getBoundingClientRect();
    if (box.current && edge !== undefined && left + leastWidth > edge) box.current.dataset.end = 'true';
    return () => {
      delete at.dataset.editing;
    };
  }, [at, box]);
  useEffect(() => {
    if (!active) return;
    // Details that close give the focus back to the cell.
    const back = ({ relatedTarget }: FocusEvent) => {
      const own = relatedTarget instanceof Node && box.current?.contains(relatedTarget);
      if (!own) inputIn(box.current)?.focus();
    };
    at.addEventListener('focus', back);
    return () => at.removeEventListener('focus', back);
  }, [at, box, active]);
}

/** Calls `act` on a press outside of the editor and of what it has opened. */
export function useOutsidePress(box: RefObject<HTMLElement | null>, act: () => void): void {
  const press = useEffectEvent((event: PointerEvent) => {
    const { target } = event;
    if (!(target instanceof Element) || box.current?.contains(target)) return;
    // Lists, calendars, reasons and dialogs are drawn at the end of the page.
    const own = '.ant-select-dropdown, .ant-picker-dropdown, .ant-popover, .ant-modal-root, .ant-message';
    if (!target.closest(own)) act();
  });
  useEffect(() => {
    document.addEventListener('pointerdown', press, true);
    return () => document.removeEventListener('pointerdown', press, true);
  }, []);
}
