import { useEffect, useState } from 'react';

/** Milliseconds of quiet after which typing is looked up. */
const typingPauseMs = 250;

/** Returns `value` as it was once it stopped changing. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
