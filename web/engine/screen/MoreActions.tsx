import { MoreOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../list/DatasetTable.module.css';

/** One of the actions behind the button. */
interface Action {
  readonly key: string;
  readonly label: string;
  readonly danger: boolean;
  readonly act: () => void;
}

/**
 * The actions of a row that do not fit, behind one button. A page has hundreds of rows, so the menu is created on
 * demand.
 */
export function MoreActions({ actions }: { readonly actions: readonly Action[] }) {
  const { t } = useTranslation('engine');
  const [open, setOpen] = useState<boolean>();
  const ref = useRef<HTMLButtonElement>(null);
  const asked = open !== undefined;
  // The button that has the menu is another one than that which was pressed.
  useEffect(() => {
    if (asked) ref.current?.focus({ preventScroll: true });
  }, [asked]);
  const button = (
    <button
      ref={ref}
      type="button"
      className={styles.more}
      aria-label={t('list.actions')}
      aria-haspopup="menu"
      aria-expanded={open === true}
      {...(!asked && { onClick: () => setOpen(true) })}
    >
      <MoreOutlined aria-hidden />
    </button>
  );
  if (!asked) return button;
  return (
    <Dropdown
      trigger={['click']}
      open={open}
      onOpenChange={setOpen}
      menu={{
        items: actions.map(({ key, label, danger }) => ({ key, label, danger })),
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation();
          actions.find(action => action.key === key)?.act();
        },
      }}
    >
      {button}
    </Dropdown>
  );
}
