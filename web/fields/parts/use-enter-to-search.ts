import { type KeyboardEvent, useRef, useState } from 'react';

/** The properties that a picker of a filter needs so that Enter searches once something was chosen. */
export interface EnterToSearch {
  readonly open: boolean;
  /** The picker wants its list opened or closed. */
  setOpen(open: boolean): void;
  /** Something was chosen, or taken out. */
  noteChosen(): void;
  /** For the capturing phase of an element around the picker, which would otherwise open its list on Enter. */
  onKeyDownCapture(event: KeyboardEvent): void;
}

/**
 * Enter takes what is marked in an open list. Right after that, and where the list is closed, it sends the form around
 * the picker, as in any other field; the arrows and typing go on choosing.
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
