import { limits } from '@yikao/model/limits.ts';
import { Skeleton, type TableColumnType } from 'antd';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldRecord } from '../../fields/field-view.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { LoadFailed } from '../boundary/LoadFailed.tsx';
import type { FixedValues } from '../hooks/list-place.ts';
import { useHeight } from '../hooks/use-height.ts';
import type { ListController } from '../hooks/use-list-controller.ts';
import { useSize } from '../hooks/use-size.ts';
import type { ListSummary } from '../hooks/use-summary.ts';
import { usePhone } from '../use-media.ts';
import { tableColumns } from './columns.tsx';
import styles from './DatasetTable.module.css';
import { type ActionRoom, actionColumnWidths, RowActions, type RowActionsOf } from './RowActions.tsx';
import { RowCards } from './RowCards.tsx';
import { DeferredRows, type RowTableActs, selectionWidth } from './RowTable.tsx';
import { summaryRowHeight, summedColumns } from './SummaryRow.tsx';

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

/** Pixels that the bar by which rows are scrolled may take beside them. */
const scrollbarWidth = 16;

/** Heights in pixels of the headings, and of a row. */
const headingHeight = 42;
const rowHeights = { roomy: 41, compact: 33 } as const;

/** Rows of a page that follows the height of the screen, however low that is. */
const leastRows = 5;

/** Whether all rows have one value, which a column would only repeat. */
function isOne(value: FixedValues[string]): boolean {
  return typeof value === 'object' ? value.length === 1 : value !== undefined;
}

/** The rows: the header stays, the action column stays right, the table takes the height that is left. */
export function DatasetTable(props: DatasetTableProps) {
  const { list, selected, selectable, actions, opened, summary } = props;
  const on = useActs(props);
  const { dataset, preferences, place, fixed } = list;
  const { t } = useTranslation('engine');
  const language = useLanguage();
  const phone = usePhone();
  const [frame, height] = useHeight<HTMLDivElement>();

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
  const frameWidth = useSize(frame, 'clientWidth');
  const fitting = frameWidth === 0 || frameWidth >= ownWidth + actionColumnWidths.whole + scrollbarWidth;
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
        <RowCards {...{ list, selected, selectable, actions, opened, frame, on }} />
      ) : (
        <DeferredRows
          {...{ list, columns, selectable, selected, opened, frame, on }}
          width={width}
          height={Math.max(120, height - headingHeight - sumHeight)}
          summary={sums}
        />
      )}
    </div>
  );
}

/** The doings of the table: functions that stay the same while what they act upon changes. */
function useActs(props: DatasetTableProps): RowTableActs {
  const now = useRef(props);
  useEffect(() => {
    now.current = props;
  });
  return useMemo(
    () => ({
      orderBy: sort => now.current.list.orderBy(sort),
      select: keys => now.current.onSelect(keys),
      open: row => now.current.onOpen(row),
      edit(row) {
        const { actions } = now.current;
        if (actions.editable(row)) actions.edit?.(row);
      },
    }),
    [],
  );
}
