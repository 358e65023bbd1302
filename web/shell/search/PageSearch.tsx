import { FileTextOutlined, SearchOutlined, ThunderboltOutlined } from '@ant-design/icons';
import { Input, Modal } from 'antd';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { menuAddress, useGoTo } from '../../engine/link/page-address.ts';
import type { MenuPage } from '../../engine/menu/menu.ts';
import { MenuIcon } from '../layout/menu-icons.tsx';
import { actionPages } from './actions.ts';
import { findPages, searchable } from './find-pages.ts';
import styles from './PageSearch.module.css';
import { useFoundRows } from './use-found-rows.ts';

interface Props {
  readonly open: boolean;
  readonly pages: readonly MenuPage[];
  readonly onClose: () => void;
  readonly onShow: (path: string) => void;
}

/** Most actions offered at once. */
const mostActions = 5;

/** Finds a page of the menu, an action or a record from the keyboard: type, arrow, Enter. */
export default function PageSearch({ open, onClose, ...rest }: Props) {
  return (
    <Modal
      open={open}
      onCancel={onClose}
      footer={null}
      closable={false}
      width={560}
      destroyOnHidden
      style={{ top: 88 }}
      styles={{ container: { padding: 0, overflow: 'hidden' } }}
    >
      <Search {...rest} onClose={onClose} />
    </Modal>
  );
}

/** One line of the result. */
interface Line {
  readonly key: string;
  readonly icon: ReactNode;
  readonly title: string;
  /** Further identifying values of a record. */
  readonly also?: string;
  readonly place: string;
  readonly go: () => void;
}

/** The result in its groups; the groups of a blank text are the pages alone. */
function useLines({ pages, onShow }: Pick<Props, 'pages' | 'onShow'>, text: string) {
  const { t } = useTranslation(['shell', 'engine']);
  const goTo = useGoTo();
  const found = useFoundRows(pages, text);
  const [preparedPages, preparedActions] = useMemo(
    () => [
      searchable(pages),
      searchable(
        actionPages(pages, (action, page) =>
          t('search.action', { action: t(`engine:tools.${action}`), page }),
        ),
      ),
    ],
    [pages, t],
  );
  const line = (page: MenuPage, icon: ReactNode, go: () => void): Line => ({
    key: page.path,
    icon,
    title: page.title,
    place: page.groups.join(' / '),
    go,
  });
  const pageLines = useMemo(() => findPages(preparedPages, text), [preparedPages, text]);
  const actionLines = useMemo(
    () => (text.trim() === '' ? [] : findPages(preparedActions, text).slice(0, mostActions)),
    [preparedActions, text],
  );
  return {
    looking: found === undefined,
    groups: [
      {
        name: t('search.pages'),
        lines: pageLines.map(page => line(page, <MenuIcon name={page.icon} />, () => onShow(page.path))),
      },
      {
        name: t('search.actions'),
        lines: actionLines.map(page =>
          line(page, <ThunderboltOutlined aria-hidden />, () => goTo(menuAddress(page.path))),
        ),
      },
      {
        name: t('search.records'),
        lines: (found ?? []).map(
          ({ page, key, name, also }): Line => ({
            key: `${page.path}/${key}`,
            icon: <FileTextOutlined aria-hidden />,
            title: name,
            also: also.join(' · '),
            place: page.title,
            go: () => goTo(menuAddress(page.path, { row: key })),
          }),
        ),
      },
    ].filter(({ lines }) => lines.length > 0),
  };
}

function Search({ onClose, ...rest }: Omit<Props, 'open'>) {
  const { t } = useTranslation('shell');
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const { groups, looking } = useLines(rest, text);
  const lines = groups.flatMap(group => group.lines);
  const chosen = lines[at];

  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the chosen line, which it finds in the page
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen?.key]);

  const take = ({ go }: Line) => {
    onClose();
    go();
  };
  const move = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return; // Enter and arrows belong to the input method while it is open
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step && lines.length > 0) {
      event.preventDefault();
      setAt((at + step + lines.length) % lines.length);
    }
    if (event.key === 'Enter' && chosen) take(chosen);
  };
  const indexOf = (line: Line) => lines.indexOf(line);

  return (
    <>
      <Input
        autoFocus
        className={styles.field ?? ''}
        size="large"
        variant="borderless"
        prefix={<SearchOutlined />}
        placeholder={t('search.placeholder')}
        maxLength={64}
        value={text}
        role="combobox"
        aria-label={t('search.open')}
        aria-expanded
        aria-controls="page-search"
        aria-activedescendant={chosen && `page-search-${at}`}
        onChange={event => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={move}
      />
      <div className={styles.list} id="page-search" role="listbox" aria-label={t('search.found')} ref={list}>
        {groups.map(group => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box
          <div key={group.name} role="group" aria-label={group.name}>
            {groups.length > 1 && (
              <div className={styles.heading} aria-hidden="true">
                {group.name}
              </div>
            )}
            {group.lines.map(line => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys and keeps the focus
              <div
                key={line.key}
                id={`page-search-${indexOf(line)}`}
                className={styles.page}
                role="option"
                tabIndex={-1}
                aria-selected={line === chosen}
                onMouseMove={() => setAt(indexOf(line))}
                onClick={() => take(line)}
              >
                {line.icon}
                <span className={styles.title}>{line.title}</span>
                {line.also && <span className={styles.also}>{line.also}</span>}
                <span className={styles.groups}>{line.place}</span>
              </div>
            ))}
          </div>
        ))}
        {looking && (
          <p className={styles.none} role="status">
            {t('search.looking')}
          </p>
        )}
        {!looking && lines.length === 0 && <p className={styles.none}>{t('search.none')}</p>}
      </div>
      <div className={styles.hints} aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {t('search.hintMove')}
        </span>
        <span>
          <kbd>Enter</kbd> {t('search.hintOpen')}
        </span>
        <span>
          <kbd>Esc</kbd> {t('search.hintClose')}
        </span>
      </div>
    </>
  );
}
