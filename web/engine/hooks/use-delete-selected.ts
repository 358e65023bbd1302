import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { useTranslation } from 'react-i18next';
import { notice } from '../api/notice.ts';
import { useQuestions } from '../boundary/questions.ts';
import { startBatchDelete } from '../calls/job-calls.ts';
import { grouped } from '../grouped.ts';
import { useJobStarted } from './use-jobs.ts';
import { useRemove } from './use-remove.ts';
import type { Selection } from './use-selection.ts';

/** Gives the function that asks, and then deletes the selected rows: a page of them at once, all that match as a job. */
export function useDeleteSelected(dataset: AnyDataset, selection: Selection): () => void {
  const { t } = useTranslation('engine');
  const modal = useQuestions();
  const remove = useRemove(dataset);
  const started = useJobStarted();
  const { all, keys, condition } = selection;

  const deleteAll = async () => {
    try {
      await startBatchDelete(dataset, condition);
      notice.success(t('list.deleteStarted'));
      started();
      selection.clear();
    } catch {
      // The call itself has told the person why.
    }
  };
  return () => {
    const total = all && grouped(all.total);
    modal.confirm({
      title: all
        ? t(condition.everything ? 'list.deleteEverythingAsk' : 'list.deleteAllAsk', { total })
        : t('list.deleteSelectedAsk', { count: keys.length }),
      content: all ? t('list.deleteAllText') : dataset.parent ? t('list.deleteChildren') : undefined,
      okText: t('list.delete'),
      okButtonProps: { danger: true },
      async onOk() {
        if (all) await deleteAll();
        else if (await remove(keys)) selection.clear();
      },
    });
  };
}
