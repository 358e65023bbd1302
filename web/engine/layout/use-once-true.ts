import { useState } from 'react';

/** Reports whether `now` was ever true: an opened element stays mounted, so that closing it is animated too. */
export function useOnceTrue(now: boolean): boolean {
  const [once, setOnce] = useState(now);
  if (now && !once) setOnce(true);
  return once || now;
}
