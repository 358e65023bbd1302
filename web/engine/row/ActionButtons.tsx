import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { usePhone } from '../use-media.ts';
import styles from './ActionButtons.module.css';
import type { ExtraRowAction } from './RowActions.tsx';

interface ActionButtonsProps {
  readonly actions: readonly ExtraRowAction[];
  readonly row: FieldRecord;
  /** Hides those that the state does not allow: for a toggle the other one suffices. */
  readonly fittingOnly?: boolean | undefined;
  /** The reason all of them are disabled. */
  readonly held?: string | undefined;
  /** Key of the action that moves the row on, which is shown in blue. */
  readonly next?: string | undefined;
  readonly onPress?: () => void;
}

/** Most buttons in the line; the menu has the others. The blue one is besides, except on a phone. */
const most = { phone: 2, screen: 3 } as const;

/**
 * The actions of one row: the first that it can take in a line, the others in a menu. Actions that it cannot take now
 * are in the menu only, below the reason.
 */
export function ActionButtons({ actions, row, fittingOnly, held, next, onPress }: ActionButtonsProps) {
  const { t } = useTranslation('engine');
  const phone = usePhone();
  // A finger needs more room than a pointer.
  const size = phone ? 'middle' : 'small';
  const shown = fittingOnly ? actions.filter(({ fits }) => fits?.(row) !== false) : actions;
  const byReason = Map.groupBy(shown, ({ fits, against }) =>
    (fits?.(row) === false ? [t('steps.wrongState')] : (against?.(row) ?? [])).join('; '),
  );
  const free = byReason.get('') ?? [];
  const barred = [...byReason].filter(([reason]) => reason !== '');
  const besides = free.some(({ key }) => key === next) ? 1 : 0;
  const room = phone ? most.phone : most.screen + besides;
  // A menu of one action would be as wide as its button.
  const whole = barred.length === 0 && free.length <= room + 1;
  const rest = whole ? [] : free.slice(room);
  const press = (action: ExtraRowAction | undefined) => {
    if (!action) return;
    onPress?.();
    action.act(row);
  };
  const item = ({ key, label, danger = false }: ExtraRowAction) => ({ key, label, danger });
  const menu: NonNullable<MenuProps['items']> = [
    ...rest.map(action => ({ ...item(action), disabled: held !== undefined, title: held ?? '' })),
    ...barred.map(([reason, group]) => ({
      type: 'group' as const,
      key: `against ${reason}`,
      label: reason,
      children: group.map(action => ({ ...item(action), disabled: true, title: reason })),
    })),
  ];
  return (
    <>
      {free.slice(0, whole ? undefined : room).map(action => (
        <Tooltip key={action.key} title={held}>
          <Button
            size={size}
            type={action.key === next ? 'primary' : 'default'}
            danger={action.danger === true}
            disabled={held !== undefined}
            onClick={() => press(action)}
          >
            {action.label}
          </Button>
        </Tooltip>
      ))}
      {menu.length > 0 && (
        <Dropdown
          trigger={['click']}
          classNames={{ root: styles.menu ?? '' }}
          menu={{ items: menu, onClick: ({ key }) => press(rest.find(action => action.key === key)) }}
        >
          <Button size={size} icon={<DownOutlined aria-hidden />} iconPlacement="end">
            {t(free.length > 0 ? 'tools.more' : 'list.actions')}
          </Button>
        </Dropdown>
      )}
    </>
  );
}
