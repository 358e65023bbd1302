import { useQuery } from '@tanstack/react-query';
import type { OrderedRow } from '@yikao/model/contexts/shared/ordered-rows.ts';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { limits } from '@yikao/model/limits.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayChangeRow } from '../../../engine/access/may.ts';
import { ApiError } from '../../../engine/api/api-error.ts';
import { notice } from '../../../engine/api/notice.ts';
import { listRows } from '../../../engine/calls/dataset-calls.ts';
import { refreshRows } from '../../../engine/calls/refresh-rows.ts';
import type { FieldRecord } from '../../../fields/field-view.ts';
import { textOf } from '../../../fields/parts/values.ts';

/** A row in its place. */
export interface OrderItem {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  /** Path of its picture. */
  readonly picture: string;
  /** The person may move it. */
  readonly mine: boolean;
}

/** The rows of one order, and its save. */
export interface Order {
  /** As they were read, or as the person has put them. */
  readonly items: readonly OrderItem[];
  readonly loading: boolean;
  readonly failed: boolean;
  /** There are more rows than can be put in order at once. */
  readonly over: boolean;
  readonly dirty: boolean;
  readonly saving: boolean;
  /** The reason why the order was not saved. */
  readonly problem: string | undefined;
  put(items: readonly OrderItem[]): void;
  save(): Promise<void>;
  reload(): void;
}

interface OrderOf {
  readonly dataset: AnyDataset;
  /** The filters that leave the rows of the order. */
  readonly group: Readonly<Record<string, number>>;
  /** Field with the picture of a row. */
  readonly picture: string;
  readonly save: (rows: OrderedRow[]) => Promise<unknown>;
}

function itemOf(dataset: AnyDataset, picture: string, row: FieldRecord): OrderItem {
  return {
    id: Number(row[dataset.key]),
    version: Number(row.version),
    name: textOf(row[dataset.identity.name]),
    picture: textOf(row[picture]),
    mine: mayChangeRow(dataset, row),
  };
}

/**
 * Controls the order of some rows of a dataset. Somebody else's change of the same rows is shown when the order is saved;
 * the rows are then read again.
 */
export function useOrder({ dataset, group, picture, save }: OrderOf): Order {
  const { t } = useTranslation('display');
  const place = JSON.stringify(group);
  const [draft, setDraft] = useState<{ readonly place: string; readonly items: readonly OrderItem[] }>();
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const read = useQuery({
    queryKey: ['rows', dataset.name, 'order', place],
    queryFn: async ({ signal }) => {
      const query = { ...group, current: 1, size: limits.orderedRows };
      const { records, total } = await listRows(dataset, query, signal);
      return { total, items: records.map(row => itemOf(dataset, picture, row)) };
    },
    retry: false,
  });
  const known = read.data?.items ?? [];
  const put = draft?.place === place ? draft.items : undefined;
  const reload = () => {
    setDraft(undefined);
    void read.refetch();
  };
  return {
    items: put ?? known,
    loading: read.isPending,
    failed: read.isError,
    over: (read.data?.total ?? 0) > limits.orderedRows,
    dirty: put?.some(({ id }, at) => known[at]?.id !== id) ?? false,
    saving,
    problem,
    put(items) {
      setProblem(undefined);
      setDraft({ place, items });
    },
    reload,
    async save() {
      setSaving(true);
      setProblem(undefined);
      try {
        const own = (put ?? known).filter(({ mine }) => mine);
        await save(own.map(({ id, version }) => ({ id, version })));
        notice.success(t('order.saved'));
        await refreshRows(dataset);
        setDraft(undefined);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const stale = error.reason === 'staleVersion';
        setProblem(stale ? t('order.stale') : error.message);
        if (stale) reload();
      } finally {
        setSaving(false);
      }
    },
  };
}
