import type { JobRow } from '@yikao/model/calls/jobs.ts';
import { useTranslation } from 'react-i18next';
import { grouped } from '../grouped.ts';
import styles from './jobs.module.css';

/** The counts of an import or a check: four counts in the colours of their meaning. */
export function JobCounts({ job }: { readonly job: JobRow }) {
  const { t } = useTranslation('engine');
  const counts = [
    ['insert', job.insertNum],
    ['update', job.updateNum],
    ['same', job.sameNum],
    ['fail', job.failNum],
  ] as const;
  return (
    <dl className={styles.counts}>
      {counts.map(([kind, count]) => (
        <div key={kind} data-kind={kind} data-none={count === 0}>
          <dt>{t(`jobs.counts.${kind}`)}</dt>
          <dd>{grouped(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
