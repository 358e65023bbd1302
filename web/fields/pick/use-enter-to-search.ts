import { type KeyboardEvent, useRef, useState } from 'react';

/** The properties that a picker of a filter needs so that Enter searches once something was chosen. */
export interface EnterToSearch {
  readonly open: boolean;
  /** The picker requests to open or close its list. */
  setOpen(open: boolean): void;
  /** Something was chosen, or taken out. */
  noteChosen(): void;
  /** For the capture phase of an element around the picker, which would otherwise open its list on Enter. */
  onKeyDownCapture(event: KeyboardEvent): void;
}

/**
 * In an open list, Enter takes the marked option. Right after that, and if the list is closed, it submits the form
 * around the picker, as in any other field; arrows and typing continue the choice.
 */
export function useEnterToSearch(): EnterToSearch {
  const [open, setOpen] = useState(false);
  const chosen = useRef(false);
  return {
    open,
    setOpen(next) {
      setOpen(next);
      chosen.current = false;
    },
    noteChosen() {
      chosen.current = true;
    },
    onKeyDownCapture(event) {
      if (event.key !== 'Enter') {
        // Tab and the like choose nothing further.
        chosen.current &&= event.key.length > 1 && !event.key.startsWith('Arrow');
        return;
      }
      if (event.nativeEvent.isComposing || (open && !chosen.current)) return;
      const form = event.target instanceof HTMLElement ? event.target.closest('form') : null;
      if (!form) return;
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
      chosen.current = false;
      form.requestSubmit();
    },
  };
}
