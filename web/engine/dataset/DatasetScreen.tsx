import { type Dataset, isWritten } from '@yikao/model/kernel/dataset.ts';
import type { FieldMap } from '@yikao/model/kernel/field.ts';
import type { NameOf } from '@yikao/model/kernel/names.ts';
import { editIn, mayDelete, type Step } from '@yikao/model/kernel/steps.ts';
import { App } from 'antd';
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { lazyCode } from '../../loading/lazy-code.ts';
import { notice } from '../api/notice.ts';
import { Boundary } from '../boundary/Boundary.tsx';
import { DialogBoundary } from '../boundary/DialogBoundary.tsx';
import { StaleNotice } from '../boundary/StaleNotice.tsx';
import { startBatchDelete } from '../calls/job-calls.ts';
import { type FieldOverrides, FieldOverridesProvider } from '../field-overrides.ts';
import { FieldServicesProvider } from '../field-services.tsx';
import { may, seenHere } from '../hooks/may.ts';
import type { FormTarget } from '../hooks/use-form-controller.ts';
import { useJobStarted } from '../hooks/use-jobs.ts';
import { type ListController, useListController } from '../hooks/use-list-controller.ts';
import { useRemove } from '../hooks/use-remove.ts';
import { type Selection, useSelection } from '../hooks/use-selection.ts';
import { FormSteps } from '../steps/FormSteps.tsx';
import { StateTabs } from '../steps/StateTabs.tsx';
import type { StepTarget } from '../steps/use-step-call.ts';
import { fits, reasonsAgainst, useSteps } from '../steps/use-steps.ts';
import type { FormValues, WireRow } from '../wire-row.ts';
import { ColumnChooser } from './ColumnChooser.tsx';
import { rowName } from './columns.tsx';
import styles from './DatasetScreen.module.css';
import { DatasetTable, keyOf } from './DatasetTable.tsx';
import { DetailDrawer, type DetailPart } from './DetailDrawer.tsx';
import type { DialogName } from './dialog-name.ts';
import { FilterBar } from './FilterBar.tsx';
import { FormDialog } from './FormDialog.tsx';
import { ListFooter } from './ListFooter.tsx';
import type { ExtraRowAction, RowActionsOf } from './RowActions.tsx';
import { type ExtraTool, Toolbar } from './Toolbar.tsx';
import { TrashDrawer } from './TrashDrawer.tsx';

// What most visits to a list never open is loaded when it is opened.
const BatchDeleteDialog = lazyCode(async () => ({
  default: (await import('../dialogs/BatchDeleteDialog.tsx')).BatchDeleteDialog,
}));
const BatchSetDialog = lazyCode(async () => ({
  default: (await import('../dialogs/BatchSetDialog.tsx')).BatchSetDialog,
}));
const ExportDialog = lazyCode(async () => ({
  default: (await import('../dialogs/ExportDialog.tsx')).ExportDialog,
}));
const FieldChoiceDialog = lazyCode(async () => ({
  default: (await import('../dialogs/FieldChoiceDialog.tsx')).FieldChoiceDialog,
}));
const ImportDialog = lazyCode(async () => ({
  default: (await import('../dialogs/ImportDialog.tsx')).ImportDialog,
}));

const StepDialog = lazyCode(async () => ({
  default: (await import('../steps/StepDialog.tsx')).StepDialog,
}));

interface DatasetScreenProps<F extends FieldMap> {
  readonly dataset: Dataset<string, F>;
  /** Buttons that a screen of its own adds behind the others. */
  readonly extra?: (list: ListController) => readonly ExtraTool[];
  /** Actions that it adds to those of every row; the same array as long as nothing about them changes. */
  readonly rowActions?: readonly ExtraRowAction<WireRow<F>>[];
  /** Fields that it shows in its own way. */
  readonly overrides?: FieldOverrides<NameOf<F>>;
  /** What it adds before the buttons of the form, made from the values as they are being typed. */
  readonly formExtra?: (values: FormValues<F>) => ReactNode;
}

const none: FieldOverrides = {};

/** The selected rows as a step takes them: by their numbers, or all that match, which is a job. */
function rowsOf({ all, keys, condition }: Selection): Omit<StepTarget, 'step' | 'row'> {
  return all ? { matching: { condition, total: all.total } } : { keys };
}

/** The screen of a dataset, from its declaration alone: filters, buttons, table, details, form and dialogs. */
export function DatasetScreen<F extends FieldMap>(props: DatasetScreenProps<F>) {
  // Rows of the dataset are all that its actions are ever given; within the engine every row is alike.
  const any = props as unknown as DatasetScreenProps<FieldMap>;
  return (
    <FieldServicesProvider>
      <FieldOverridesProvider value={any.overrides ?? none}>
        <Screen {...any} />
      </FieldOverridesProvider>
    </FieldServicesProvider>
  );
}

function Screen({ dataset: declared, extra, rowActions, formExtra }: DatasetScreenProps<FieldMap>) {
  const dataset = seenHere(declared);
  const { t } = useTranslation('engine');
  const { modal } = App.useApp();
  const list = useListController(dataset);
  const remove = useRemove(dataset);
  const rowKey = useCallback((row: FieldRecord) => keyOf(dataset, row), [dataset]);
  const selection = useSelection(list, rowKey);
  const { select, deselect } = selection;
  const started = useJobStarted();
  const language = useLanguage();
  const { machine, steps } = useSteps(dataset);
  const [target, setTarget] = useState<StepTarget>();
  const [opened, setOpened] = useState<number>();
  const [part, setPart] = useState<DetailPart>('fields');
  const [form, setForm] = useState<FormTarget>();
  const [dialog, setDialog] = useState<DialogName>();
  const [full, setFull] = useState(false);

  useEffect(() => {
    if (!full) return;
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) setFull(false);
    };
    window.addEventListener('keydown', leave);
    return () => window.removeEventListener('keydown', leave);
  }, [full]);

  const actions = useMemo<RowActionsOf>(() => {
    const ask = (row: FieldRecord) =>
      modal.confirm({
        title: t('list.deleteAsk', { name: rowName(dataset, row) }),
        content: dataset.parent ? t('list.deleteChildren') : undefined,
        okText: t('list.delete'),
        okButtonProps: { danger: true },
        async onOk() {
          if (!(await remove([keyOf(dataset, row)]))) return;
          setOpened(undefined);
          deselect(keyOf(dataset, row));
        },
      });
    const edits = may(dataset, 'update') && dataset.form.length > 0;
    const adds = may(dataset, 'add') && dataset.form.length > 0;
    const deletes = may(dataset, 'delete');
    const go = (mode: 'edit' | 'copy') => (row: FieldRecord) => {
      setOpened(undefined);
      setForm({ mode, key: keyOf(dataset, row) });
    };
    const own = steps.map<ExtraRowAction>(step => ({
      key: step.name,
      label: step.label[language],
      danger: step.danger,
      fits: row => fits(machine, step, row),
      against: row => reasonsAgainst(machine, step, row, language),
      act: row => setTarget({ step, row }),
    }));
    return {
      any:
        edits || adds || deletes || rowActions !== undefined || machine !== undefined || isWritten(dataset),
      editable: row => machine === undefined || editIn(machine, row).fields.length > 0,
      removable: row => machine === undefined || mayDelete(machine, row),
      ...(rowActions && { extra: rowActions }),
      ...(own.length > 0 && { steps: own, aside: machine?.toggle === true }),
      ...(edits && { edit: go('edit') }),
      ...(adds && { copy: go('copy') }),
      ...((machine !== undefined || isWritten(dataset)) && {
        history(row) {
          setPart('history');
          setOpened(keyOf(dataset, row));
        },
      }),
      ...(deletes && { remove: ask }),
    };
  }, [dataset, modal, remove, deselect, rowActions, machine, steps, language, t]);

  const deleteSelected = () => {
    const { all, keys, condition } = selection;
    const total = all?.total.toLocaleString('en-US');
    modal.confirm({
      title: all
        ? t(condition.everything ? 'list.deleteEverythingAsk' : 'list.deleteAllAsk', { total })
        : t('list.deleteSelectedAsk', { count: keys.length }),
      content: all ? t('list.deleteAllText') : dataset.parent ? t('list.deleteChildren') : undefined,
      okText: t('list.delete'),
      okButtonProps: { danger: true },
      async onOk() {
        if (!all) {
          if (await remove(keys)) selection.clear();
          return;
        }
        try {
          await startBatchDelete(dataset, condition);
          notice.success(t('list.deleteStarted'));
          started();
          selection.clear();
        } catch {
          // The call itself has told the person why.
        }
      },
    });
  };

  const bulkSteps = steps.filter(step => step.bulk !== undefined);
  // Rows of other pages are not known here; of those that are, one that fits is enough.
  const noneKnownAgainst = (step: Step) => {
    if (selection.all) return true;
    const known = list.rows.filter(row => selection.keys.includes(keyOf(dataset, row)));
    return known.length < selection.keys.length || known.some(row => fits(machine, step, row));
  };

  const close = () => setDialog(undefined);
  const tools = extra?.(list) ?? [];
  return (
    <div className={styles.screen} data-full={full}>
      <Boundary>
        <FilterBar list={list} />
        <Toolbar
          list={list}
          tabs={machine && !machine.toggle && <StateTabs list={list} machine={machine} />}
          extra={tools}
          full={full}
          onFull={setFull}
          onOpen={name => (name === 'add' ? setForm({ mode: 'add' }) : setDialog(name))}
        />
        <StaleNotice of={list.page} />
        <DatasetTable
          list={list}
          selected={selection.keys}
          onSelect={select}
          selectable={
            bulkSteps.length > 0 ||
            (['delete', 'batchDelete', 'batchUpdate', 'export'] as const).some(one => may(dataset, one))
          }
          actions={actions}
          opened={opened}
          onOpen={row => {
            setPart('fields');
            setOpened(old => (old === keyOf(dataset, row) ? undefined : keyOf(dataset, row)));
          }}
        />
        <ListFooter
          list={list}
          selection={selection}
          steps={bulkSteps}
          fits={step => noneKnownAgainst(step)}
          onStep={step => setTarget({ step, ...rowsOf(selection) })}
          onDelete={deleteSelected}
          onOpen={setDialog}
        />
      </Boundary>

      <DialogBoundary onClose={() => setOpened(undefined)}>
        <DetailDrawer
          dataset={dataset}
          opened={opened}
          actions={actions}
          part={part}
          onPart={setPart}
          onClose={() => setOpened(undefined)}
        />
      </DialogBoundary>
      {target && machine && (
        <DialogBoundary onClose={() => setTarget(undefined)}>
          <StepDialog
            dataset={dataset}
            machine={machine}
            target={target}
            rows={list.rows}
            onClose={left => {
              setTarget(undefined);
              // Those that are left stay selected.
              if (left && !target.row) select([...left]);
            }}
          />
        </DialogBoundary>
      )}
      {form && (
        <DialogBoundary onClose={() => setForm(undefined)}>
          <FormDialog
            dataset={dataset}
            target={form}
            onClose={() => setForm(undefined)}
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
                      onTake={() => setForm(undefined)}
                    />
                  )}
                </>
              ),
            })}
          />
        </DialogBoundary>
      )}
      <DialogBoundary onClose={close}>
        {dialog === 'columns' && (
          <ColumnChooser
            dataset={dataset}
            columns={list.preferences.columns}
            onChange={columns => list.preferences.change({ columns })}
            onClose={close}
          />
        )}
        {(dialog === 'import' || dialog === 'batchUpdate') && (
          <ImportDialog dataset={dataset} purpose={dialog} onClose={close} />
        )}
        {dialog === 'export' && <ExportDialog list={list} onClose={close} />}
        {dialog === 'exportSelected' && (
          <ExportDialog list={list} selected={selection.all ? undefined : selection.keys} onClose={close} />
        )}
        {dialog === 'batchSet' && <BatchSetDialog dataset={dataset} selection={selection} onClose={close} />}
        {(dialog === 'exportFields' || dialog === 'template') && (
          <FieldChoiceDialog dataset={dataset} purpose={dialog} onClose={close} />
        )}
        {dialog === 'trash' && <TrashDrawer list={list} onClose={close} />}
        {dialog === 'batchDelete' && (
          <BatchDeleteDialog
            dataset={dataset}
            selected={selection.all ? [] : selection.keys}
            onClose={close}
          />
        )}
      </DialogBoundary>
      {tools.map(
        tool =>
          tool.dialog && (
            <Boundary key={tool.key}>
              <Suspense>{tool.dialog}</Suspense>
            </Boundary>
          ),
      )}
    </div>
  );
}
