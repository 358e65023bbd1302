import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { grouped } from '../grouped.ts';

/** A short line with the rows a job handled and those it did not. */
export function useRowCounts(): (job: JobRow) => string {
  const { t } = useTranslation('engine');
  return useCallback(
    ({ op, successNum, failNum }: JobRow) => {
      const counts = [t('jobs.landed', { shown: grouped(successNum) })];
      if (failNum > 0) {
        const kind =
          op === 'batchDelete' || op === 'undo' || op === 'step' ? 'jobs.leftAlone' : 'jobs.refused';
        counts.push(t(kind, { shown: grouped(failNum) }));
      }
      return counts.join(' · ');
    },
    [t],
  );
}
