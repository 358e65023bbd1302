import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { useTranslation } from 'react-i18next';
import { Figures } from '../../fields/parts/Figures.tsx';
import { grouped } from '../grouped.ts';

/** The counts of an import or a check: four counts in the colours of their meaning. */
export function JobCounts({ job }: { readonly job: JobRow }) {
  const { t } = useTranslation('engine');
  const counts = [
    ['insert', job.insertNum, 'done'],
    ['update', job.updateNum, 'act'],
    ['same', job.sameNum, undefined],
    ['fail', job.failNum, 'lost'],
  ] as const;
  return (
    <Figures
      look="boxes"
      of={counts.map(([kind, count, tone]) => [
        t(`jobs.counts.${kind}`),
        grouped(count),
        count === 0 ? undefined : tone,
      ])}
    />
  );
}
