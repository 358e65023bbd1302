import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { limits } from '@yikao/model/limits.ts';
import { Skeleton, type TableColumnType } from 'antd';
import { type CSSProperties, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { CodeSuspense } from '../../loading/CodeSuspense.tsx';
import { laterCode } from '../../loading/later-code.ts';
import { Boundary } from '../boundary/Boundary.tsx';
import { LoadFailed } from '../boundary/LoadFailed.tsx';
import { RowCards } from '../cards/RowCards.tsx';
import { type Cells, useCells } from '../cell/use-cells.ts';
import { useFieldOverrides } from '../field-overrides.ts';
import { useHeight } from '../layout/use-height.ts';
import { useSize } from '../layout/use-size.ts';
import { type ActionRoom, actionColumnWidths, RowActions, type RowActionsOf } from '../row/RowActions.tsx';
import { usePhone } from '../use-media.ts';
import { tableColumns } from './columns.tsx';
import styles from './DatasetTable.module.css';
import type { FirstStep } from './EmptyList.tsx';
import { frozenColumns, titleColumns } from './list-columns.ts';
import type { FixedValues } from './list-place.ts';
import { DeferredRows, type RowTableActs, selectionWidth } from './RowTable.tsx';
import { summaryRowHeight, summedColumns } from './SummaryRow.tsx';
import type { ListController } from './use-list-controller.ts';
import type { ListSummary } from './use-summary.ts';

const CellEditor = laterCode(() => import('../cell/CellEditor.tsx'));

interface DatasetTableProps {
  readonly list: ListController;
  readonly selected: readonly number[];
  readonly onSelect: (keys: number[]) => void;
  /** Omitted if selected rows have no actions. */
  readonly selectable: boolean;
  readonly actions: RowActionsOf;
  readonly onOpen: (row: FieldRecord) => void;
  /** The row whose details are open. */
  readonly opened: number | undefined;
  /** The sums below the rows. */
  readonly summary: ListSummary | undefined;
  /** Makes the first rows; undefined if the person may not. */
  readonly first: FirstStep | undefined;
}

/** Width of a vertical scrollbar in pixels. */
const scrollbarWidth = 16;

/** Heights in pixels of the headings, and of a row. */
const headingHeight = 42;
const rowHeights = { roomy: 41, compact: 33 } as const;

/** Rows of a page that follows the height of the screen, however low that is. */
const leastRows = 5;

/** Reports whether all rows have one value, which a column would only repeat. */
function isOne(value: FixedValues[string]): boolean {
  return typeof value === 'object' ? value.length === 1 : value !== undefined;
}

/** The rows: the header stays, the action column stays right, the table takes the height that is left. */
export function DatasetTable(props: DatasetTableProps) {
  const { list, selected, selectable, actions, opened, summary, first } = props;
  const { dataset, preferences, place, fixed } = list;
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const phone = usePhone();
  const [frame, height] = useHeight<HTMLDivElement>();

  // As many rows as the frame holds, less the height of sums and of a second line of headings.
  const room = Math.floor(
    (height - headingHeight) / (preferences.compact ? rowHeights.compact : rowHeights.roomy),
  );
  const fits = preferences.fit && place === undefined && !phone && height > 0;
  const wanted = Math.min(Math.max(room, leastRows), limits.pageSizeMax);
  const { fitTo, size } = list;
  const follow = useEffectEvent(() => fitTo(wanted));
  useEffect(() => {
    if (fits && size !== wanted) follow();
  }, [fits, size, wanted]);

  const { widths } = useFieldOverrides();
  const own = useMemo(
    () =>
      tableColumns(
        dataset,
        // A value shared by all rows is shown once, by the list's surroundings.
        preferences.columns.filter(({ name }) => !isOne(fixed[name])),
        list.sort,
        language,
        widths,
      ),
    [dataset, preferences.columns, list.sort, language, fixed, widths],
  );
  const frameWidth = useSize(frame, 'clientWidth');
  const { kept, keptWidth, titles } = useKept(dataset, own, selectable, frameWidth);
  const cells = useCells(list, actions, props.onOpen, titles);
  const on = useActs(props, cells);
  const ownWidth = own.reduce((sum, column) => sum + column.width, selectable ? selectionWidth : 0);
  // The most important columns take precedence: actions are folded if one of them would be hidden.
  const lastPoint = own.findLastIndex(({ key }) => dataset.list.point.includes(String(key)));
  const wanting = own.slice(lastPoint + 1).reduce((rest, { width: one }) => rest - one, ownWidth);
  const needed = lastPoint === -1 ? ownWidth : wanting;
  const fitting = frameWidth === 0 || frameWidth >= needed + actionColumnWidths.whole + scrollbarWidth;
  const actionRoom: ActionRoom =
    phone || place !== undefined || preferences.split ? 'folded' : fitting ? 'whole' : 'narrow';
  const columns = useMemo((): (TableColumnType<FieldRecord> & { width: number })[] => {
    if (!actions.any) return kept;
    return [
      ...kept,
      {
        key: 'actions',
        title: t('list.actions'),
        width: actionColumnWidths[actionRoom],
        fixed: 'end' as const,
        onCell: () => ({ role: 'cell' }),
        render: (_: unknown, row: FieldRecord) => (
          <RowActions row={row} actions={actions} room={actionRoom} />
        ),
      },
    ];
  }, [kept, actions, actionRoom, t]);
  const width = ownWidth + (actions.any ? actionColumnWidths[actionRoom] : 0);

  const sums = summary && summedColumns(dataset, columns).length > 0 ? summary : undefined;
  const sumHeight = sums ? (sums.selected ? 2 : 1) * summaryRowHeight : 0;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the cells in it
    <div
      ref={frame}
      className={styles.frame}
      style={{ '--kept': `${keptWidth}px` } as CSSProperties} // a property of our own, which its style reads
      onKeyDown={cells.onKeyDown}
      onPointerOver={event => cells.mark(event.target)}
      onPointerDownCapture={() => {
        cells.pressed.current = cells.edits.some(({ stage }) => stage === 'open');
      }}
      data-compact={preferences.compact}
      data-stale={list.stale}
      aria-busy={list.page.stale}
    >
      {list.page.error && !list.page.data ? (
        <LoadFailed of={list.page} />
      ) : list.loading ? (
        <Skeleton
          className={styles.skeleton ?? ''}
          active
          title={false}
          paragraph={{ rows: 10, width: '100%' }}
        />
      ) : phone && place === undefined ? (
        <RowCards {...{ list, selected, selectable, actions, opened, frame, first, on }} />
      ) : (
        <DeferredRows
          {...{ list, columns, selectable, selected, opened, frame, first, on }}
          width={width}
          height={Math.max(120, height - headingHeight - sumHeight)}
          summary={sums}
        />
      )}
      {cells.edits.length > 0 && (
        <Boundary>
          <CodeSuspense>
            {cells.edits.map(edit => (
              <CellEditor
                key={edit.id}
                {...{ dataset, row: edit.row, name: edit.name, at: edit.at, early: cells.early }}
                held={cells.isHeld(edit)}
                onLeave={after => cells.leave(edit, after)}
                onTrouble={() => cells.keep(edit)}
                onSaved={(...saved) => cells.saved(edit, ...saved)}
                onClose={after => cells.close(edit, after)}
                onForm={start => cells.toForm(edit, start)}
              />
            ))}
          </CodeSuspense>
        </Boundary>
      )}
    </div>
  );
}

/** A column as `tableColumns` makes it. */
type OwnColumn = ReturnType<typeof tableColumns>[number];

const widthOf = (columns: readonly OwnColumn[]) => columns.reduce((sum, { width }) => sum + width, 0);

/** The columns, with those that name a row, `titles`, kept at the left where they leave room; the width of all that stay. */
function useKept(dataset: AnyDataset, own: OwnColumn[], selectable: boolean, frameWidth: number) {
  const names = own.map(({ key }) => String(key));
  const titles = titleColumns(dataset, names);
  const before = selectable ? selectionWidth : 0;
  const pinned = widthOf(own.filter(({ fixed }) => fixed !== undefined));
  const free = own.flatMap(({ width, fixed }, at): [string, number, number][] => {
    const left = before + widthOf(own.slice(0, at));
    return fixed === undefined && titles.includes(names[at] ?? '') ? [[names[at] ?? '', width, left]] : [];
  });
  const frozen = frozenColumns(free, before + pinned, frameWidth).join();
  // The same columns while the width of the list changes: rendering the rows again is slow.
  const kept = useMemo(() => {
    if (frozen === '') return own;
    const stay = frozen.split(',');
    return own.map(column =>
      stay.includes(String(column.key)) ? { ...column, fixed: 'start' as const } : column,
    );
  }, [own, frozen]);
  return { kept, titles, keptWidth: before + widthOf(kept.filter(({ fixed }) => fixed !== undefined)) };
}

/** The table's actions: functions that stay stable while their data changes. */
function useActs(props: DatasetTableProps, cells: Cells): RowTableActs {
  const now = useRef({ ...props, cells });
  useEffect(() => {
    now.current = { ...props, cells };
  });
  return useMemo(
    () => ({
      orderBy: sort => now.current.list.orderBy(sort),
      select: keys => now.current.onSelect(keys),
      open(row) {
        if (!now.current.cells.pressed.current) now.current.onOpen(row);
      },
      press(row, target) {
        const { cells, onOpen } = now.current;
        if (!cells.pressed.current && !(target && cells.select(target))) onOpen(row);
      },
      edit: (row, target) => now.current.cells.edit(row, target),
    }),
    [],
  );
}
