import type { MenuEntry } from '@yikao/model/calls/menu.ts';
import type { ComponentProps, MouseEvent } from 'react';
import { isEntryOf, targetOf } from './menu-entries.ts';
import styles from './SideMenu.module.css';

interface Props extends Pick<ComponentProps<'a'>, 'aria-label' | 'children' | 'style'> {
  readonly entry: MenuEntry;
  /** Path of the page shown. */
  readonly active: string;
  readonly onShow: (path: string) => void;
}

/** A menu entry for a page: a link, so that it can also be opened in a new browser tab. */
export function MenuLink({ entry, active, onShow, ...rest }: Props) {
  const path = targetOf(entry);
  const show = (event: MouseEvent) => {
    // With such a key the browser opens a tab or window, or saves, as for every link.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onShow(path);
  };
  return (
    <a
      href={path}
      className={styles.item}
      aria-current={isEntryOf(entry, active) ? 'page' : undefined}
      onClick={show}
      {...rest}
    />
  );
}

/** The title of an entry. A long one is cut, and read in full by resting on it. */
export function MenuTitle({ text }: { readonly text: string }) {
  return (
    <span className={styles.title} title={text}>
      {text}
    </span>
  );
}
