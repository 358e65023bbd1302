import type { MenuEntry } from '@yikao/model/calls/menu.ts';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { EntriesBeside, TitleBeside } from './BesideIcon.tsx';
import { MenuLink } from './MenuLink.tsx';
import { isGroup, keyOf } from './menu-entries.ts';
import { MenuIcon } from './menu-icons.tsx';
import { isAlone, walkEntries } from './menu-keys.ts';
import styles from './SideMenu.module.css';

/** Milliseconds of hovering an icon before anything appears next to it. */
const comesMs = 100;

/** Milliseconds for which the pointer may leave an icon and its panel, since hands do not move in straight lines. */
const staysMs = 200;

/** The content next to an icon: its title, or the entries of its group, optionally with the first one focused. */
type Beside = 'title' | 'entries' | 'entries with the focus';

interface Props {
  readonly entries: readonly MenuEntry[];
  /** Path of the page shown. */
  readonly active: string;
  /** Keys of the groups around that page. */
  readonly around: readonly string[];
  readonly onShow: (path: string) => void;
}

/** The collapsed menu: icons only, with the title or entries of one of them next to it. */
export function IconMenu({ entries, ...rest }: Props) {
  const [shown, setShown] = useState<{ readonly key: string; readonly beside: Beside }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = (key: string, beside: Beside | undefined, afterMs: number) => {
    clearTimeout(timer.current);
    const act = () =>
      setShown(before => {
        if (beside) return { key, beside };
        // By now another icon may be open.
        return before?.key === key ? undefined : before;
      });
    if (afterMs > 0) timer.current = setTimeout(act, afterMs);
    else act();
  };

  return (
    <ul className={styles.icons} onKeyDown={walkEntries}>
      {entries.map(entry => {
        const key = keyOf(entry);
        return (
          <IconEntry
            key={key}
            {...rest}
            entry={entry}
            beside={shown?.key === key ? shown.beside : undefined}
            onChange={(beside, afterMs = 0) => change(key, beside, afterMs)}
          />
        );
      })}
    </ul>
  );
}

interface EntryProps extends Omit<Props, 'entries'> {
  readonly entry: MenuEntry;
  readonly beside: Beside | undefined;
  readonly onChange: (beside: Beside | undefined, afterMs?: number) => void;
}

function IconEntry({ entry, active, around, beside, onShow, onChange }: EntryProps) {
  const frame = useRef<HTMLLIElement>(null);
  const panelId = useId();
  const title = entry.description;
  const isOpen = beside !== undefined && beside !== 'title';
  const close = () => onChange(undefined);
  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowRight' || !isAlone(event)) return;
    event.preventDefault();
    onChange('entries with the focus');
  };
  return (
    <li
      ref={frame}
      // A finger leaves the icon when lifted, so it opens only by pressing.
      onPointerEnter={({ pointerType }) =>
        pointerType !== 'touch' && onChange(isGroup(entry) ? 'entries' : 'title', comesMs)
      }
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onChange(undefined, staysMs)}
      onFocus={({ target }) => !beside && target.matches(':focus-visible') && onChange('title')}
      onBlur={({ relatedTarget }) => !frame.current?.contains(relatedTarget) && close()}
    >
      {isGroup(entry) ? (
        <button
          type="button"
          className={styles.item}
          data-around={around.includes(keyOf(entry))}
          aria-label={title}
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={({ detail }) => {
            // The pointer has opened it by coming here, and does not press to close it; a key presses for either.
            if (detail > 0) onChange('entries');
            else onChange(isOpen ? undefined : 'entries with the focus');
          }}
          onKeyDown={openByArrow}
        >
          <MenuIcon name={entry.icon} />
        </button>
      ) : (
        <MenuLink entry={entry} active={active} onShow={onShow} aria-label={title}>
          <MenuIcon name={entry.icon} />
        </MenuLink>
      )}
      {beside === 'title' && <TitleBeside icon={frame} title={title} onClose={close} />}
      {isOpen && (
        <EntriesBeside
          id={panelId}
          icon={frame}
          group={entry}
          active={active}
          takesFocus={beside === 'entries with the focus'}
          onShow={path => {
            close();
            onShow(path);
          }}
          onClose={close}
        />
      )}
    </li>
  );
}
