import { hasCall } from '@yikao/model/calls/dataset-calls.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { editIn, leadsOn, mayDelete } from '@yikao/model/kernel/states.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { may, mayChangeRow, permitted } from '../access/may.ts';
import { useQuestions } from '../boundary/questions.ts';
import type { FormStartAt, FormTarget } from '../form/use-form-controller.ts';
import { rowName } from '../list/columns.tsx';
import { useRemove } from '../screen/use-remove.ts';
import type { StepTarget } from '../steps/use-step-call.ts';
import { dangerLast, fits, reasonsAgainst, type Steps } from '../steps/use-steps.ts';
import type { ExtraRowAction, RowActionsOf } from './RowActions.tsx';

/** The openers and changes of the actions of a row; functions that stay the same. */
interface Opens {
  readonly form: (target: FormTarget) => void;
  readonly step: (target: StepTarget) => void;
  readonly history: (key: number) => void;
  /** Called after a row was deleted. */
  readonly removed: (key: number) => void;
}

/** The parts added by a custom screen. */
interface Extras {
  readonly rowActions: readonly ExtraRowAction[] | undefined;
  readonly drawerActions: readonly ExtraRowAction[] | undefined;
  /** True if the list has an action column. */
  readonly column: boolean;
}

/** The person's actions on the rows of a dataset: the common ones, the steps and those of a custom screen. */
export function useRowActions(
  dataset: AnyDataset,
  { machine, steps }: Steps,
  { rowActions, drawerActions, column }: Extras,
  { form, step: takeStep, history, removed }: Opens,
): RowActionsOf {
  const { t } = useTranslation('engine');
  const modal = useQuestions();
  const remove = useRemove(dataset);
  const language = useLanguage();
  return useMemo<RowActionsOf>(() => {
    const keyOf = (row: FieldRecord) => Number(row[dataset.key]);
    const ask = (row: FieldRecord) =>
      modal.confirm({
        title: t('list.deleteAsk', { name: rowName(dataset, row) }),
        content: dataset.parent ? t('list.deleteChildren') : undefined,
        okText: t('list.delete'),
        okButtonProps: { danger: true },
        async onOk() {
          if (await remove([keyOf(row)])) removed(keyOf(row));
        },
      });
    const edits = may(dataset, 'update') && dataset.form.length > 0;
    const adds = may(dataset, 'add') && dataset.form.length > 0;
    const deletes = may(dataset, 'delete');
    const own = dangerLast(steps).map<ExtraRowAction>(step => ({
      key: step.name,
      label: step.label[language],
      danger: step.danger,
      // A step that moves the row forward is the most common action; a toggle is one of several.
      lead: !step.danger && Object.keys(step.move).length > 0 && machine?.toggle !== true,
      leadsOn: row => machine !== undefined && leadsOn(machine, step.name, row),
      fits: row => fits(machine, step, row),
      against: row =>
        mayChangeRow(dataset, row) ? reasonsAgainst(machine, step, row, language) : [t('list.everybodys')],
      act: row => takeStep({ step, row }),
    }));
    const told = hasCall(dataset, 'history');
    return {
      any: column && (edits || adds || deletes || rowActions !== undefined || told),
      own: row => mayChangeRow(dataset, row),
      editable: row =>
        mayChangeRow(dataset, row) && (machine === undefined || editIn(machine, row).fields.length > 0),
      removable: row => mayChangeRow(dataset, row) && (machine === undefined || mayDelete(machine, row)),
      ...(rowActions && { extra: permitted(rowActions) }),
      ...(drawerActions && { drawer: permitted(drawerActions) }),
      ...(own.length > 0 && { steps: own, aside: machine?.toggle === true }),
      ...(edits && {
        edit: (row: FieldRecord, start?: FormStartAt) => form({ mode: 'edit', key: keyOf(row), ...start }),
      }),
      ...(adds && { copy: (row: FieldRecord) => form({ mode: 'copy', key: keyOf(row) }) }),
      ...(told && { history: (row: FieldRecord) => history(keyOf(row)) }),
      ...(deletes && { remove: ask }),
    };
  }, [
    dataset,
    modal,
    remove,
    removed,
    rowActions,
    drawerActions,
    column,
    machine,
    steps,
    language,
    form,
    takeStep,
    history,
    t,
  ]);
}
