import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { ActionButtons } from './ActionButtons.tsx';
import type { ExtraRowAction, RowActionsOf } from './RowActions.tsx';
import styles from './RowButtons.module.css';

/** Reports whether a row can take an action now, as far as the browser can determine. */
function isFree({ fits, against }: ExtraRowAction, row: FieldRecord): boolean {
  return fits?.(row) !== false && (against?.(row) ?? []).length === 0;
}

/** The action that moves the row on: the first that does, rather than one that repeats a step or takes it back. */
function nextAction(row: FieldRecord, actions: readonly ExtraRowAction[]): string | undefined {
  const leads = actions.filter(action => action.lead && !action.danger && isFree(action, row));
  return (leads.find(({ leadsOn }) => leadsOn?.(row) !== false) ?? leads[0])?.key;
}

/** Key of the button that opens the form; steps have names without a space. */
const editKey = 'open form';

interface RowButtonsProps {
  readonly row: FieldRecord;
  readonly actions: RowActionsOf;
  /** Keys of the actions that a tab of the details has. */
  readonly inTab: readonly string[];
  /** The first tab of the details has the next action, so that none of these is blue. */
  readonly quiet: boolean;
}

/** The actions of the row in the details, the most usual first; only the next one is blue. */
export function RowButtons({ row, actions, inTab, quiet }: RowButtonsProps) {
  const { t } = useTranslation('engine');
  const { edit, copy, remove, steps = [], drawer = [], extra = [], aside = false } = actions;
  const more = extra.filter(({ key }) => drawer.every(other => other.key !== key));
  const own = [...drawer, ...more].filter(({ fits }) => fits === undefined || fits(row));
  // For a toggle the other state suffices.
  const moves = aside ? steps.filter(({ fits }) => fits?.(row) !== false) : steps;
  const locked = t(actions.own(row) ? 'steps.wrongState' : 'list.everybodys');
  const all: ExtraRowAction[] = [
    ...(edit
      ? [
          {
            key: editKey,
            label: t('list.edit'),
            act: (of: FieldRecord) => edit(of),
            against: (of: FieldRecord) => (actions.editable(of) ? [] : [locked]),
          },
        ]
      : []),
    ...own,
    ...moves.filter(({ danger }) => !danger),
    ...moves.filter(({ danger }) => danger),
    ...(copy ? [{ key: 'copy row', label: t('list.copy'), act: copy }] : []),
    ...(remove
      ? [
          {
            key: 'remove row',
            label: t('list.delete'),
            danger: true,
            act: remove,
            against: (of: FieldRecord) => (actions.removable(of) ? [] : [locked]),
          },
        ]
      : []),
  ].filter(({ key }) => !inTab.includes(key));
  if (all.length === 0) return null;
  const next = quiet ? undefined : (nextAction(row, aside ? own : all) ?? editKey);
  return (
    <div className={styles.buttons} role="toolbar" aria-label={t('list.actions')}>
      <ActionButtons
        row={row}
        next={next}
        actions={[...all.filter(({ key }) => key === next), ...all.filter(({ key }) => key !== next)]}
      />
    </div>
  );
}
