/** Places at which work is done side by side, each piece as long as it takes. */
export interface Places {
  /** Places at which nothing is done. */
  readonly free: number;
  /** Begins a piece of work at a free place. It must not throw. */
  put(act: () => Promise<void>): void;
  /** Waits until a place becomes free; at once if all are. */
  oneFree(): Promise<void>;
  /** Waits until all work is over. */
  idle(): Promise<void>;
}

/**
 * Creates {@link Places}. A vendor that does not answer one request holds one place until the request is given up, and the
 * work at the other places goes on.
 */
export function createPlaces(count: number): Places {
  const underway = new Set<Promise<void>>();
  return {
    get free() {
      return count - underway.size;
    },
    put(act) {
      const work = act().finally(() => underway.delete(work));
      underway.add(work);
    },
    oneFree: () => (underway.size === 0 ? Promise.resolve() : Promise.race(underway)),
    async idle() {
      await Promise.all(underway);
    },
  };
}
