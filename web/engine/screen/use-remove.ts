import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { useCallback } from 'react';
import { i18n } from '../../i18n/i18n.ts';
import { notice } from '../api/notice.ts';
import { deleteRows } from '../calls/dataset-calls.ts';
import { restoreRows } from '../calls/history-calls.ts';
import { refreshRows } from '../calls/refresh-rows.ts';

/**
 * Deletes rows, shows a confirmation with an undo button, and reloads the lists. Returns whether it succeeded: a
 * refusal has been shown.
 */
export function useRemove(dataset: AnyDataset): (ids: readonly number[]) => Promise<boolean> {
  return useCallback(
    async ids => {
      try {
        await deleteRows(dataset, ids);
      } catch {
        return false; // the call has already shown the reason
      }
      const readAnew = () => refreshRows(dataset);
      const undo = async () => {
        try {
          await restoreRows(dataset, ids);
        } catch {
          return; // the call has already shown the reason
        }
        notice.success(i18n.t('trust:trash.restored'));
        await readAnew();
      };
      notice.success(i18n.t('messages:deleted'), {
        label: i18n.t('engine:list.undoDelete'),
        act: () => void undo(),
      });
      await readAnew();
      return true;
    },
    [dataset],
  );
}
