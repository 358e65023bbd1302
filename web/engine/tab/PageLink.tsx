import { type ComponentPropsWithoutRef, type MouseEvent, useContext } from 'react';
import { Link } from 'react-router';
import { TabContext } from './tab-context.ts';

interface Props extends Omit<ComponentPropsWithoutRef<'a'>, 'href'> {
  readonly path: string;
}

/** A link to a page of the menu. A plain click shows its tab as it stands; the browser's own ways to open a link stay. */
export function PageLink({ path, ...rest }: Props) {
  const tab = useContext(TabContext);
  const show = (event: MouseEvent) => {
    if (!tab || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    tab.show(path);
  };
  return <Link {...rest} to={path} onClick={show} />;
}
