import { type PointerEvent, useEffect, useEffectEvent, useState } from 'react';

/** The list with the item at `from` at `to`. */
export function movedTo<T>(items: readonly T[], from: number, to: number): T[] {
  const next = [...items];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/** Pixels from the edge of the list within which it rolls on under a dragged choice. */
const edge = 48;

/** A list whose rows are dragged by a handle, with mouse, pen or finger. */
export interface Dragging<T> {
  /** The rows in the order that results from dropping now. */
  readonly shown: readonly T[];
  /** Place of the dragged row among {@link shown}; undefined while nothing is dragged. */
  readonly at: number | undefined;
  /** Begins to drag the row at a place, by its handle. */
  take(at: number, event: PointerEvent<HTMLElement>): void;
}

/**
 * Lets people drag rows into another order; each row's element has `data-choice`. The list scrolls near its edges; if dragging ends without a drop, the row
 * returns. `onMove` is called once, with the final order.
 */
export function useDragging<T>(
  rows: readonly T[],
  listOf: () => HTMLElement | null,
  onMove: (rows: readonly T[], from: number, to: number) => void,
): Dragging<T> {
  const [drag, setDrag] = useState<{
    readonly from: number;
    readonly to: number;
    readonly pointer: number;
  }>();
  const move = useEffectEvent((event: globalThis.PointerEvent) => {
    const list = listOf();
    if (!list || !drag || event.pointerId !== drag.pointer) return;
    const box = list.getBoundingClientRect();
    if (event.clientY < box.top + edge) list.scrollBy(0, -12);
    else if (event.clientY > box.bottom - edge) list.scrollBy(0, 12);
    const places = [...list.querySelectorAll<HTMLElement>('[data-choice]')].map(row =>
      row.getBoundingClientRect(),
    );
    // Past the middle of its neighbour the row changes places with it, and with as many as the pointer has passed.
    let to = drag.to;
    while (to > 0 && event.clientY < middle(places[to - 1])) to -= 1;
    while (to < places.length - 1 && event.clientY > middle(places[to + 1])) to += 1;
    if (to !== drag.to) setDrag({ ...drag, to });
  });
  const drop = useEffectEvent((event: globalThis.PointerEvent) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    setDrag(undefined);
    if (drag.from !== drag.to) onMove(movedTo(rows, drag.from, drag.to), drag.from, drag.to);
  });
  const dragging = drag !== undefined;
  useEffect(() => {
    if (!dragging) return;
    // Not by capturing the pointer: a row that is drawn in another place loses that.
    const listening = new AbortController();
    const { signal } = listening;
    const end = () => setDrag(undefined);
    window.addEventListener('pointermove', event => move(event), { signal });
    window.addEventListener('pointerup', event => drop(event), { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('blur', end, { signal });
    window.addEventListener('keydown', event => event.key === 'Escape' && end(), { signal });
    return () => listening.abort();
  }, [dragging]);
  return {
    shown: drag ? movedTo(rows, drag.from, drag.to) : rows,
    at: drag?.to,
    take(at, event) {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.focus();
      setDrag({ from: at, to: at, pointer: event.pointerId });
    },
  };
}

function middle(box: DOMRect | undefined): number {
  return box ? box.top + box.height / 2 : 0;
}
