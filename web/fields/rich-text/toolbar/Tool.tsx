import { Button, Dropdown, type MenuProps, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import styles from './EditorToolbar.module.css';

interface ToolProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** Given for what is on or off; omitted for what is done once. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** A button of the editor's toolbar. */
export function Tool({ label, icon, pressed, disabled, onClick }: ToolProps) {
  return (
    <Tooltip title={label} mouseEnterDelay={0.4}>
      <Button
        type="text"
        size="small"
        className={styles.tool}
        icon={icon}
        aria-label={label}
        aria-pressed={pressed}
        disabled={disabled}
        onClick={onClick}
      />
    </Tooltip>
  );
}

interface ToolMenuProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** The present value, shown before the icon. */
  readonly shown?: string;
  readonly items: NonNullable<MenuProps['items']>;
  readonly selected?: string | undefined;
  readonly onChoose: (key: string) => void;
  readonly onClosed: () => void;
}

/** A button of the editor's toolbar that opens a menu. */
export function ToolMenu({ label, icon, shown, items, selected, onChoose, onClosed }: ToolMenuProps) {
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      menu={{
        items,
        selectable: selected !== undefined,
        selectedKeys: selected === undefined ? [] : [selected],
        className: styles.menu ?? '',
        onClick: ({ key }) => {
          onChoose(key);
          onClosed();
        },
      }}
    >
      <Button
        type="text"
        size="small"
        className={shown === undefined ? styles.tool : styles.choice}
        icon={shown === undefined ? icon : undefined}
        title={label}
        aria-label={shown === undefined || shown === label ? label : `${label} ${shown}`}
        aria-haspopup="menu"
      >
        {shown === undefined ? null : (
          <>
            <span>{shown}</span>
            {icon}
          </>
        )}
      </Button>
    </Dropdown>
  );
}
