import { useContext } from 'react';
import { TabContext } from './tab-context.ts';

/** The heading of a page whose title only its tab shows, for readers of screens. */
export function PageHeading() {
  const tab = useContext(TabContext);
  return tab && <h1 className="unseen">{tab.title}</h1>;
}
