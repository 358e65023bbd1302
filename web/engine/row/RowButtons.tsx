import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { StepButtons } from '../steps/StepButtons.tsx';
import { usePhone } from '../use-media.ts';
import type { ExtraRowAction, RowActionsOf } from './RowActions.tsx';
import styles from './RowButtons.module.css';

/** Reports whether a row can take an action now, as far as the browser can determine. */
function isFree({ fits, against }: ExtraRowAction, row: FieldRecord): boolean {
  return fits?.(row) !== false && (against?.(row) ?? []).length === 0;
}

/** The action that moves the row on: the most common one of the screen, else the first step. */
function nextAction(row: FieldRecord, actions: readonly ExtraRowAction[]): string | undefined {
  const leads = actions.filter(({ lead, danger }) => lead === true && danger !== true);
  return leads.find(action => isFree(action, row))?.key;
}

interface RowButtonsProps {
  readonly row: FieldRecord;
  readonly actions: RowActionsOf;
  /** The first tab of the details has the next action, so that none of these is blue. */
  readonly quiet: boolean;
}

/** The actions of the row in the details, in a line that folds if narrow; only the next one is blue. */
export function RowButtons({ row, actions, quiet }: RowButtonsProps) {
  const { t } = useTranslation('engine');
  const size = usePhone() ? 'middle' : 'small';
  const { edit, copy, remove, steps = [], drawer = [], extra = [], aside } = actions;
  const more = extra.filter(({ key, inTab }) => !inTab && drawer.every(other => other.key !== key));
  const own = [...drawer, ...more].filter(({ fits }) => fits === undefined || fits(row));
  if (!edit && !copy && !remove && steps.length + own.length === 0) return null;
  const all = [...own, ...(aside ? [] : steps)];
  const next = quiet ? undefined : nextAction(row, all);
  const isOther = ({ key }: ExtraRowAction) => key !== next;
  const locked = t(actions.own(row) ? 'steps.wrongState' : 'list.everybodys');
  return (
    <div className={styles.buttons} role="toolbar" aria-label={t('list.actions')}>
      <StepButtons actions={all.filter(({ key }) => key === next)} row={row} next={next} />
      {edit && (
        <Tooltip title={actions.editable(row) ? undefined : locked}>
          <Button
            size={size}
            type={next === undefined && !quiet ? 'primary' : 'default'}
            disabled={!actions.editable(row)}
            onClick={() => edit(row)}
          >
            {t('list.edit')}
          </Button>
        </Tooltip>
      )}
      <StepButtons actions={steps.filter(isOther)} row={row} fittingOnly={aside} />
      <StepButtons actions={own.filter(isOther)} row={row} />
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
