import { DashboardOutlined } from '@ant-design/icons';
import type { MenuEntry } from '@yikao/model/calls/menu.ts';
import { Menu, type MenuProps } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathOf } from '../../engine/menu/menu.ts';
import { homePath } from '../tabs/tabs.ts';
import { MenuIcon } from './menu-icons.tsx';

/** Milliseconds after which a group has unfolded. */
const unfoldedMs = 350;

type Item = NonNullable<MenuProps['items']>[number];

interface Props {
  readonly entries: readonly MenuEntry[];
  readonly active: string;
  readonly collapsed: boolean;
  readonly onShow: (path: string) => void;
}

/** Key of an entry: its page's path, or a name of its own. An entry without an id leads home (spec section 2). */
function keyOf(entry: MenuEntry): string {
  if (entry.children.length > 0) return `group ${entry.permId} ${entry.description}`;
  return (entry.permId !== null && pathOf(entry)) || `${homePath} ${entry.description}`;
}

function itemOf(entry: MenuEntry, top: boolean): Item {
  // Only the outermost entries have an icon, so that the eye finds the groups.
  const base = {
    key: keyOf(entry),
    // A long title is cut, and read in full by resting on it.
    label: <span title={entry.description}>{entry.description}</span>,
    ...(top && { icon: <MenuIcon name={entry.icon} /> }),
  };
  return entry.children.length > 0
    ? { ...base, children: entry.children.map(child => itemOf(child, false)) }
    : base;
}

/** Keys of the groups around the entry with key `key`, outermost first; undefined where it is not in the menu. */
function groupsAround(entries: readonly MenuEntry[], key: string): string[] | undefined {
  for (const entry of entries) {
    if (keyOf(entry) === key) return [];
    const inner = groupsAround(entry.children, key);
    if (inner) return [keyOf(entry), ...inner];
  }
  return undefined;
}

/** The side menu: home first, then the person's tree, with one sub-menu open at a time (spec section 2). */
export function SideMenu({ entries, active, collapsed, onShow }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<readonly string[]>([]);
  const [opener, setOpener] = useState<string>();
  const items = useMemo<Item[]>(
    () => [
      { key: homePath, label: t('home'), icon: <DashboardOutlined aria-hidden />, title: t('home') },
      ...entries.map(entry => itemOf(entry, true)),
    ],
    [entries, t],
  );

  // Showing a page opens the group it stands in, once; the person may close it again. In drawing, not in an
  // effect, so that the menu does not move a second time.
  const shown = entries.length > 0 ? active : undefined;
  if (shown !== opener) {
    setOpener(shown);
    const around = shown && groupsAround(entries, shown);
    if (around) setOpen(around);
  }

  // Once its group has unfolded, the leaf of the page is brought into sight.
  const frame = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another page is shown, and when its group has opened
  useEffect(() => {
    const timer = setTimeout(
      () => frame.current?.querySelector('.ant-menu-item-selected')?.scrollIntoView({ block: 'nearest' }),
      unfoldedMs,
    );
    return () => clearTimeout(timer);
  }, [active, opener]);

  const changeOpen = (keys: string[]) => {
    const added = keys.find(key => !open.includes(key));
    setOpen(added ? [...(groupsAround(entries, added) ?? []), added] : keys);
  };

  return (
    <div ref={frame}>
      <Menu
        mode="inline"
        items={items}
        inlineCollapsed={collapsed}
        inlineIndent={20}
        selectedKeys={[active]}
        // Collapsed, the groups open beside the menu by themselves.
        {...(collapsed ? {} : { openKeys: [...open], onOpenChange: changeOpen })}
        onClick={({ key }) => onShow(key.split(' ')[0] ?? homePath)}
      />
    </div>
  );
}
