import { type ReactNode, Suspense } from 'react';
import { useCodeArrivals } from './lazy-code.ts';

interface CodeSuspenseProps {
  /** Stands there while the code is on its way; nothing unless told. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A Suspense around components whose code comes when they are drawn. React keeps what it shows meanwhile for 300 ms at
 * least, though the code came after 30; drawn anew by the arrival itself, the page does not wait for the rest.
 */
export function CodeSuspense({ fallback, children }: CodeSuspenseProps) {
  useCodeArrivals();
  return <Suspense fallback={fallback}>{children}</Suspense>;
}
