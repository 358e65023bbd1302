import type { Page } from '@yikao/model/calls/envelope.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { limits } from '@yikao/model/limits.ts';
import { useState } from 'react';
import type { FieldRecord, FilterValues } from '../../fields/field-view.ts';
import { i18n } from '../../i18n/i18n.ts';
import { notice } from '../api/notice.ts';
import { listTrash, restoreRows } from '../calls/history-calls.ts';
import { refreshRows } from '../calls/refresh-rows.ts';
import { type Kept, useKept } from '../layout/use-kept.ts';

/** The trash of a dataset without its looks. */
export interface TrashController {
  readonly rows: readonly FieldRecord[];
  readonly total: number;
  readonly current: number;
  readonly loading: boolean;
  /** The loaded page, with the state of loading a newer one. */
  readonly page: Kept<Page<FieldRecord>>;
  readonly restoring: boolean;
  goTo(current: number): void;
  /** Brings rows back; true when that is done. A refusal has been shown. */
  restore(ids: readonly number[]): Promise<boolean>;
}

/** Controls the trash of `dataset`, limited to rows that match `filters`. */
export function useTrash(dataset: AnyDataset, filters: FilterValues): TrashController {
  const [current, setCurrent] = useState(1);
  const [restoring, setRestoring] = useState(false);
  const query = { ...filters, current, size: limits.pageSize };
  const page = useKept({
    queryKey: ['trash', dataset.name, query],
    queryFn: ({ signal }) => listTrash(dataset, query, signal),
  });
  const { data } = page;
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / limits.pageSize));
  if (data && !page.stale && !page.error && current > last) setCurrent(last);
  return {
    rows: data?.records ?? [],
    total: data?.total ?? 0,
    current,
    loading: page.loading,
    page,
    restoring,
    goTo: setCurrent,
    async restore(ids) {
      setRestoring(true);
      try {
        await restoreRows(dataset, ids);
      } catch {
        return false; // the call has already shown the reason
      } finally {
        setRestoring(false);
      }
      notice.success(i18n.t('trust:trash.restored'));
      await refreshRows(dataset);
      return true;
    },
  };
}
