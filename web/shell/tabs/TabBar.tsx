import { CloseOutlined, DownOutlined, HomeOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveQuestion } from '../../engine/boundary/use-leave-question.ts';
import styles from './TabBar.module.css';
import { homePath } from './tabs.ts';
import type { Tabs } from './use-tabs.ts';

interface Props {
  readonly tabs: Tabs;
  readonly titleOf: (path: string) => string;
}

/** Id of a page's tab, to which the tab list refers. */
const tabId = (path: string) => `tab-${encodeURIComponent(path)}`;

/**
 * The open pages (spec section 2): a click shows one, a middle click or Delete closes it, a right click or the arrow
 * shows further actions. A tab list may contain only tabs, and each here has a close button: so the list is next to
 * them and owns them.
 */
export function TabBar({ tabs, titleOf }: Props) {
  const { t } = useTranslation('shell');
  const list = useRef<HTMLDivElement>(null);
  const closedByKey = useRef(false);
  const { commands, close } = useTabCommands(tabs, titleOf);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another tab becomes the one to be seen
  useEffect(() => {
    const active = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    // With the button that closes it.
    active?.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // The focus would be nowhere: it was on the tab that is gone.
    if (closedByKey.current) active?.focus();
    closedByKey.current = false;
  }, [tabs.active, tabs.tabs.length]);

  const moveFocus = (event: KeyboardEvent, path: string) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const at = tabs.tabs.findIndex(tab => tab.pathname === path);
    const next = step && tabs.tabs.at((at + step) % tabs.tabs.length);
    if (next) {
      event.preventDefault();
      tabs.show(next.pathname);
      list.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(next.pathname)}"]`)?.focus();
    }
    if (event.key === 'Delete' && path !== homePath) {
      // With unsaved changes a question comes first and takes the focus.
      closedByKey.current = !tabs.dirty.has(path);
      close(path);
    }
  };

  return (
    <section className={styles.bar} aria-label={t('tabs.label')}>
      <div className={styles.list} ref={list}>
        <div
          role="tablist"
          aria-label={t('tabs.label')}
          aria-owns={tabs.tabs.map(({ pathname }) => tabId(pathname)).join(' ')}
        />
        {tabs.tabs.map(({ pathname }) => {
          const selected = pathname === tabs.active;
          const title = titleOf(pathname);
          return (
            <Dropdown key={pathname} trigger={['contextMenu']} menu={commands(pathname)}>
              <div className={styles.tab} data-selected={selected} role="presentation">
                <button
                  type="button"
                  role="tab"
                  id={tabId(pathname)}
                  aria-keyshortcuts={pathname === homePath ? undefined : 'Delete'}
                  aria-selected={selected}
                  tabIndex={selected ? 0 : -1}
                  data-path={pathname}
                  className={styles.name}
                  title={title}
                  onClick={() => tabs.show(pathname)}
                  onKeyDown={event => moveFocus(event, pathname)}
                  onMouseDown={event => event.button === 1 && event.preventDefault()}
                  onAuxClick={(event: MouseEvent) => event.button === 1 && close(pathname)}
                >
                  {pathname === homePath && <HomeOutlined aria-hidden />}
                  <span>{title}</span>
                  {tabs.dirty.has(pathname) && (
                    <span
                      className={styles.dirty}
                      role="img"
                      aria-label={t('tabs.unsaved')}
                      title={t('tabs.unsaved')}
                    />
                  )}
                </button>
                {pathname !== homePath && (
                  <button
                    type="button"
                    tabIndex={-1}
                    className={styles.close}
                    aria-label={`${t('tabs.close')} ${title}`}
                    onClick={() => close(pathname)}
                  >
                    <CloseOutlined aria-hidden />
                  </button>
                )}
              </div>
            </Dropdown>
          );
        })}
      </div>
      <span className={styles.current}>{titleOf(tabs.active)}</span>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={withList(commands(tabs.active), tabs, titleOf)}
      >
        <Button
          type="text"
          size="small"
          icon={<DownOutlined />}
          aria-label={t('tabs.list')}
          title={t('tabs.list')}
        />
      </Dropdown>
    </section>
  );
}

/** The commands for a tab, each asking first when it would lose unsaved changes. */
function useTabCommands(tabs: Tabs, titleOf: Props['titleOf']) {
  const { t } = useTranslation(['shell', 'trouble']);
  const askToLeave = useLeaveQuestion();

  const guarded = (lost: readonly string[], act: () => void, what: 'tab' | 'refresh' = 'tab') => {
    const titles = lost.filter(path => tabs.dirty.has(path)).map(titleOf);
    if (titles.length === 0) return act();
    const text =
      titles.length === 1
        ? t(`trouble:leave.${what}`, { title: titles[0] })
        : t('trouble:leave.tabs', { titles: titles.join(t('trouble:leave.comma')) });
    askToLeave(text, act);
  };
  const paths = tabs.tabs.map(tab => tab.pathname);
  const close = (path: string) => guarded([path], () => tabs.close(path));

  const commands = (path: string): MenuProps => ({
    items: [
      { key: 'refresh', label: t('tabs.refresh') },
      { key: 'close', label: t('tabs.closeCurrent'), disabled: path === homePath },
      {
        key: 'others',
        label: t('tabs.closeOthers'),
        disabled: paths.every(other => other === path || other === homePath),
      },
      { key: 'all', label: t('tabs.closeAll'), disabled: paths.length === 1 },
    ],
    onClick: ({ key }) => {
      if (key === 'close') close(path);
      else if (key === 'refresh') guarded([path], () => tabs.refresh(path), 'refresh');
      else if (key === 'all') guarded(paths, () => tabs.closeAll());
      else if (key === 'others') {
        const others = paths.filter(other => other !== path);
        guarded(others, () => tabs.closeOthers(path));
      } else tabs.show(key);
    },
  });
  return { commands, close };
}

function withList(menu: MenuProps, tabs: Tabs, titleOf: Props['titleOf']): MenuProps {
  return {
    ...menu,
    selectable: true,
    selectedKeys: [tabs.active],
    style: { maxHeight: '70vh', overflow: 'auto' },
    items: [
      ...(menu.items ?? []),
      { type: 'divider' },
      ...tabs.tabs.map(tab => ({ key: tab.pathname, label: titleOf(tab.pathname) })),
    ],
  };
}
