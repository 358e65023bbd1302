import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { limits } from '@yikao/model/limits.ts';
import { Skeleton, Table, type TableColumnType } from 'antd';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { LoadFailed } from '../boundary/LoadFailed.tsx';
import type { FixedValues } from '../hooks/list-place.ts';
import { useHeaderScroll } from '../hooks/use-header-scroll.ts';
import { useHeight } from '../hooks/use-height.ts';
import { useIsAsWide } from '../hooks/use-is-as-wide.ts';
import type { ListController } from '../hooks/use-list-controller.ts';
import { useScrollFocus } from '../hooks/use-scroll-focus.ts';
import type { ListSummary } from '../hooks/use-summary.ts';
import { usePhone } from '../use-media.ts';
import { tableColumns } from './columns.tsx';
import styles from './DatasetTable.module.css';
import { EmptyList } from './EmptyList.tsx';
import { type ActionRoom, actionColumnWidths, RowActions, type RowActionsOf } from './RowActions.tsx';
import { RowCards } from './RowCards.tsx';
import { summaryRowHeight, summaryRows, summedColumns } from './SummaryRow.tsx';

interface DatasetTableProps {
  readonly list: ListController;
  readonly selected: readonly number[];
  readonly onSelect: (keys: number[]) => void;
  /** Left out where nothing can be done with selected rows. */
  readonly selectable: boolean;
  readonly actions: RowActionsOf;
  readonly onOpen: (row: FieldRecord) => void;
  /** The row whose details stand open. */
  readonly opened: number | undefined;
  /** The sums beneath the rows. */
  readonly summary: ListSummary | undefined;
}

const selectionWidth = 44;

/** Pixels that the bar by which rows are scrolled may take beside them. */
const scrollbarWidth = 16;

/** Heights in pixels of the headings, and of a row. */
const headingHeight = 42;
const rowHeights = { roomy: 41, compact: 33 } as const;

/** Rows of a page that follows the height of the screen, however low that is. */
const leastRows = 5;

/** Number of a row. */
export function keyOf(dataset: AnyDataset, row: FieldRecord): number {
  return Number(row[dataset.key]);
}

/** Whether all rows have one value, which a column would only repeat. */
function isOne(value: FixedValues[string]): boolean {
  return typeof value === 'object' ? value.length === 1 : value !== undefined;
}

/**
 * The column that shows how rows hang under each other: their name, beside which a step inwards can be seen. Where rows
 * can be selected the table counts that column as well, and takes one off again.
 */
function branchColumn(
  { identity }: AnyDataset,
  columns: readonly TableColumnType<FieldRecord>[],
  selectable: boolean,
): number {
  const name = Math.max(
    0,
    columns.findIndex(({ key }) => key === identity?.name),
  );
  return selectable ? name + 2 : name;
}

/** The rows: the header stays, the action column stays right, the table takes the height that is left. */
export function DatasetTable(props: DatasetTableProps) {
  const { list, selected, onSelect, selectable, actions, onOpen, opened, summary } = props;
  const { dataset, preferences, place, fixed } = list;
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const phone = usePhone();
  const [frame, height] = useHeight<HTMLDivElement>();
  useScrollFocus(frame, dataset.label[language]);
  useHeaderScroll(frame);

  // Of as many rows as the frame holds; a sum or a further line of headings takes its place of them.
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

  const own = useMemo(
    () =>
      tableColumns(
        dataset,
        // What all rows share is said once, by where the list stands.
        preferences.columns.filter(({ name }) => !isOne(fixed[name])),
        list.sort,
        language,
      ),
    [dataset, preferences.columns, list.sort, language, fixed],
  );
  const ownWidth = own.reduce((sum, column) => sum + column.width, selectable ? selectionWidth : 0);
  // The columns come first: their actions make room where one of them would have to hide.
  const fitting = useIsAsWide(frame, ownWidth + actionColumnWidths.whole + scrollbarWidth);
  const actionRoom: ActionRoom =
    phone || place !== undefined || preferences.split ? 'folded' : fitting ? 'whole' : 'narrow';
  const columns = useMemo((): (TableColumnType<FieldRecord> & { width: number })[] => {
    if (!actions.any) return own;
    return [
      ...own,
      {
        key: 'actions',
        title: t('list.actions'),
        width: actionColumnWidths[actionRoom],
        fixed: 'end' as const,
        render: (_: unknown, row: FieldRecord) => (
          <RowActions row={row} actions={actions} room={actionRoom} />
        ),
      },
    ];
  }, [own, actions, actionRoom, t]);
  const width = ownWidth + (actions.any ? actionColumnWidths[actionRoom] : 0);

  const sums = summary && summedColumns(dataset, columns).length > 0 ? summary : undefined;
  const sumHeight = sums ? (sums.selected ? 2 : 1) * summaryRowHeight : 0;

  return (
    <div
      ref={frame}
      className={styles.frame}
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
        <RowCards {...{ list, selected, onSelect, selectable, actions, onOpen, opened }} />
      ) : (
        <Table<FieldRecord>
          rowKey={row => keyOf(dataset, row)}
          size="small"
          tableLayout="fixed"
          columns={columns}
          dataSource={[...list.rows]}
          pagination={false}
          showSorterTooltip={false}
          scroll={{ x: width, y: Math.max(120, height - headingHeight - sumHeight) }}
          {...(sums && {
            summary: () =>
              summaryRows({
                dataset,
                columns,
                selectable,
                summary: sums,
                labels: {
                  all: t('list.sum'),
                  selected: t('list.sumSelected', { count: selected.length }),
                },
              }),
          })}
          locale={{ emptyText: <EmptyList list={list} /> }}
          onChange={(_, __, sorter) => {
            const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
            list.orderBy(order ? `${order === 'descend' ? '-' : ''}${String(columnKey)}` : undefined);
          }}
          rowClassName={row => (keyOf(dataset, row) === opened ? (styles.opened ?? '') : '')}
          onRow={row => ({
            onClick: () => {
              // Marking a text to copy it ends with a click too.
              if (window.getSelection()?.toString() === '') onOpen(row);
            },
            onDoubleClick: () => actions.editable(row) && actions.edit?.(row),
          })}
          {...(dataset.parent !== undefined && {
            expandable: { expandIconColumnIndex: branchColumn(dataset, columns, selectable) },
          })}
          {...(selectable && {
            rowSelection: {
              columnWidth: selectionWidth,
              fixed: true,
              selectedRowKeys: [...selected],
              preserveSelectedRowKeys: true,
              onChange: keys => onSelect(keys.map(Number)),
              getTitleCheckboxProps: () => ({ 'aria-label': t('list.selectPage') }),
              getCheckboxProps: row => ({ 'aria-label': t('list.selectRow', { id: keyOf(dataset, row) }) }),
            },
          })}
        />
      )}
    </div>
  );
}
