import { useQueryClient } from '@tanstack/react-query';
import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { useCallback } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { notice } from '../api/notice.ts';
import { deleteRows } from '../calls/dataset-calls.ts';

/** Deletes rows and says so; the lists read anew. Gives whether it was done: a refusal has been shown. */
export function useRemove(dataset: AnyDataset): (ids: readonly number[]) => Promise<boolean> {
  const client = useQueryClient();
  return useCallback(
    async ids => {
      try {
        await deleteRows(dataset, ids);
      } catch {
        return false; // the call itself has told the person why
      }
      notice.success(i18n.t('messages:deleted'));
      await Promise.all([
        client.invalidateQueries({ queryKey: ['rows', dataset.name] }),
        client.invalidateQueries({ queryKey: ['options', dataset.name] }),
      ]);
      return true;
    },
    [client, dataset],
  );
}
