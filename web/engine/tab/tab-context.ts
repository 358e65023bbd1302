import { createContext, useContext, useEffect, useId } from 'react';

/** The requests of a page to the tabs around it. */
export interface TabControls {
  /**
   * Notes whether part `part` of the page holds changes that are not saved; the tab then carries a dot and
   * asks before it closes.
   */
  setDirty(part: string, dirty: boolean): void;
  /** Shows the page at `path`: where its tab stands when it is open, as given when it is not. */
  show(path: string): void;
}

/** The tabs around a page; pages without the shell have none. */
export const TabContext = createContext<TabControls | undefined>(undefined);

/** Marks the page's tab while `dirty`, that is while something on it is not saved. */
export function useUnsavedChanges(dirty: boolean): void {
  const tab = useContext(TabContext);
  const part = useId();
  useEffect(() => {
    if (!dirty || !tab) return;
    tab.setDirty(part, true);
    return () => tab.setDirty(part, false);
  }, [tab, part, dirty]);
}
