import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  startTransition,
  use,
  useEffect,
  useMemo,
  useState,
} from 'react';

/** Rows that are drawn at once: as many as most screens show. */
const atOnce = 20;
/** Rows that are drawn between two frames after that. */
const slice = 10;

/** The next of the waiting rows to render: from the first visible one on, then those above. */
function nextOf(keys: readonly number[], waiting: ReadonlySet<number>, frame: HTMLElement | null): number[] {
  const body = frame?.querySelector('.ant-table-body');
  const first = body ? Math.floor((body.scrollTop / body.scrollHeight) * keys.length) : 0;
  return [...keys.slice(first), ...keys.slice(0, first)].filter(key => waiting.has(key)).slice(0, slice);
}

/** Keys of the rows whose cells are not rendered yet. */
const Waiting = createContext<ReadonlySet<number>>(new Set());

interface RowSlicesProps {
  /** The keys of all rows, in their order; the same array as long as they are the same. */
  readonly keys: readonly number[];
  /** Around the rows. */
  readonly frame: RefObject<HTMLElement | null>;
  /** The rows: {@link SlicedRow}s of a table, or others that use {@link useWaits}. */
  readonly children: ReactNode;
}

/**
 * Renders rows a few at a time, visible ones first: the cells of a long page take up to a second, which would block
 * everything else. Rendered rows stay while others are added.
 */
export function RowSlices({ keys, frame, children }: RowSlicesProps) {
  const [drawn, setDrawn] = useState<ReadonlySet<number>>(new Set());
  const waiting = useMemo(
    () => new Set(keys.filter((key, at) => at >= atOnce && !drawn.has(key))),
    [keys, drawn],
  );
  useEffect(() => {
    if (waiting.size === 0) return;
    const request = requestAnimationFrame(() => {
      const next = nextOf(keys, waiting, frame.current);
      startTransition(() => setDrawn(new Set([...keys.filter(key => !waiting.has(key)), ...next])));
    });
    return () => cancelAnimationFrame(request);
  }, [keys, waiting, frame]);
  return <Waiting value={waiting}>{children}</Waiting>;
}

/** True while the row with this key waits for its turn to be drawn. */
export function useWaits(key: number): boolean {
  return use(Waiting).has(key);
}

/** A row of a table within {@link RowSlices}: itself at once, as high as it will be, and its cells in their turn. */
export function SlicedRow({
  children,
  ...row
}: ComponentProps<'tr'> & { readonly 'data-row-key'?: number | string }) {
  const key = row['data-row-key'];
  const waits = useWaits(Number(key));
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a row of a table for the layout has no role by itself
    <tr role="row" {...row}>
      {waits ? null : children}
    </tr>
  );
}
