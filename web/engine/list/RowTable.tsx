import { Table, type TableColumnType } from 'antd';
import { memo, type ReactNode, type RefObject, useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { useHeaderScroll } from '../layout/use-header-scroll.ts';
import { useOneTable } from '../layout/use-one-table.ts';
import { useScrollFocus } from '../layout/use-scroll-focus.ts';
import { useSinglePress } from '../layout/use-single-press.ts';
import { keyOf } from '../row/row-key.ts';
import styles from './DatasetTable.module.css';
import { EmptyList, type EmptyListProps } from './EmptyList.tsx';
import { RowSlices, SlicedRow } from './RowSlices.tsx';
import { summaryRows } from './SummaryRow.tsx';
import { tableParts } from './table-parts.tsx';
import type { ListController } from './use-list-controller.ts';
import type { ListSummary } from './use-summary.ts';

/** Actions of a table; stable functions. */
export interface RowTableActs {
  readonly orderBy: (sort: string | undefined) => void;
  readonly select: (keys: number[]) => void;
  /** Opens the details of a row, or closes them. */
  readonly open: (row: FieldRecord) => void;
  /** Acts on a press on a row: selects the cell that `target` lies in, or opens the row's details. */
  readonly press: (row: FieldRecord, target: EventTarget | null) => void;
  /** Edits a row, if its state and the person's permission allow it: the cell that `target` lies in, or its form. */
  readonly edit: (row: FieldRecord, target: EventTarget) => void;
}

interface RowTableProps {
  readonly dataset: ListController['dataset'];
  readonly rows: readonly FieldRecord[];
  readonly columns: TableColumnType<FieldRecord>[];
  readonly selectable: boolean;
  readonly selected: readonly number[];
  readonly opened: number | undefined;
  /** Around the table. */
  readonly frame: RefObject<HTMLDivElement | null>;
  /** Width of all columns, and the available height for rows, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly summary: ListSummary | undefined;
  /** Shown in place of rows if there are none. */
  readonly empty: ReactNode;
  readonly on: RowTableActs;
}

/** Pixels of the column of checkboxes. */
export const selectionWidth = 44;

const withRows = { table: tableParts.table, header: tableParts.head, body: { row: SlicedRow } };
/** The parts of a table without rows: one row with one cell. */
const withoutRows = { ...withRows, body: tableParts.placeholder };

const selectionCell = () => ({ role: 'cell' });

/**
 * The column that shows the tree: the row's name, with indentation. If rows can be selected, the table counts that
 * column too, and subtracts one again.
 */
function branchColumn(
  { identity }: RowTableProps['dataset'],
  columns: readonly TableColumnType<FieldRecord>[],
  selectable: boolean,
): number {
  const name = Math.max(
    0,
    columns.findIndex(({ key }) => key === identity?.name),
  );
  return selectable ? name + 2 : name;
}

/** The table of a list. Memoised, since rendering many rows is slow. */
const RowTable = memo((props: RowTableProps) => {
  const { dataset, rows, columns, selectable, selected, opened, frame, width, height, summary, on } = props;
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const presses = useSinglePress();
  useScrollFocus(frame, dataset.label[language], 'rowgroup');
  useHeaderScroll(frame);
  useOneTable(frame, dataset.label[language]);
  const keys = useMemo(() => rows.map(row => keyOf(dataset, row)), [dataset, rows]);
  return (
    <RowSlices keys={keys} frame={frame}>
      <Table<FieldRecord>
        rowKey={row => keyOf(dataset, row)}
        size="small"
        tableLayout="fixed"
        components={rows.length > 0 ? withRows : withoutRows}
        columns={columns}
        dataSource={[...rows]}
        pagination={false}
        showSorterTooltip={false}
        scroll={{ x: width, y: height }}
        {...(summary && {
          summary: () =>
            summaryRows({
              dataset,
              columns,
              selectable,
              summary,
              labels: {
                all: t('list.sum'),
                selected: t('list.sumSelected', { count: selected.length }),
              },
            }),
        })}
        locale={{ emptyText: props.empty }}
        onChange={(_, __, sorter) => {
          const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
          on.orderBy(order ? `${order === 'descend' ? '-' : ''}${String(columnKey)}` : undefined);
        }}
        rowClassName={row => (keyOf(dataset, row) === opened ? (styles.opened ?? '') : '')}
        onRow={row => ({
          onClick: event => {
            // Marking a text to copy it ends with a click too.
            const { target } = event;
            if (window.getSelection()?.toString() === '')
              presses.press(event.detail, () => on.press(row, target));
          },
          onDoubleClick: event => {
            presses.cancel();
            on.edit(row, event.target);
          },
        })}
        {...(dataset.parent !== undefined && {
          expandable: { expandIconColumnIndex: branchColumn(dataset, columns, selectable) },
        })}
        {...(selectable && {
          rowSelection: {
            columnWidth: selectionWidth,
            onCell: selectionCell,
            fixed: true,
            selectedRowKeys: [...selected],
            preserveSelectedRowKeys: true,
            onChange: keys => on.select(keys.map(Number)),
            getTitleCheckboxProps: () => ({ 'aria-label': t('list.selectPage') }),
            getCheckboxProps: row => ({ 'aria-label': t('list.selectRow', { id: keyOf(dataset, row) }) }),
          },
        })}
      />
    </RowSlices>
  );
});

/**
 * The rows of a list as a table. Another page's rows are rendered in the background in small pieces; the previous rows
 * stay until then.
 */
export function DeferredRows({
  list,
  first,
  ...table
}: EmptyListProps & Omit<RowTableProps, 'dataset' | 'rows' | 'empty'>) {
  const rows = useDeferredValue(list.rows);
  return (
    <RowTable
      {...table}
      dataset={list.dataset}
      rows={rows}
      empty={rows.length === 0 ? <EmptyList list={list} first={first} /> : null}
    />
  );
}
