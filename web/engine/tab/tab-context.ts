import { createContext, useContext, useEffect, useId } from 'react';

/** The requests of a page to the tabs around it. */
export interface TabControls {
  /** Title of the page's tab. */
  readonly title: string;
  /** Records whether part `part` of the page has unsaved changes; the tab then has a dot and asks before it closes. */
  setDirty(part: string, dirty: boolean): void;
  /** Shows the page at `path`: its open tab in its current state, otherwise the path as given. */
  show(path: string): void;
}

/** The tabs around a page; undefined for pages without the shell. */
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
