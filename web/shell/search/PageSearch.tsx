import { SearchOutlined } from '@ant-design/icons';
import { Input, Modal } from 'antd';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuPage } from '../../engine/menu/menu.ts';
import { MenuIcon } from '../layout/menu-icons.tsx';
import { findPages, searchable } from './find-pages.ts';
import styles from './PageSearch.module.css';

interface Props {
  readonly open: boolean;
  readonly pages: readonly MenuPage[];
  readonly onClose: () => void;
  readonly onShow: (path: string) => void;
}

/** Finds a page of the menu from the keyboard: type, arrow, Enter. */
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

function Search({ pages, onClose, onShow }: Omit<Props, 'open'>) {
  const { t } = useTranslation('shell');
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const prepared = useMemo(() => searchable(pages), [pages]);
  const found = useMemo(() => findPages(prepared, text), [prepared, text]);
  const chosen = found[at];

  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the chosen line, which it finds in the page
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const show = (page: MenuPage) => {
    onClose();
    onShow(page.path);
  };
  const move = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return; // Enter and arrows belong to the input method while it is open
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step && found.length > 0) {
      event.preventDefault();
      setAt((at + step + found.length) % found.length);
    }
    if (event.key === 'Enter' && chosen) show(chosen);
  };

  return (
    <>
      <Input
        autoFocus
        className={styles.field ?? ''}
        size="large"
        variant="borderless"
        prefix={<SearchOutlined />}
        placeholder={t('search.placeholder')}
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
      <div className={styles.list} id="page-search" role="listbox" aria-label={t('search.pages')} ref={list}>
        {found.map((page, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys and keeps the focus
          <div
            key={page.path}
            id={`page-search-${index}`}
            className={styles.page}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onMouseMove={() => setAt(index)}
            onClick={() => show(page)}
          >
            <MenuIcon name={page.icon} />
            <span>{page.title}</span>
            <span className={styles.groups}>{page.groups.join(' / ')}</span>
          </div>
        ))}
        {found.length === 0 && <p className={styles.none}>{t('search.none')}</p>}
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
