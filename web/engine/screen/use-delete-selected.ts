import type { AnyDataset } from '@yikao/model/kernel/dataset.ts';
import { useTranslation } from 'react-i18next';
import { notice } from '../api/notice.ts';
import { unlessRefused } from '../api/unless-refused.ts';
import { useQuestions } from '../boundary/questions.ts';
import { startBatchDelete } from '../calls/job-calls.ts';
import { grouped } from '../grouped.ts';
import { jobStarted } from '../jobs/use-jobs.ts';
import type { Selection } from '../list/use-selection.ts';
import { useRemove } from './use-remove.ts';

/**
 * Returns the function that asks for confirmation and deletes the selected rows: those of a page at once, all matching
 * ones as a job.
 */
export function useDeleteSelected(dataset: AnyDataset, selection: Selection): () => void {
  const { t } = useTranslation('engine');
  const modal = useQuestions();
  const remove = useRemove(dataset);
  const { all, keys, condition } = selection;

  const deleteAll = async () => {
    await unlessRefused(async () => {
      await startBatchDelete(dataset, condition);
      notice.success(t('list.deleteStarted'));
      jobStarted();
      selection.clear();
    });
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
