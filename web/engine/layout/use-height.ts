import { type RefObject, useRef } from 'react';
import { useSize } from './use-size.ts';

/** The current height of an element in pixels; 0 until known. */
export function useHeight<T extends HTMLElement>(): [RefObject<T | null>, number] {
  const ref = useRef<T>(null);
  return [ref, useSize(ref, 'clientHeight')];
}
