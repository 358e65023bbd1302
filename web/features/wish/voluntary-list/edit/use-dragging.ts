import { type PointerEvent, useRef, useState } from 'react';
import { movedTo } from './choices.ts';

/** Pixels from the edge of the list within which it rolls on under a dragged choice. */
const edge = 48;

/** A list whose rows are dragged by a handle: with mouse, pen and finger alike. */
export interface Dragging<T> {
  /** The rows as they would stand were the dragged one let go now. */
  readonly shown: readonly T[];
  /** Place of the dragged row among {@link shown}; undefined while nothing is dragged. */
  readonly at: number | undefined;
  /** Properties of the handle of the row at a place. */
  handle(at: number): {
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerUp(event: PointerEvent<HTMLElement>): void;
    onPointerCancel(): void;
    onLostPointerCapture(): void;
  };
}

/**
 * Lets rows of a list be dragged into another order. The list rolls on near its edges; whatever ends the pointer's way but
 * letting go puts the row back. `onMove` hears of the order once, at the end.
 */
export function useDragging<T>(
  rows: readonly T[],
  listOf: () => HTMLElement | null,
  onMove: (rows: readonly T[], from: number, to: number) => void,
): Dragging<T> {
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number }>();
  const live = useRef(drag);
  const put = (next: typeof drag) => {
    live.current = next;
    setDrag(next);
  };
  const shown = drag ? movedTo(rows, drag.from, drag.to) : rows;
  return {
    shown,
    at: drag?.to,
    handle: at => ({
      onPointerDown(event) {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
        put({ from: at, to: at });
      },
      onPointerMove(event) {
        const list = listOf();
        const now = live.current;
        if (!list || !now) return;
        const box = list.getBoundingClientRect();
        if (event.clientY < box.top + edge) list.scrollBy(0, -12);
        else if (event.clientY > box.bottom - edge) list.scrollBy(0, 12);
        const places = [...list.querySelectorAll<HTMLElement>('[data-choice]')].map(row =>
          row.getBoundingClientRect(),
        );
        // Past the middle of its neighbour the row changes places with it, and with as many as the pointer has passed.
        let to = now.to;
        while (to > 0 && event.clientY < middle(places[to - 1])) to -= 1;
        while (to < places.length - 1 && event.clientY > middle(places[to + 1])) to += 1;
        if (to !== now.to) put({ ...now, to });
      },
      onPointerUp() {
        const now = live.current;
        put(undefined);
        if (now && now.from !== now.to) onMove(movedTo(rows, now.from, now.to), now.from, now.to);
      },
      onPointerCancel: () => put(undefined),
      onLostPointerCapture: () => put(undefined),
    }),
  };
}

function middle(box: DOMRect | undefined): number {
  return box ? box.top + box.height / 2 : 0;
}
