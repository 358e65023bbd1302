import { type RefObject, useRef } from 'react';
import { useSize } from './use-size.ts';

/** The height of an element in pixels, as it changes; 0 until it is known. */
export function useHeight<T extends HTMLElement>(): [RefObject<T | null>, number] {
  const ref = useRef<T>(null);
  return [ref, useSize(ref, 'clientHeight')];
}
