import type { MenuEntry } from '@yikao/model/calls/menu.ts';
import {
  type KeyboardEvent,
  type KeyboardEventHandler,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { MenuLink, MenuTitle } from './MenuLink.tsx';
import { isGroup, keyOf } from './menu-entries.ts';
import { isAlone, walkEntries } from './menu-keys.ts';
import styles from './SideMenu.module.css';

/** Pixels between an element next to an icon and the edge of the screen. */
const edge = 8;

interface Props {
  /** The entry of the collapsed menu next to which this is shown. */
  readonly icon: RefObject<HTMLLIElement | null>;
  /** Asked for by Escape and by a press elsewhere. */
  readonly onClose: () => void;
}

/** The visible title of an icon; its link or button has the same accessible name. */
export function TitleBeside({ icon, title, onClose }: Props & { readonly title: string }) {
  const box = useBeside({ icon, onClose });
  return (
    <div ref={box} className={styles.beside} aria-hidden>
      <div className={styles.tip}>{title}</div>
    </div>
  );
}

interface EntriesProps extends Props {
  readonly id: string;
  readonly group: MenuEntry;
  /** Path of the page shown. */
  readonly active: string;
  /** True if the first entry is given the focus. */
  readonly takesFocus: boolean;
  readonly onShow: (path: string) => void;
}

/** A panel with the entries of a group, whose inner groups are its sections. */
export function EntriesBeside({ id, icon, group, active, takesFocus, onShow, onClose }: EntriesProps) {
  const box = useBeside({ icon, onClose });
  useEffect(() => {
    if (takesFocus) box.current?.querySelector('a')?.focus();
  }, [takesFocus, box]);

  // Return the focus to the icon; otherwise it would be lost with the panel.
  useLayoutEffect(() => {
    const panel = box.current;
    const button = icon.current?.querySelector('button');
    return () => {
      if (panel?.contains(document.activeElement)) button?.focus({ preventScroll: true });
    };
  }, [box, icon]);

  const walkOrLeave = (event: KeyboardEvent<HTMLElement>) => {
    walkEntries(event);
    if (event.key !== 'ArrowLeft' || !isAlone(event)) return;
    event.preventDefault();
    onClose();
  };
  return (
    <div ref={box} id={id} className={styles.beside}>
      {/* Some browsers do not focus a clicked link: the panel takes the focus instead, so that it stays inside. */}
      <div className={styles.panel} tabIndex={-1}>
        <Section group={group} active={active} onShow={onShow} onKeyDown={walkOrLeave} />
      </div>
    </div>
  );
}

interface SectionProps extends Pick<EntriesProps, 'group' | 'active' | 'onShow'> {
  /** The keys of the whole panel, on its outermost section. */
  readonly onKeyDown?: KeyboardEventHandler<HTMLElement>;
}

function Section({ group, active, onShow, onKeyDown }: SectionProps) {
  const headingId = useId();
  return (
    <>
      <p id={headingId} className={styles.heading}>
        <MenuTitle text={group.description} />
      </p>
      <ul className={styles.list} aria-labelledby={headingId} onKeyDown={onKeyDown}>
        {group.children.map(entry => (
          <li key={keyOf(entry)}>
            {isGroup(entry) ? (
              <Section group={entry} active={active} onShow={onShow} />
            ) : (
              <MenuLink entry={entry} active={active} onShow={onShow}>
                <MenuTitle text={entry.description} />
              </MenuLink>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/**
 * Positions an element next to an icon of the menu: fixed, so that the menu does not clip it, and moved up to fit on
 * the screen. Returns the ref of the element.
 */
function useBeside({ icon, onClose }: Props): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const place = useEffectEvent(() => {
    const at = icon.current?.querySelector('a, button')?.getBoundingClientRect();
    if (!box.current || !at) return;
    const { offsetHeight, style } = box.current;
    const top = offsetHeight < at.height ? at.top + (at.height - offsetHeight) / 2 : at.top;
    style.left = `${at.right}px`;
    style.top = `${Math.max(edge, Math.min(top, window.innerHeight - edge - offsetHeight))}px`;
  });
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    place();
    const listening = new AbortController();
    const { signal } = listening;
    const closeElsewhere = ({ target }: Event) => {
      if (target instanceof Node && !icon.current?.contains(target)) close();
    };
    document.addEventListener('pointerdown', closeElsewhere, { signal });
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && close(), { signal });
    // Scroll events reach only the scrolling element, and its ancestors in the capture phase.
    document.addEventListener('scroll', () => place(), { signal, capture: true });
    window.addEventListener('resize', () => place(), { signal });
    return () => listening.abort();
  }, [icon]);
  return box;
}
