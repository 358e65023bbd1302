import type { ScoreAnalysis } from '@yikao/model/contexts/mock/calls/mock-analysis.calls.ts';
import { useTranslation } from 'react-i18next';
import paper from '../../../../engine/paper/Paper.module.css';

interface SessionTableProps {
  readonly sessions: ScoreAnalysis['sessions'];
  /** The owner of the figures next to the overall ones: the pupil's mark, the agency's average. */
  readonly own: string;
}

/** Each session with its full mark, the subject's figure, and the difference from the overall average. */
export function SessionTable({ sessions, own }: SessionTableProps) {
  const { t } = useTranslation('mock');
  return (
    <table className={paper.lines}>
      <thead>
        <tr>
          <th scope="col">{t('stat.session')}</th>
          <th scope="col" data-number>
            {t('analysis.fullMark')}
          </th>
          <th scope="col" data-number>
            {own}
          </th>
          <th scope="col" data-number>
            {t('stat.of.avg')}
          </th>
          <th scope="col" data-number>
            {t('analysis.difference')}
          </th>
          <th scope="col" data-number>
            {t('stat.of.max')}
          </th>
        </tr>
      </thead>
      <tbody>
        {sessions.map(one => (
          <tr key={one.infoId}>
            <td>{one.subjectName}</td>
            <td data-number>{Number(one.full)}</td>
            <td data-number>
              <b>{one.absent ? t('marks.absent') : one.cheated ? t('marks.cheated') : (one.own ?? '—')}</b>
            </td>
            <td data-number>{one.avg ?? '—'}</td>
            <td data-number>{difference(one)}</td>
            <td data-number>{one.max ?? '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The signed difference of the subject's figure from the average. */
function difference({ own, avg }: ScoreAnalysis['sessions'][number]): string {
  if (own === null || avg === null) return '—';
  const by = (Math.round(Number(own) * 100) - Math.round(Number(avg) * 100)) / 100;
  return by > 0 ? `+${by.toFixed(2)}` : by.toFixed(2).replace('-', '−');
}
