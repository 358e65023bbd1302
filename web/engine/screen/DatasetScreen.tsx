import type { AnyDataset, Dataset } from '@yikao/model/kernel/dataset.ts';
import type { FieldMap } from '@yikao/model/kernel/field.ts';
import type { Step } from '@yikao/model/kernel/steps.ts';
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { CodeSuspense } from '../../loading/CodeSuspense.tsx';
import { laterCode } from '../../loading/later-code.ts';
import { may, permitted, seenHere } from '../access/may.ts';
import { BackCloses } from '../boundary/BackCloses.tsx';
import { Boundary } from '../boundary/Boundary.tsx';
import { DialogBoundary } from '../boundary/DialogBoundary.tsx';
import { StaleNotice } from '../boundary/StaleNotice.tsx';
import { type FieldOverrides, FieldOverridesProvider } from '../field-overrides.ts';
import { FieldServicesProvider } from '../field-services.tsx';
import { FilterBar } from '../filter/FilterBar.tsx';
import type { FormTarget } from '../form/use-form-controller.ts';
import { useFileDrop } from '../layout/use-file-drop.ts';
import { useOnceTrue } from '../layout/use-once-true.ts';
import { DatasetTable } from '../list/DatasetTable.tsx';
import { ListFooter } from '../list/ListFooter.tsx';
import type { Selected } from '../list/selected.ts';
import { type ListController, useListController } from '../list/use-list-controller.ts';
import { type Selection, useSelection } from '../list/use-selection.ts';
import { useSummary } from '../list/use-summary.ts';
import type { DetailPart } from '../row/RowDetails.tsx';
import { keyOf } from '../row/row-key.ts';
import { useRowActions } from '../row/use-row-actions.ts';
import type { StepTarget } from '../steps/use-step-call.ts';
import { dangerLast, fits, useSteps } from '../steps/use-steps.ts';
import { PageHeading } from '../tab/PageHeading.tsx';
import styles from './DatasetScreen.module.css';
import type { DialogName } from './dialog-name.ts';
import shortcuts from './ListShortcuts.module.css';
import { SkipLinks } from './ListShortcuts.tsx';
import { ListTabs } from './ListTabs.tsx';
import { firstTool, useListTools } from './list-tools.tsx';
import { ScreenDialogs } from './ScreenDialogs.tsx';
import type { ScreenParts } from './screen-parts.ts';
import { Toolbar } from './Toolbar.tsx';
import { useAskedDialog } from './use-asked-dialog.ts';
import { useDeleteSelected } from './use-delete-selected.ts';
import { useListKeys } from './use-list-keys.ts';
import { neighboursOf, useOpens } from './use-opens.ts';

const DetailDrawer = laterCode(() => import('../row/DetailDrawer.tsx'), 'DetailDrawer');
const DetailPane = laterCode(() => import('../row/DetailPane.tsx'), 'DetailPane');
const ShortcutsDialog = laterCode(() => import('./ShortcutsDialog.tsx'));

interface DatasetScreenProps<F extends FieldMap> extends ScreenParts<F> {
  readonly dataset: Dataset<string, F>;
}

const none: FieldOverrides = {};

/** Reports whether the person has one of the actions that every dataset offers for selected rows. */
function mayChangeMany(dataset: AnyDataset): boolean {
  return (['delete', 'batchDelete', 'batchUpdate', 'export'] as const).some(one => may(dataset, one));
}

/** The selected rows as a step takes them: by their numbers, or all that match, which is a job. */
function rowsOf({ all, keys, condition }: Selection): Omit<StepTarget, 'step' | 'row'> {
  return all ? { matching: { condition, total: all.total } } : { keys };
}

/** The screen of a dataset, generated from its declaration: filters, buttons, table, details, form and dialogs. */
export function DatasetScreen<F extends FieldMap>(props: DatasetScreenProps<F>) {
  // The actions only ever receive rows of the dataset; the engine handles all rows alike.
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
  formBeside,
  stepExtra,
  drawerTabs = [],
  bulkActions = [],
  onAdd,
  exportChoice,
  ...own
}: DatasetScreenProps<FieldMap>) {
  const dataset = seenHere(declared);
  const list = useListController(dataset);
  const rowKey = useCallback((row: FieldRecord) => keyOf(dataset, row), [dataset]);
  const selection = useSelection(list, rowKey);
  const summary = useSummary(list, selection, !ownSums);
  const deleteSelected = useDeleteSelected(dataset, selection);
  const stepsOf = useSteps(dataset);
  const { machine, steps } = stepsOf;
  const [target, setTarget] = useState<StepTarget>();
  const [part, setPart] = useState<DetailPart>('');
  const [form, setForm] = useState<FormTarget>();
  const [dialog, setDialog] = useState<DialogName>();
  const [dropped, setDropped] = useState<File>();
  const [full, setFull] = useFullScreen();
  const { place, opened } = list;
  const split = place === undefined && list.preferences.split;
  const opens = useOpens(list.open, selection.deselect, split, setForm, setPart);
  const actions = useRowActions(
    dataset,
    stepsOf,
    { rowActions: own.rowActions, drawerActions: own.drawerActions, column: own.actionColumn !== false },
    { ...opens, step: setTarget },
  );

  const selected: Selected = {
    ...selection,
    rows: list.rows.filter(row => selection.keys.includes(keyOf(dataset, row))),
  };
  const bulkSteps = dangerLast(steps.filter(step => step.bulk !== undefined));
  // Rows on other pages are unknown; one matching known row is enough.
  const noneKnownAgainst = (step: Step) =>
    selection.all !== undefined ||
    selected.rows.length < selection.keys.length ||
    selected.rows.some(row => fits(machine, step, row));

  const neighbours = neighboursOf(list.rows.map(rowKey), opened, list.open);
  const screen = useRef<HTMLDivElement>(null);
  const quiet = !form && !target && !dialog && list.changes === undefined;
  const add = onAdd ?? (() => setForm({ mode: 'add' }));
  const keys = useScreenKeys(list, { screen, quiet, actions, neighbours, onAdd: add });
  const drop = useSheetDrop(list, quiet, file => {
    setDropped(file);
    setDialog('import');
  });

  const openDialog = useAskedDialog(place, name => (name === 'add' ? add() : setDialog(name)));

  const tools = useListTools(list, openDialog, extra?.(list, selected));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the whole screen
    <div
      ref={screen}
      className={styles.screen}
      data-full={full}
      data-split={split}
      data-embedded={place !== undefined}
      onKeyDown={keys.onKeyDown}
      {...drop.on}
    >
      {place === undefined && <PageHeading />}
      {place === undefined && <SkipLinks screen={screen} />}
      {drop.sign}
      {keys.help}
      <Boundary>
        <FilterBar list={list} />
        <Toolbar
          list={list}
          tools={tools}
          full={full}
          tabs={<ListTabs list={list} machine={machine} />}
          onFull={setFull}
          onOpen={openDialog}
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
              selectable={bulkSteps.length + permitted(bulkActions).length > 0 || mayChangeMany(dataset)}
              actions={actions}
              opened={opened}
              first={firstTool(tools)}
              onOpen={row => {
                if (!split && part === 'history') setPart('');
                if (opened === keyOf(dataset, row)) list.close();
                else list.open(keyOf(dataset, row));
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
        <OpenedRow {...{ list, split, actions, neighbours, part }} tabs={drawerTabs} onPart={setPart} />
      </div>

      <ScreenDialogs
        list={list}
        selection={selection}
        actions={actions}
        formExtra={formExtra}
        formBeside={formBeside}
        stepExtra={stepExtra}
        target={target}
        onTarget={setTarget}
        form={form}
        onForm={setForm}
        dialog={dialog}
        exportChoice={exportChoice}
        dropped={dropped}
        onRow={key => {
          setPart('history');
          list.showChanges(undefined, key);
        }}
        onDialog={next => {
          setDropped(undefined);
          setDialog(next);
        }}
      />
      <ToolDialogs tools={tools} />
    </div>
  );
}

interface OpenedRowProps
  extends Pick<ComponentProps<typeof DetailDrawer>, 'actions' | 'tabs' | 'neighbours' | 'part' | 'onPart'> {
  readonly list: ListController;
  /** The details are beside the list, in place of a drawer over it. */
  readonly split: boolean;
}

/** The details of the opened row. */
function OpenedRow({ list, split, actions, tabs, neighbours, part, onPart }: OpenedRowProps) {
  const { opened } = list;
  const Details = split ? DetailPane : DetailDrawer;
  const detailed = useOnceTrue(opened !== undefined);
  return (
    <>
      {list.place !== undefined && opened !== undefined && <BackCloses onBack={() => list.open(undefined)} />}
      <DialogBoundary onClose={() => list.close()}>
        {(split || detailed) && (
          <Details
            dataset={list.dataset}
            opened={opened}
            actions={actions}
            tabs={tabs}
            neighbours={neighbours}
            part={part}
            onPart={onPart}
            onClose={() => list.close()}
          />
        )}
      </DialogBoundary>
    </>
  );
}

/** The open dialogs of a list's own tools. */
function ToolDialogs({ tools }: { readonly tools: ReturnType<typeof useListTools> }) {
  return (
    <>
      {tools.map(
        tool =>
          tool.dialog && (
            <Boundary key={tool.key}>
              <CodeSuspense>{tool.dialog}</CodeSuspense>
            </Boundary>
          ),
      )}
    </>
  );
}

interface ScreenKeys {
  readonly screen: RefObject<HTMLDivElement | null>;
  /** Nothing is open over the screen. */
  readonly quiet: boolean;
  readonly actions: ReturnType<typeof useRowActions>;
  readonly neighbours: ReturnType<typeof neighboursOf>;
  readonly onAdd: () => void;
}

/** The shortcuts of a list, with the dialog that explains them, and those for changing rows in the details. */
function useScreenKeys(list: ListController, { screen, quiet, actions, neighbours, onAdd }: ScreenKeys) {
  const { dataset, place } = list;
  const [helping, setHelping] = useState(false);
  useListKeys(screen, place === undefined && quiet, {
    open: list.open,
    edit:
      actions.edit &&
      (key => {
        const row = list.rows.find(one => keyOf(dataset, one) === key);
        if (row && actions.editable(row)) actions.edit?.(row);
      }),
    add: may(dataset, 'add') && dataset.form.length > 0 ? onAdd : undefined,
    help: () => setHelping(true),
  });
  return {
    help: helping && (
      <DialogBoundary onClose={() => setHelping(false)}>
        <ShortcutsDialog onClose={() => setHelping(false)} />
      </DialogBoundary>
    ),
    onKeyDown(event: KeyboardEvent) {
      const { previous, next } = neighbours;
      const go = event.key === 'ArrowUp' ? previous : event.key === 'ArrowDown' ? next : undefined;
      if (!go || !event.altKey || event.defaultPrevented || !quiet) return;
      event.preventDefault(); // the rows of the surrounding list stay in place
      go();
    },
  };
}

/** Imports a file dropped on the list, if the person may; its dialog asks for the kind. */
function useSheetDrop({ dataset, place }: ListController, quiet: boolean, onFile: (file: File) => void) {
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const takesFiles = place === undefined && quiet && dataset.excel !== undefined && may(dataset, 'import');
  const drop = useFileDrop(takesFiles ? onFile : undefined);
  return {
    on: drop.on,
    sign: drop.over && (
      <div className={shortcuts.drop}>{t('import.dropHere', { what: dataset.label[language] })}</div>
    ),
  };
}

/** Reports whether the screen covers the page; Escape leaves that. */
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
