import { tellsStates } from '@yikao/model/calls/step-calls.ts';
import type { Dataset } from '@yikao/model/kernel/dataset.ts';
import type { FieldMap } from '@yikao/model/kernel/field.ts';
import type { AnyMachine, Step } from '@yikao/model/kernel/steps.ts';
import { App } from 'antd';
import { type KeyboardEvent, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { notice } from '../api/notice.ts';
import { Boundary } from '../boundary/Boundary.tsx';
import { DialogBoundary } from '../boundary/DialogBoundary.tsx';
import { StaleNotice } from '../boundary/StaleNotice.tsx';
import { startBatchDelete } from '../calls/job-calls.ts';
import { type FieldOverrides, FieldOverridesProvider } from '../field-overrides.ts';
import { FieldServicesProvider } from '../field-services.tsx';
import { may, seenHere } from '../hooks/may.ts';
import type { Selected } from '../hooks/selected.ts';
import type { FormTarget } from '../hooks/use-form-controller.ts';
import { useJobStarted } from '../hooks/use-jobs.ts';
import { type ListController, useListController } from '../hooks/use-list-controller.ts';
import { useRemove } from '../hooks/use-remove.ts';
import { useRowActions } from '../hooks/use-row-actions.ts';
import { type Selection, useSelection } from '../hooks/use-selection.ts';
import { useSummary } from '../hooks/use-summary.ts';
import { StateTabs } from '../steps/StateTabs.tsx';
import type { StepTarget } from '../steps/use-step-call.ts';
import { fits, useSteps } from '../steps/use-steps.ts';
import styles from './DatasetScreen.module.css';
import { DatasetTable, keyOf } from './DatasetTable.tsx';
import { DetailDrawer } from './DetailDrawer.tsx';
import { DetailPane } from './DetailPane.tsx';
import type { DialogName } from './dialog-name.ts';
import { FilterBar } from './FilterBar.tsx';
import { HeaderTabs } from './HeaderTabs.tsx';
import { ListFooter } from './ListFooter.tsx';
import type { DetailPart } from './RowDetails.tsx';
import { ScreenDialogs } from './ScreenDialogs.tsx';
import type { ScreenParts } from './screen-parts.ts';
import { Toolbar } from './Toolbar.tsx';

interface DatasetScreenProps<F extends FieldMap> extends ScreenParts<F> {
  readonly dataset: Dataset<string, F>;
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

function Screen({
  dataset: declared,
  extra,
  aside,
  footer,
  ownSums = false,
  formExtra,
  stepExtra,
  drawerTabs = [],
  bulkActions = [],
  ...own
}: DatasetScreenProps<FieldMap>) {
  const dataset = seenHere(declared);
  const { t } = useTranslation('engine');
  const { modal } = App.useApp();
  const list = useListController(dataset);
  const remove = useRemove(dataset);
  const rowKey = useCallback((row: FieldRecord) => keyOf(dataset, row), [dataset]);
  const selection = useSelection(list, rowKey);
  const summary = useSummary(list, selection, !ownSums);
  const started = useJobStarted();
  const stepsOf = useSteps(dataset);
  const { machine, steps } = stepsOf;
  const [target, setTarget] = useState<StepTarget>();
  const [part, setPart] = useState<DetailPart>('fields');
  const [form, setForm] = useState<FormTarget>();
  const [dialog, setDialog] = useState<DialogName>();
  const [full, setFull] = useFullScreen();
  const { place, opened } = list;
  const split = place === undefined && list.preferences.split;
  const opens = useOpens(list.open, selection.deselect, split, setForm, setPart);
  const actions = useRowActions(
    dataset,
    stepsOf,
    {
      rowActions: own.rowActions,
      drawerActions: own.drawerActions,
      column: own.actionColumn !== false,
    },
    { ...opens, step: setTarget },
  );

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

  const selected: Selected = {
    ...selection,
    rows: list.rows.filter(row => selection.keys.includes(keyOf(dataset, row))),
  };
  const bulkSteps = steps.filter(step => step.bulk !== undefined);
  // Rows of other pages are not known here; of those that are, one that fits is enough.
  const noneKnownAgainst = (step: Step) =>
    selection.all !== undefined ||
    selected.rows.length < selection.keys.length ||
    selected.rows.some(row => fits(machine, step, row));

  const neighbours = neighboursOf(list.rows.map(rowKey), opened, list.open);
  const onKeyDown = (event: KeyboardEvent) => {
    const go =
      event.key === 'ArrowUp' ? neighbours.previous : event.key === 'ArrowDown' ? neighbours.next : undefined;
    if (!go || !event.altKey || event.defaultPrevented || form || target || dialog) return;
    event.preventDefault(); // the rows of the list around this one stay where they are
    go();
  };

  const tools = extra?.(list, selected) ?? [];
  const Details = split ? DetailPane : DetailDrawer;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in the details, for the whole screen
    <div
      className={styles.screen}
      data-full={full}
      data-split={split}
      data-embedded={place !== undefined}
      onKeyDown={onKeyDown}
    >
      <Boundary>
        <FilterBar list={list} />
        <Toolbar
          list={list}
          extra={tools}
          full={full}
          tabs={<ListTabs list={list} machine={machine} />}
          onFull={setFull}
          onOpen={name => (name === 'add' ? setForm({ mode: 'add' }) : setDialog(name))}
        />
        <StaleNotice of={list.page} />
      </Boundary>
      <div className={styles.sides} data-aside={aside !== undefined}>
        {aside && <Boundary>{aside(list)}</Boundary>}
        <div className={styles.rows}>
          <Boundary>
            <DatasetTable
              list={list}
              selected={selection.keys}
              onSelect={selection.select}
              selectable={
                bulkSteps.length + bulkActions.length > 0 ||
                (['delete', 'batchDelete', 'batchUpdate', 'export'] as const).some(one => may(dataset, one))
              }
              actions={actions}
              opened={opened}
              onOpen={row => {
                if (!split && part === 'history') setPart('fields');
                list.open(opened === keyOf(dataset, row) ? undefined : keyOf(dataset, row));
              }}
              summary={summary}
            />
            {footer?.(list, selected)}
            <ListFooter
              list={list}
              selected={selected}
              actions={bulkActions}
              steps={bulkSteps}
              fits={noneKnownAgainst}
              onStep={step => setTarget({ step, ...rowsOf(selection) })}
              onDelete={deleteSelected}
              onOpen={setDialog}
            />
          </Boundary>
        </div>
        <DialogBoundary onClose={() => list.open(undefined)}>
          <Details
            dataset={dataset}
            opened={opened}
            actions={actions}
            tabs={drawerTabs}
            neighbours={neighbours}
            part={part}
            onPart={setPart}
            onClose={() => list.open(undefined)}
          />
        </DialogBoundary>
      </div>

      <ScreenDialogs
        list={list}
        selection={selection}
        actions={actions}
        formExtra={formExtra}
        stepExtra={stepExtra}
        target={target}
        onTarget={setTarget}
        form={form}
        onForm={setForm}
        dialog={dialog}
        onDialog={setDialog}
      />
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

/** What stands above the list to choose from: the states of its rows, or the kinds of its headers. */
function ListTabs({
  list,
  machine,
}: {
  readonly list: ListController;
  readonly machine: AnyMachine | undefined;
}) {
  const { dataset, place, fixed } = list;
  if (machine && !machine.toggle && tellsStates(dataset, machine) && !Object.hasOwn(fixed, machine.field)) {
    return <StateTabs list={list} machine={machine} />;
  }
  if (place || (dataset.excel?.headers.length ?? 0) === 0) return null;
  return <HeaderTabs list={list} />;
}

/** Whether the screen covers the page; Escape leaves that. */
function useFullScreen(): [boolean, (full: boolean) => void] {
  const [full, setFull] = useState(false);
  useEffect(() => {
    if (!full) return;
    const leave = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) setFull(false);
    };
    window.addEventListener('keydown', leave);
    return () => window.removeEventListener('keydown', leave);
  }, [full]);
  return [full, setFull];
}

/** What the actions of a row open: functions that stay the same while what they act upon changes. */
function useOpens(
  open: (key: number | undefined) => void,
  deselect: (key: number) => void,
  split: boolean,
  setForm: (target: FormTarget) => void,
  setPart: (part: DetailPart) => void,
) {
  const now = useRef({ open, deselect, split });
  useEffect(() => {
    now.current = { open, deselect, split };
  });
  const form = useCallback(
    (target: FormTarget) => {
      // A drawer makes way for the form; what stands beside the list is in nobody's way.
      if (!now.current.split) now.current.open(undefined);
      setForm(target);
    },
    [setForm],
  );
  const history = useCallback(
    (key: number) => {
      setPart('history');
      now.current.open(key);
    },
    [setPart],
  );
  const removed = useCallback((key: number) => {
    now.current.open(undefined);
    now.current.deselect(key);
  }, []);
  return { form, history, removed };
}

/** The rows before and after the opened one on the page that is shown. */
function neighboursOf(
  keys: readonly number[],
  opened: number | undefined,
  open: (key: number | undefined) => void,
) {
  const at = opened === undefined ? -1 : keys.indexOf(opened);
  const to = (key: number | undefined) => (at === -1 || key === undefined ? undefined : () => open(key));
  return { previous: to(keys[at - 1]), next: to(keys[at + 1]) };
}
