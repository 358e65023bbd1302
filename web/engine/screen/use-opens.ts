import { useCallback, useEffect, useRef } from 'react';
import type { FormTarget } from '../form/use-form-controller.ts';
import type { DetailPart } from '../row/RowDetails.tsx';

/** The openers of a row's actions: functions that stay stable while their data changes. */
export function useOpens(
  open: (key: number | undefined) => void,
  deselect: (key: number) => void,
  split: boolean,
  setForm: (target: FormTarget) => void,
  setPart: (part: DetailPart) => void,
) {
  const now = useRef({ open, deselect, split });
  useEffect(() => {
    now.current = { open, deselect, split };
  });
  const form = useCallback(
    (target: FormTarget) => {
      // A drawer closes for the form; details next to the list can stay.
      if (!now.current.split) now.current.open(undefined);
      setForm(target);
    },
    [setForm],
  );
  const history = useCallback(
    (key: number) => {
      setPart('history');
      now.current.open(key);
    },
    [setPart],
  );
  const removed = useCallback((key: number) => {
    now.current.open(undefined);
    now.current.deselect(key);
  }, []);
  return { form, history, removed };
}

/** The rows before and after the opened one on the page that is shown. */
export function neighboursOf(
  keys: readonly number[],
  opened: number | undefined,
  open: (key: number | undefined) => void,
) {
  const at = opened === undefined ? -1 : keys.indexOf(opened);
  const to = (key: number | undefined) => (at === -1 || key === undefined ? undefined : () => open(key));
  return { previous: to(keys[at - 1]), next: to(keys[at + 1]) };
}
