import { useState } from 'react';

/** Whether `now` was true at least once: what has been opened stays, so that it closes as softly as it opens. */
export function useOnceTrue(now: boolean): boolean {
  const [once, setOnce] = useState(now);
  if (now && !once) setOnce(true);
  return once || now;
}
