import { DownOutlined, HolderOutlined, UpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { movedTo, useDragging } from '../../../engine/layout/use-dragging.ts';
import { StoredImage } from '../../../fields/files/StoredImage.tsx';
import { ToneTag } from '../../../fields/parts/CodeTag.tsx';
import styles from './order.module.css';
import type { OrderItem } from './use-order.ts';

interface SortableListProps {
  readonly items: readonly OrderItem[];
  /** The rows that the phone shows now. */
  readonly shown: ReadonlySet<number> | undefined;
  readonly onChange: (items: readonly OrderItem[]) => void;
}

/** Rows that are dragged by their handle, or moved by keys and arrows; every move is announced. */
export function SortableList({ items, shown, onChange }: SortableListProps) {
  const { t } = useTranslation('display');
  const list = useRef<HTMLOListElement>(null);
  const [told, setTold] = useState('');
  const tell = (one: OrderItem | undefined, to: number) =>
    one && setTold(t('order.moved', { name: one.name, place: to + 1, count: items.length }));
  const dragging = useDragging(
    items,
    () => list.current,
    (next, from, to) => {
      onChange(next);
      tell(items[from], to);
    },
  );
  const move = (from: number, to: number) => {
    if (to < 0 || to >= items.length || from === to) return;
    onChange(movedTo(items, from, to));
    tell(items[from], to);
    // The focus follows the handle of the moved row, so that the next key moves it again.
    requestAnimationFrame(() =>
      list.current?.querySelectorAll<HTMLElement>('[data-choice]')[to]?.querySelector('button')?.focus(),
    );
  };
  return (
    <>
      <ol ref={list} className={styles.list} aria-label={t('order.list')}>
        {dragging.shown.map((one, at) => (
          <li
            key={one.id}
            className={styles.item}
            data-choice={one.id}
            data-dragged={dragging.at === at || undefined}
          >
            <button
              type="button"
              className={styles.handle}
              disabled={!one.mine}
              aria-label={t('order.handle', { place: at + 1, name: one.name })}
              onPointerDown={event => dragging.take(at, event)}
              onKeyDown={event => {
                const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: items.length - 1 }[event.key];
                if (to === undefined) return;
                event.preventDefault();
                move(at, to);
              }}
            >
              <HolderOutlined aria-hidden />
              <b>{at + 1}</b>
            </button>
            <span className={styles.picture}>
              <StoredImage path={one.picture} alt="" />
            </span>
            <span className={styles.name}>
              {one.name}
              {shown && !shown.has(one.id) && <ToneTag tone="plain" text={t('order.hidden')} />}
              {!one.mine && <ToneTag tone="plain" text={t('order.fixed')} />}
            </span>
            <span className={styles.arrows}>
              <Button
                type="text"
                size="small"
                icon={<UpOutlined aria-hidden />}
                disabled={at === 0 || !one.mine}
                aria-label={t('order.up', { name: one.name })}
                onClick={() => move(at, at - 1)}
              />
              <Button
                type="text"
                size="small"
                icon={<DownOutlined aria-hidden />}
                disabled={at === items.length - 1 || !one.mine}
                aria-label={t('order.down', { name: one.name })}
                onClick={() => move(at, at + 1)}
              />
            </span>
          </li>
        ))}
      </ol>
      <p className={styles.told} role="status" aria-live="polite">
        {told}
      </p>
    </>
  );
}
