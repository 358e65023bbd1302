import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { StepButtons } from '../steps/StepButtons.tsx';
import { usePhone } from '../use-media.ts';
import type { RowActionsOf } from './RowActions.tsx';
import styles from './RowButtons.module.css';

/** The actions of the row in the details, in a line that folds if narrow. */
export function RowButtons({ row, actions }: { readonly row: FieldRecord; readonly actions: RowActionsOf }) {
  const { t } = useTranslation('engine');
  const size = usePhone() ? 'middle' : 'small';
  const { edit, copy, remove, steps = [], drawer = [] } = actions;
  if (!edit && !copy && !remove && steps.length + drawer.length === 0) return null;
  const locked = t(actions.own(row) ? 'steps.wrongState' : 'list.everybodys');
  return (
    <div className={styles.buttons} role="toolbar" aria-label={t('list.actions')}>
      {edit && (
        <Tooltip title={actions.editable(row) ? undefined : locked}>
          <Button size={size} type="primary" disabled={!actions.editable(row)} onClick={() => edit(row)}>
            {t('list.edit')}
          </Button>
        </Tooltip>
      )}
      <StepButtons actions={steps} row={row} fittingOnly={actions.aside} />
      <StepButtons actions={drawer.filter(({ fits }) => fits === undefined || fits(row))} row={row} />
      {copy && (
        <Button size={size} onClick={() => copy(row)}>
          {t('list.copy')}
        </Button>
      )}
      {remove && (
        <Tooltip title={actions.removable(row) ? undefined : locked}>
          <Button size={size} danger disabled={!actions.removable(row)} onClick={() => remove(row)}>
            {t('list.delete')}
          </Button>
        </Tooltip>
      )}
    </div>
  );
}
