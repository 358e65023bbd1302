import { useEffect, useMemo } from 'react';

/** Milliseconds in which a second press makes a double one: what opens after one press must not lie in its way. */
const doubleMs = 220;

/** Tells a single press from the first of a double one. */
export interface SinglePress {
  /** Acts unless another press or a key follows; `count` is the event's number of presses, 0 for one by a program. */
  press(count: number, act: () => void): void;
  /** Drops a press that waits. */
  cancel(): void;
}

/** Delays what a single press does until it cannot be a double one; functions that stay the same. */
export function useSinglePress(): SinglePress {
  const presses = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const others = ['pointerdown', 'keydown'] as const;
    const cancel = () => {
      clearTimeout(timer);
      for (const other of others) document.removeEventListener(other, cancel, true);
    };
    return {
      press(count: number, act: () => void) {
        cancel();
        if (count === 0) act();
        if (count !== 1) return;
        for (const other of others) document.addEventListener(other, cancel, true);
        timer = setTimeout(() => {
          cancel();
          act();
        }, doubleMs);
      },
      cancel,
    };
  }, []);
  useEffect(() => presses.cancel, [presses]);
  return presses;
}
