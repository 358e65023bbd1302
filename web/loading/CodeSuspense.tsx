import { type ReactNode, Suspense } from 'react';
import { useCodeArrivals } from './lazy-code.ts';

interface CodeSuspenseProps {
  /** Shown while the code is loading. Defaults to nothing. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A Suspense around components whose code is loaded when they render. React keeps a fallback for at least 300 ms, even
 * if the code arrives after 30; re-rendering on the arrival itself avoids the wait.
 */
export function CodeSuspense({ fallback, children }: CodeSuspenseProps) {
  useCodeArrivals();
  return <Suspense fallback={fallback}>{children}</Suspense>;
}
