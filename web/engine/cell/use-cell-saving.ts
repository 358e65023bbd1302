import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { FormController } from '../form/use-form-controller.ts';
import type { CellEditorProps } from './CellEditor.tsx';
import { confirmPicked, inputIn, useOutsidePress } from './cell-focus.tsx';
import type { AfterCell } from './use-cells.ts';

/** The way on once a cell is left; undefined to stay on it. */
export type Then = { readonly after: AfterCell | undefined };

/**
 * Saves the value of a cell once the person leaves it by `setThen`. The person goes on at once, also where the row is not
 * there yet: the value `waits` then. One that cannot be saved is given back.
 */
export function useCellSaving(
  { row, name, at, onLeave, onTrouble, onSaved, onClose, onForm }: CellEditorProps,
  form: FormController,
  box: RefObject<HTMLElement | null>,
) {
  const ready = form.status === 'ready';
  const failed = form.status === 'failed';
  const [then, setThen] = useState<Then>();
  // A value that was left is on its way, or has come back.
  const [stage, setStage] = useState<'typing' | 'left' | 'returned'>('typing');
  const left = stage === 'left';

  const goOn = (after: AfterCell | undefined) => {
    if (left) return;
    setStage('left');
    onLeave(after);
  };
  const giveBack = () => {
    setStage('returned');
    onTrouble();
  };
  useEffect(() => {
    if (stage !== 'returned') return;
    // Not from the cell that the person edits meanwhile.
    const { activeElement } = document;
    if (activeElement === at || activeElement === document.body) inputIn(box.current)?.focus();
  }, [stage, at, box]);

  const submit = useEffectEvent(async ({ after }: Then) => {
    if (!form.dirty) return onClose(left ? 'elsewhere' : after);
    if (!ready || form.filling) return goOn(after);
    setThen(undefined);
    if (form.check().length > 0) return giveBack();
    goOn(after);
    const former = form.former();
    if (!(await form.save())) return giveBack();
    onSaved(former.values, former.version, form.savedRow());
    onClose('elsewhere');
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ready` and `filling` try again what had to wait for them
  useEffect(() => {
    // After the render with the last change, so that it is saved too.
    if (then) void submit(then);
  }, [then, ready, form.filling]);
  const fail = useEffectEvent(() => {
    if (!left) return;
    setThen(undefined);
    giveBack();
  });
  useEffect(() => {
    if (failed) fail();
  }, [failed]);

  useOutsidePress(box, () => {
    if (left) return;
    confirmPicked(box.current);
    setThen({ after: 'elsewhere' });
  });
  // A row that left the page, such as by a change of somebody else, takes its cells with it.
  const gone = useEffectEvent(() => {
    if (left || form.saving) return;
    const value = name in form.values ? form.values[name] : row[name];
    if (form.dirty) onForm({ at: name, given: { [name]: value } });
    else onClose('elsewhere');
  });
  useEffect(() => {
    if (!at.isConnected) gone();
  });
  return { stage, waits: left && !form.doubt, setThen };
}
