/** Random numbers that repeat for the same seed, so that findings are reproducible. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number;
  /** True that often in a hundred. */
  chance(percent: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** A source of {@link Random} numbers (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    next,
    below,
    chance: percent => next() * 100 < percent,
    // Never called with an empty list.
    pick: <T>(from: readonly T[]) => from[below(from.length)] as T,
  };
}
