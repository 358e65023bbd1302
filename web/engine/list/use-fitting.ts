import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useSize } from '../layout/use-size.ts';

/** Pixels between two buttons of a row, as its style has them. */
const gap = 8;

/** Width of each button by its key, and of the button that opens the rest, as `look` has them. */
interface Widths {
  readonly look: string;
  readonly of: ReadonlyMap<string, number>;
  readonly more: number;
}

/** The answer of {@link useFitting} for a row of buttons. */
interface Fitting<T extends HTMLElement> {
  /** The row whose buttons have their keys in `data-tool`; the overflow button has an empty one. */
  readonly ref: RefObject<T | null>;
  /** Keys of the buttons that have no room. */
  readonly folded: ReadonlySet<string>;
  /** All buttons and the overflow button must be rendered now, before painting. */
  readonly measuring: boolean;
}

/**
 * The keys to fold, first `goFirst` in order and then from the last one, until the others fit; `hasMore` if the
 * overflow button is always shown.
 */
export function foldedOf(
  keys: readonly string[],
  goFirst: readonly string[],
  widths: Omit<Widths, 'look'>,
  room: number,
  hasMore = false,
): ReadonlySet<string> {
  const folded = new Set<string>();
  const widthOf = (key: string) => (widths.of.get(key) ?? 0) + gap;
  let taken = keys.reduce((sum, key) => sum + widthOf(key), -gap);
  if (hasMore) taken += widths.more + gap;
  if (taken <= room) return folded;
  if (!hasMore) taken += widths.more + gap;
  const order = [...goFirst.filter(key => keys.includes(key)), ...keys.toReversed()];
  for (const key of order) {
    if (taken <= room) break;
    if (folded.has(key)) continue;
    folded.add(key);
    taken -= widthOf(key);
  }
  return folded;
}

/**
 * The buttons that fit into a row at its current width. `look` contains everything that affects their widths: words,
 * size; `hasMore` if the overflow button already has content.
 */
export function useFitting<T extends HTMLElement>(
  keys: readonly string[],
  goFirst: readonly string[],
  look: string,
  hasMore: boolean,
): Fitting<T> {
  const ref = useRef<T>(null);
  const room = useSize(ref, 'clientWidth');
  const [widths, setWidths] = useState<Widths>();
  const measuring = widths?.look !== look;
  useLayoutEffect(() => {
    if (!measuring || !ref.current) return;
    const buttons = [...ref.current.querySelectorAll<HTMLElement>('[data-tool]')];
    const of = new Map(buttons.map(button => [button.dataset.tool ?? '', button.offsetWidth]));
    setWidths({ look, of, more: of.get('') ?? 0 });
  }, [look, measuring]);
  const known = !measuring && room > 0 ? widths : undefined;
  return { ref, measuring, folded: known ? foldedOf(keys, goFirst, known, room, hasMore) : new Set() };
}
