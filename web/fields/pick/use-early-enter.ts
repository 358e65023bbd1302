import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';

interface EarlyEnter {
  /** The rows that fit the typed words are still being looked up, and none is on offer. */
  readonly waiting: boolean;
  /** The first row on offer once they are there. */
  readonly first: number | undefined;
  readonly onTake: (value: number) => void;
}

/**
 * Keeps an Enter that comes before the answer to the typed words, and takes the first row of the answer then: the select
 * would forget the words. Another key takes it back. Returns the handler for the capture phase of an element around the
 * select.
 */
export function useEarlyEnter({ waiting, first, onTake }: EarlyEnter): (event: KeyboardEvent) => void {
  const [pressed, setPressed] = useState(false);
  const take = useEffectEvent(() => {
    if (first !== undefined) onTake(first);
  });
  useEffect(() => {
    if (!pressed || waiting) return;
    setPressed(false);
    take();
  }, [pressed, waiting]);
  return event => {
    if (event.nativeEvent.isComposing) return;
    if (event.key !== 'Enter' || !waiting) return setPressed(false);
    event.preventDefault();
    event.stopPropagation();
    setPressed(true);
  };
}
