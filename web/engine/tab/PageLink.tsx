import { type ComponentPropsWithoutRef, type MouseEvent, useContext } from 'react';
import { Link } from 'react-router';
import type { PageAddress } from '../link/page-address.ts';
import { TabContext } from './tab-context.ts';

interface Props extends Omit<ComponentPropsWithoutRef<'a'>, 'href'> {
  readonly to: PageAddress;
  /** Called once this window has begun to show the page, such as to close the dialog of the link. */
  readonly onFollow?: () => void;
}

/**
 * A link to a page of the menu. A plain click shows its tab in its current state; the browser's other ways to open a
 * link still work.
 */
export function PageLink({ to, onFollow, ...rest }: Props) {
  const tab = useContext(TabContext);
  const show = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (tab) {
      event.preventDefault();
      tab.show(to);
    }
    onFollow?.();
  };
  return <Link {...rest} to={to} onClick={show} />;
}
