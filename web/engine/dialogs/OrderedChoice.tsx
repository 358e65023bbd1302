import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  HolderOutlined,
  PushpinFilled,
  PushpinOutlined,
} from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './OrderedChoice.module.css';

/** One choice, in its position. */
export interface Choice {
  readonly name: string;
  readonly label: string;
  readonly chosen: boolean;
  readonly pinned?: boolean;
  /** A note next to the label, such as "required". */
  readonly note?: string;
}

interface OrderedChoiceProps {
  readonly items: readonly Choice[];
  readonly onChange: (items: Choice[]) => void;
  /** True if chosen items may be pinned to the beginning. */
  readonly pinnable?: boolean;
}

function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const next = [...items];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/** Chooses and orders items of a list: by dragging, or with arrows. */
export function OrderedChoice({ items, onChange, pinnable = false }: OrderedChoiceProps) {
  const { t } = useTranslation('engine');
  const [dragged, setDragged] = useState<number>();
  const set = (at: number, change: Partial<Choice>) =>
    onChange(items.map((item, index) => (index === at ? { ...item, ...change } : item)));
  return (
    <ul className={styles.list}>
      {items.map((item, index) => (
        <li
          key={item.name}
          className={styles.item}
          draggable
          data-dragged={dragged === index}
          onDragStart={() => setDragged(index)}
          onDragEnd={() => setDragged(undefined)}
          onDragOver={event => {
            event.preventDefault();
            if (dragged === undefined || dragged === index) return;
            onChange(moved(items, dragged, index));
            setDragged(index);
          }}
        >
          <HolderOutlined className={styles.handle} aria-hidden />
          <Checkbox checked={item.chosen} onChange={event => set(index, { chosen: event.target.checked })}>
            {item.label}
            {item.note && <span className={styles.note}>{item.note}</span>}
          </Checkbox>
          <span className={styles.buttons}>
            {pinnable && (
              <Button
                type="text"
                size="small"
                icon={item.pinned ? <PushpinFilled aria-hidden /> : <PushpinOutlined aria-hidden />}
                aria-pressed={item.pinned === true}
                aria-label={t('columns.pin', { label: item.label })}
                title={t('columns.pin', { label: item.label })}
                onClick={() => set(index, { pinned: !item.pinned })}
              />
            )}
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined aria-hidden />}
              disabled={index === 0}
              aria-label={t('columns.up', { label: item.label })}
              onClick={() => onChange(moved(items, index, index - 1))}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined aria-hidden />}
              disabled={index === items.length - 1}
              aria-label={t('columns.down', { label: item.label })}
              onClick={() => onChange(moved(items, index, index + 1))}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
