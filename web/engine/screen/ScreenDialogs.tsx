import type { FieldMap } from '@yikao/model/kernel/field.ts';
import type { ReactNode } from 'react';
import type { FieldRecord } from '../../fields/field-view.ts';
import { laterCode } from '../../loading/later-code.ts';
import { lazyCode } from '../../loading/lazy-code.ts';
import { BackCloses } from '../boundary/BackCloses.tsx';
import { DialogBoundary } from '../boundary/DialogBoundary.tsx';
import type { FormTarget } from '../form/use-form-controller.ts';
import type { ListController } from '../list/use-list-controller.ts';
import type { Selection } from '../list/use-selection.ts';
import type { RowActionsOf } from '../row/RowActions.tsx';
import { keyOf } from '../row/row-key.ts';
import type { StepTarget } from '../steps/use-step-call.ts';
import { useSteps } from '../steps/use-steps.ts';
import type { DialogName } from './dialog-name.ts';
import type { ScreenParts } from './screen-parts.ts';

// Frequently opened, so loaded together with the first list.
const ColumnChooser = laterCode(() => import('../list/ColumnChooser.tsx'), 'ColumnChooser');
const FormDialog = laterCode(() => import('../form/FormDialog.tsx'), 'FormDialog');
const FormSteps = laterCode(() => import('../steps/FormSteps.tsx'), 'FormSteps');
const TrashDrawer = laterCode(() => import('./TrashDrawer.tsx'), 'TrashDrawer');

// Rarely opened, so loaded on demand.
const BatchDeleteDialog = lazyCode(() => import('../dialogs/BatchDeleteDialog.tsx'), 'BatchDeleteDialog');
const BatchSetDialog = lazyCode(() => import('../dialogs/BatchSetDialog.tsx'), 'BatchSetDialog');
const ChangesDrawer = lazyCode(() => import('../history/ChangesDrawer.tsx'), 'ChangesDrawer');
const CheckDialog = lazyCode(() => import('../dialogs/CheckDialog.tsx'), 'CheckDialog');
const CopyYearDialog = lazyCode(() => import('../dialogs/CopyYearDialog.tsx'), 'CopyYearDialog');
const ExportDialog = lazyCode(() => import('../dialogs/ExportDialog.tsx'), 'ExportDialog');
const FieldChoiceDialog = lazyCode(() => import('../dialogs/FieldChoiceDialog.tsx'), 'FieldChoiceDialog');
const ImportDialog = lazyCode(() => import('../import/ImportDialog.tsx'), 'ImportDialog');

const StepDialog = lazyCode(() => import('../steps/StepDialog.tsx'), 'StepDialog');

interface ScreenDialogsProps {
  readonly list: ListController;
  readonly selection: Selection;
  readonly actions: RowActionsOf;
  readonly formExtra: ((values: FieldRecord) => ReactNode) | undefined;
  readonly formBeside: ((values: FieldRecord) => ReactNode) | undefined;
  readonly stepExtra: ScreenParts<FieldMap>['stepExtra'];
  /** The step that is about to be taken. */
  readonly target: StepTarget | undefined;
  readonly onTarget: (target: StepTarget | undefined) => void;
  readonly form: FormTarget | undefined;
  readonly onForm: (target: FormTarget | undefined) => void;
  readonly exportChoice: ScreenParts<FieldMap>['exportChoice'];
  /** The dialog that the toolbar or the footer has opened. */
  readonly dialog: DialogName | undefined;
  /** The file that was dropped on the list, for the import that this opened. */
  readonly dropped: File | undefined;
  readonly onDialog: (dialog: DialogName | undefined) => void;
  /** Opens the history of a row that was changed. */
  readonly onRow: (key: number) => void;
}

/** The next row of the page that the person may edit. */
function nextEditable(
  { dataset, rows }: ListController,
  actions: RowActionsOf,
  key: number,
): number | undefined {
  const at = rows.findIndex(row => keyOf(dataset, row) === key);
  const next = at === -1 ? undefined : rows.slice(at + 1).find(actions.editable);
  return next && keyOf(dataset, next);
}

/** The dialogs of a screen: the step dialog, the form, and those of its buttons. */
export function ScreenDialogs(props: ScreenDialogsProps) {
  const {
    list,
    selection,
    actions,
    formExtra,
    formBeside,
    stepExtra,
    target,
    onTarget,
    form,
    onForm,
    dialog,
    exportChoice,
    dropped,
    onDialog,
    onRow,
  } = props;
  const { dataset } = list;
  const { machine, steps } = useSteps(dataset);
  const close = () => onDialog(undefined);
  const next = form?.mode === 'edit' ? nextEditable(list, actions, form.key) : undefined;
  return (
    <>
      {target && machine && (
        <DialogBoundary onClose={() => onTarget(undefined)}>
          <BackCloses onBack={() => onTarget(undefined)} />
          <StepDialog
            dataset={dataset}
            machine={machine}
            target={target}
            rows={list.rows}
            {...(stepExtra && { extra: stepExtra })}
            onClose={left => {
              onTarget(undefined);
              // Rows without the step stay selected.
              if (left && !target.row) selection.select([...left]);
            }}
          />
        </DialogBoundary>
      )}
      {form && (
        <DialogBoundary onClose={() => onForm(undefined)}>
          <FormDialog
            key={form.mode === 'edit' ? form.key : form.mode}
            dataset={dataset}
            onNext={next === undefined ? undefined : () => onForm({ mode: 'edit', key: next })}
            target={form}
            onClose={() => onForm(undefined)}
            {...(formBeside && { beside: formBeside })}
            {...((formExtra || (steps.length > 0 && form.mode === 'edit')) && {
              extra: (values, dirty) => (
                <>
                  {formExtra?.(values)}
                  {form.mode === 'edit' && (
                    <FormSteps
                      dataset={dataset}
                      rowKey={form.key}
                      actions={actions.steps ?? []}
                      fittingOnly={actions.aside}
                      dirty={dirty}
                      onTake={() => onForm(undefined)}
                    />
                  )}
                </>
              ),
            })}
          />
        </DialogBoundary>
      )}
      {dialog && <BackCloses onBack={close} />}
      <DialogBoundary onClose={close}>
        {dialog === 'columns' && (
          <ColumnChooser
            dataset={dataset}
            columns={list.preferences.columns}
            onChange={columns => list.preferences.change({ columns, header: 0 })}
            onClose={close}
          />
        )}
        {(dialog === 'import' || dialog === 'batchUpdate') && (
          <ImportDialog dataset={dataset} purpose={dialog} {...(dropped && { dropped })} onClose={close} />
        )}
        {dialog?.startsWith('import:') && (
          <ImportDialog
            dataset={dataset}
            purpose="import"
            kind={Number(dialog.slice('import:'.length))}
            onClose={close}
          />
        )}
        {dialog === 'export' && <ExportDialog list={list} choice={exportChoice} onClose={close} />}
        {dialog === 'exportSelected' && (
          <ExportDialog
            list={list}
            selected={selection.all ? undefined : selection.keys}
            choice={exportChoice}
            onClose={close}
          />
        )}
        {dialog === 'batchSet' && <BatchSetDialog dataset={dataset} selection={selection} onClose={close} />}
        {(dialog === 'exportFields' || dialog === 'template') && (
          <FieldChoiceDialog
            dataset={dataset}
            purpose={dialog}
            header={list.preferences.header}
            onClose={close}
          />
        )}
        {dialog === 'copyYear' && <CopyYearDialog list={list} onClose={close} />}
        {dialog === 'check' && <CheckDialog list={list} onClose={close} />}
        {list.changes !== undefined && <ChangesDrawer list={list} onRow={onRow} />}
        {dialog === 'trash' && <TrashDrawer list={list} onClose={close} />}
        {dialog === 'batchDelete' && (
          <BatchDeleteDialog
            dataset={dataset}
            selected={selection.all ? [] : selection.keys}
            onClose={close}
          />
        )}
      </DialogBoundary>
    </>
  );
}
