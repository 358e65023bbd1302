import type { MenuEntry } from '@yikao/model/calls/menu.ts';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { homePath } from '../tabs/tabs.ts';
import { IconMenu } from './IconMenu.tsx';
import { MenuLink, MenuTitle } from './MenuLink.tsx';
import { groupsAround, isGroup, keyOf } from './menu-entries.ts';
import { MenuIcon } from './menu-icons.tsx';
import { foldEntries, walkEntries } from './menu-keys.ts';
import styles from './SideMenu.module.css';

/** Milliseconds after which a group has unfolded: a little more than its animation takes. */
const unfoldedMs = 200;

/** Indentation of a group's entries relative to its heading, in pixels. */
const indent = 20;

interface Props {
  readonly entries: readonly MenuEntry[];
  readonly active: string;
  readonly collapsed: boolean;
  readonly onShow: (path: string) => void;
}

/** The side menu: home first, then the person's tree, with one sub-menu open at a time (spec section 2). */
export function SideMenu({ entries, active, collapsed, onShow }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<readonly string[]>([]);
  const [opener, setOpener] = useState<string>();
  const all = useMemo(
    () => [
      { permId: 0, permUrl: homePath, icon: 'DashboardOutlined', description: t('home'), children: [] },
      ...entries,
    ],
    [entries, t],
  );
  const around = useMemo(() => groupsAround(entries, active), [entries, active]);

  // Showing a page opens its group once; the person may close it again. Done during rendering instead of an effect, so
  // that the menu moves only once.
  const shown = entries.length > 0 ? active : undefined;
  if (shown !== opener) {
    setOpener(shown);
    if (around) setOpen(around);
  }

  // Scrolls the page's entry into view once its group has unfolded.
  const frame = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another page is shown, and when its group has opened
  useEffect(() => {
    const timer = setTimeout(
      () => frame.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }),
      unfoldedMs,
    );
    return () => clearTimeout(timer);
  }, [active, opener]);

  const shared = { entries: all, active, around: around ?? [], onShow };
  return (
    <div ref={frame}>
      {collapsed ? <IconMenu {...shared} /> : <Branch {...shared} within={[]} open={open} onOpen={setOpen} />}
    </div>
  );
}

const walkAndFold: typeof walkEntries = event => {
  walkEntries(event);
  foldEntries(event);
};

interface BranchProps extends Omit<Props, 'collapsed'> {
  /** Keys of the groups around these entries, outermost first. */
  readonly within: readonly string[];
  /** Keys of the groups around the page shown. */
  readonly around: readonly string[];
  /** Keys of the open groups: one, and one more within it. */
  readonly open: readonly string[];
  readonly onOpen: (keys: readonly string[]) => void;
}

function Branch(props: BranchProps) {
  const { entries, within, active, onShow } = props;
  const isTop = within.length === 0;
  return (
    <ul className={styles.list} onKeyDown={isTop ? walkAndFold : undefined}>
      {entries.map(entry =>
        isGroup(entry) ? (
          <Group key={keyOf(entry)} {...props} group={entry} />
        ) : (
          <li key={keyOf(entry)}>
            <MenuLink entry={entry} active={active} onShow={onShow} style={indented(within)}>
              {isTop && <MenuIcon name={entry.icon} />}
              <MenuTitle text={entry.description} />
            </MenuLink>
          </li>
        ),
      )}
    </ul>
  );
}

const indented = (within: readonly string[]) => ({ paddingInlineStart: indent * (within.length + 1) });

/** A group with its entries, which are not rendered while it is closed. */
function Group({ group, ...props }: BranchProps & { readonly group: MenuEntry }) {
  const { within, around, open, onOpen } = props;
  const id = useId();
  const frame = useRef<HTMLLIElement>(null);
  const key = keyOf(group);
  const inner = [...within, key];
  const isOpen = open.includes(key);
  // A group open from the start does not animate.
  const [wasClosed, setWasClosed] = useState(!isOpen);
  if (!isOpen && !wasClosed) setWasClosed(true);

  // Including its content; another group may have closed above it.
  useEffect(() => {
    if (!isOpen || !wasClosed) return;
    const timer = setTimeout(() => frame.current?.scrollIntoView({ block: 'nearest' }), unfoldedMs);
    return () => clearTimeout(timer);
  }, [isOpen, wasClosed]);

  return (
    <li ref={frame}>
      <button
        type="button"
        className={styles.item}
        style={indented(within)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        data-around={around.includes(key)}
        onClick={() => onOpen(isOpen ? within : inner)}
      >
        {/* Only the outermost entries have an icon, so that the eye finds the groups. */}
        {within.length === 0 && <MenuIcon name={group.icon} />}
        <MenuTitle text={group.description} />
      </button>
      {isOpen && (
        <div id={id} className={styles.unfolded} data-unfolds={wasClosed}>
          <Branch {...props} entries={group.children} within={inner} />
        </div>
      )}
    </li>
  );
}
