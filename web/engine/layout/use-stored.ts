import { useCallback, useState } from 'react';
import type { ZodType } from 'zod';

/** Reads a value stored in this browser under `key`; returns `fallback` if there is none that fits `schema`. */
export function readStored<T>(key: string, schema: ZodType<T>, fallback: T): T {
  try {
    const kept = schema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'));
    return kept.success ? kept.data : fallback;
  } catch {
    return fallback;
  }
}

/** A choice stored in this browser under `key`; a value that does not fit `schema` is ignored. */
export function useStored<T>(key: string, schema: ZodType<T>, fallback: T): [T, (next: T) => void] {
  const [value, setValue] = useState(() => readStored(key, schema, fallback));
  const store = useCallback(
    (next: T) => {
      setValue(next);
      localStorage.setItem(key, JSON.stringify(next));
    },
    [key],
  );
  return [value, store];
}
