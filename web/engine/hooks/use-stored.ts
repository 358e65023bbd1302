import { useCallback, useState } from 'react';
import type { ZodType } from 'zod';

/** Reads a choice kept in this browser under `key`; gives `fallback` where there is none, or none that fits `schema`. */
export function readStored<T>(key: string, schema: ZodType<T>, fallback: T): T {
  try {
    const kept = schema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'));
    return kept.success ? kept.data : fallback;
  } catch {
    return fallback;
  }
}

/** A choice of the person, kept in this browser under `key`; what does not fit `schema` counts as none. */
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
